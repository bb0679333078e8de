internal import RPC
internal import Synchronization

/// A ``RateLimitedLog`` per name, such as a household's, so that a frequent event of one does not hide another. Names
/// beyond the limit share one log: memory and log lines stay bounded, whatever the names.
final class RateLimitedLogs: Sendable {
    /// Logs the name, the number of events since the last message, and the latest detail. The name is nil for those
    /// that share a log.
    typealias Tell = @Sendable (_ name: String?, _ count: Int, _ latest: String) -> Void

    /// The maximum of names with a log of their own.
    static let namesLimit = 100

    private let runtime: any Runtime
    private let interval: Duration
    private let tell: Tell
    private let notices = Mutex<[String: RateLimitedLog]>([:])
    private let others: RateLimitedLog

    /// Creates logs that call `tell`, each at most once in an interval after its first event.
    init(runtime: any Runtime, interval: Duration = RateLimitedLog.standardInterval, tell: @escaping Tell) {
        self.runtime = runtime
        self.interval = interval
        self.tell = tell
        others = RateLimitedLog(runtime: runtime, interval: interval) { tell(nil, $0, $1) }
    }

    /// Counts an event of `name`.
    func note(_ name: String, _ detail: String) { notice(of: name).note(detail) }

    private func notice(of name: String) -> RateLimitedLog {
        notices.withLock { notices in
            if let notice = notices[name] { return notice }
            guard notices.count < Self.namesLimit else { return others }
            let notice = RateLimitedLog(runtime: runtime, interval: interval) { [tell] in tell(name, $0, $1) }
            notices[name] = notice
            return notice
        }
    }

    /// The number of names with a log of their own.
    var names: Int { notices.withLock { $0.count } }
}
