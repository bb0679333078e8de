/// The transports that a test body runs over. Bytes are encoded on all of them.
public enum TestTransport: String, Sendable, CaseIterable, CustomStringConvertible {
    /// In this process, without sockets.
    case inProcess
    /// ZeroMQ over a socket file.
    case ipc
    /// ZeroMQ over loopback.
    case tcp

    public var description: String { rawValue }
}
