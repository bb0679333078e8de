public import Access

/// Why CURVE keys cannot be used or changed. Each message says what to do where that is not obvious.
public enum CurveStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file or directory cannot be used.
    case file(KeyFileError)
    /// A line of a file is invalid.
    case badLine(path: String, line: Int, reason: String)
    /// Another process is changing the keys, or the lock cannot be acquired.
    case locked(ProcessLock.Failure)
    /// A name is not valid for a service or client.
    case badName(String)
    /// A text is not a public key.
    case notAKey(String)
    /// A key whose secret half is published.
    case published
    /// There is no key of this name.
    case noKey(String, directory: String)
    /// A key rotation is in progress already; the next key starts at this second since 1970.
    case rotating(String, begins: Int64)
    /// libzmq was built without CURVE.
    case unsupported
    /// A tcp address leads to or from other machines and a key or list is missing.
    case needs(_ what: String, service: String, address: String, command: String)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .badLine(let path, let line, let reason): "\(path):\(line): \(reason)"
        case .locked(let failure): failure.description
        case .badName(let name): "\(name.debugDescription) cannot be a name: \(CurveLine.nameRule)"
        case .notAKey(let text):
            "\(text.debugDescription) is no public CURVE key, which has 40 characters; put it in single quotes"
        case .published: Self.publishedReason
        case .noKey(let name, let directory): "there is no CURVE key of \(name) in \(directory)"
        case .rotating(let name, _): "\(name)'s key is being replaced; see `hearth keys curve`"
        case .unsupported: "libzmq was built without CURVE"
        case .needs(let what, let service, let address, let command):
            "\(service) at \(address) needs \(what): run `hearth keys curve \(command)`"
        }
    }

    /// zmq_curve(7) prints these keys.
    static let publishedReason = "this key is printed in libzmq's manual, and so is no secret"
}
