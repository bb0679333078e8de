public import Logging
public import RPC

/// Logs how calls ended: internal failures at warning, with the cause that callers do not see; the rest at debug.
public struct CallLog: ServerInterceptor {
    private let logger: Logger

    /// Creates a log of calls.
    public init(logger: Logger) { self.logger = logger }

    public func finished(_ call: ServerCall, _ outcome: CallOutcome) {
        let isBroken = outcome.error.map { Self.broken.contains($0.code) } ?? false
        let level: Logger.Level = isBroken ? .warning : .debug
        guard level >= logger.logLevel else { return }
        var metadata: Logger.Metadata = [
            "method": "\(call.method.name)", "peer": "\(call.peer)", "trace": "\(call.trace.traceIDText)",
            "queue-us": "\(outcome.timing.queueMicroseconds)", "handler-us": "\(outcome.timing.handlerMicroseconds)",
            "database-us": "\(outcome.timing.databaseMicroseconds)", "bytes": "\(outcome.responseBytes)",
        ]
        guard let error = outcome.error else {
            logger.log(level: level, "A call was answered.", metadata: metadata)
            return
        }
        metadata["code"] = "\(error.code)"
        metadata["executed"] = "\(error.executed)"
        metadata["error"] = "\(error.message)"
        if let cause = outcome.cause, !(cause is RPCError) { metadata["cause"] = "\(cause)" }
        logger.log(level: level, isBroken ? "A call broke." : "A call failed.", metadata: metadata)
    }

    /// The codes that indicate a fault of the service itself.
    private static let broken: Set<RPCCode> = [.internal, .unknown, .dataLoss]
}
