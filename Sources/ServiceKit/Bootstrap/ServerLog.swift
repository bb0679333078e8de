internal import Logging
internal import RPC
internal import RPCZeroMQ
internal import ZeroMQ

/// Logs events of a server's client connections. Events that clients can repeat are logged at once the first time, and
/// then as a count every ten seconds.
final class ServerLog: Sendable {
    private let logger: Logger
    private let violations: RateLimitedLog
    private let slowPeers: RateLimitedLog
    private let refusals: RateLimitedLog
    private let logins: RateLimitedLog

    init(_ logger: Logger, runtime: any Runtime) {
        self.logger = logger
        violations = RateLimitedLog(runtime: runtime) { count, reason in
            if count == 1 {
                logger.warning(
                    "A client violated the protocol and was disconnected.", metadata: ["reason": "\(reason)"])
            } else {
                logger.warning(
                    "Clients violated the protocol and were disconnected.",
                    metadata: ["count": "\(count)", "lastReason": "\(reason)"])
            }
        }
        slowPeers = RateLimitedLog(runtime: runtime) { count, _ in
            logger.notice(
                "Clients did not read their responses and were disconnected.", metadata: ["count": "\(count)"])
        }
        logins = RateLimitedLog(runtime: runtime) { count, who in
            logger.warning(
                "A client whose key is not allowed was rejected; `hearth keys curve allow` allows a key.",
                metadata: ["count": "\(count)", "last": "\(who)"])
        }
        refusals = RateLimitedLog(runtime: runtime) { count, limit in
            logger.warning("There are too many clients.", metadata: ["limit": "\(limit)", "refused": "\(count)"])
        }
    }

    /// Logs an event.
    func note(_ event: ZeroMQServerEvent) {
        switch event {
        case .listening(let endpoint): logger.info("The server listens.", metadata: ["endpoint": "\(endpoint)"])
        case .peerViolated(let reason): violations.note(reason)
        case .loginRefused(let key, let address):
            logins.note("\(key.map(\.description) ?? "no key") from \(address)")
        case .peerTooSlow: slowPeers.note()
        case .tooManyPeers(let limit): refusals.note("\(limit)")
        }
    }
}
