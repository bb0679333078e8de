internal import GRDB
internal import Logging
internal import RPC

/// Logs why a shard's statements fail, and gives callers the error without it.
struct ShardErrorReporter: Sendable {
    private let path: String
    private let name: String
    private let logger: Logger

    init(path: String, name: String, logger: Logger) { (self.path, self.name, self.logger) = (path, name, logger) }

    /// The error for the caller when nothing was written.
    func callerError(_ error: any Error) -> any Error {
        switch error {
        case is RPCError, is any RPCErrorConvertible: return error
        case is CancellationError: return RPCError.writeCancelled
        case let error as DatabaseError where error.isFull:
            logger.error("The disk is full.", metadata: ["shard": "\(path)"])
            return RPCError.diskFull(name)
        case let error as DatabaseError:
            logger.error("A statement failed.", metadata: ["shard": "\(path)", "error": "\(error)"])
            return RPCError.store(name, error)
        default:
            logger.error("A change failed.", metadata: ["shard": "\(path)", "error": "\(error)"])
            return RPCError.storeBug(name)
        }
    }
}
