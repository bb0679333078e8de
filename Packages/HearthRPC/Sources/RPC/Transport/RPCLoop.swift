/// The executor of connections' state: operations run there one after another.
///
/// For ZeroMQ that is the thread that owns the sockets; in-process, a queue on the runtime.
public protocol RPCLoop: AnyObject, Sendable {
    /// Runs an operation after those submitted before it. May be called from any thread.
    func submit(_ operation: @escaping @Sendable () -> Void)
}

/// Identifies a peer of a server; assigned by its transport and never used twice.
public typealias PeerID = UInt64
