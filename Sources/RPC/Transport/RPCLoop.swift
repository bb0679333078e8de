/// Where the state of connections lives: operations run there one after another.
///
/// For ZeroMQ that is the thread that owns the sockets; in a process of its own, a queue on the runtime.
public protocol RPCLoop: AnyObject, Sendable {
    /// Runs an operation after those submitted before it. May be called from anywhere.
    func submit(_ operation: @escaping @Sendable () -> Void)
}

/// Names one peer of a server, given by its transport and never used twice.
public typealias PeerID = UInt64
