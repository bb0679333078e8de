public import ZeroMQ

/// Why a server does not listen or a client cannot be made.
public enum ZeroMQTransportError: Error, Sendable, CustomStringConvertible {
    /// The address can be reached from other machines and has no access control.
    case needsSecurity(ZeroMQEndpoint)

    /// The address leads to another machine and no server key is given for it.
    case needsServerKey(ZeroMQEndpoint)

    /// CURVE is for tcp: ipc is protected by its directory.
    case securityWithoutNetwork(ZeroMQEndpoint)

    /// The directory or path of the socket cannot be used.
    case path(PathError)

    /// Another process serves this socket.
    case slot(EndpointLockError)

    /// libzmq reported an error.
    case socket(ZeroMQError)

    /// The transport was closed.
    case closed

    public var description: String {
        switch self {
        case .needsSecurity(let endpoint):
            "\(endpoint) can be reached from other machines: it needs CURVE keys and a list of clients"
        case .needsServerKey(let endpoint):
            "\(endpoint) leads to another machine: name the server's public CURVE key"
        case .securityWithoutNetwork(let endpoint): "\(endpoint) does not use CURVE keys: its directory protects it"
        case .path(let error): error.description
        case .slot(let error): error.description
        case .socket(let error): error.description
        case .closed: "the transport is closed"
        }
    }

    /// Runs `body` and wraps its error by kind.
    static func wrap<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ZeroMQError {
            throw ZeroMQTransportError.socket(error)
        } catch let error as PathError {
            throw ZeroMQTransportError.path(error)
        } catch let error as EndpointLockError {
            throw ZeroMQTransportError.slot(error)
        }
    }
}
