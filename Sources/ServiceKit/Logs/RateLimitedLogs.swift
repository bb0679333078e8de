internal import RPC
internal import Synchronization

/// A ``RateLimitedLog`` for each name, such as a household's, so that what one repeats does not hide another. Further names
/// than the limit share one notice: memory and log lines stay bounded, whatever names there are.
final class RateLimitedLogs: Sendable {
    /// What is to be told: of which name, how often since the last time, and the latest detail. The name is nil for those
    /// that share a notice.
    typealias Tell = @Sendable (_ name: String?, _ count: Int, _ latest: String) -> Void

    /// Names that have a notice of their own.
    static let namesLimit = 100

    private let runtime: any Runtime
    private let interval: Duration
    private let tell: Tell
    private let notices = Mutex<[String: RateLimitedLog]>([:])
    private let others: RateLimitedLog

    /// Makes notices that are told by `tell`, each at most once in an interval after its first time.
    init(runtime: any Runtime, interval: Duration = RateLimitedLog.standardInterval, tell: @escaping Tell) {
        self.runtime = runtime
        self.interval = interval
        self.tell = tell
        others = RateLimitedLog(runtime: runtime, interval: interval) { tell(nil, $0, $1) }
    }

    /// It has happened to `name`.
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

    /// How many names have a notice of their own.
    var names: Int { notices.withLock { $0.count } }
}
