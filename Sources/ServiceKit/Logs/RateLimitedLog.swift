internal import RPC
internal import Synchronization

/// Tells of something that a stranger can make happen again and again: the first time at once, and then how often it has
/// happened, at most once in an interval. So a log says what goes on, and cannot be flooded.
final class RateLimitedLog: Sendable {
    /// What is to be told: how often it has happened since the last time, and the latest detail.
    typealias Tell = @Sendable (_ count: Int, _ latest: String) -> Void

    private struct State {
        /// Whether an interval is running.
        var isQuiet = false
        var count = 0
        var latest = ""
    }

    private let runtime: any Runtime
    private let interval: Duration
    private let tell: Tell
    private let state = Mutex(State())

    /// How long nothing more is told after something was.
    static let standardInterval = Duration.seconds(10)

    /// A notice that is told by `tell`, on the thread of whoever notes it or of a timer.
    init(runtime: any Runtime, interval: Duration = standardInterval, tell: @escaping Tell) {
        self.runtime = runtime
        self.interval = interval
        self.tell = tell
    }

    /// It has happened.
    func note(_ detail: String = "") {
        let isFirst = state.withLock { state in
            if state.isQuiet {
                state.count += 1
                state.latest = detail
                return false
            }
            state.isQuiet = true
            return true
        }
        guard isFirst else { return }
        tell(1, detail)
        wait()
    }

    private func wait() {
        runtime.schedule(at: runtime.now.advanced(by: interval)) { [weak self] in self?.intervalEnded() }
    }

    private func intervalEnded() {
        let (count, latest) = state.withLock { state in
            let told = (state.count, state.latest)
            state.isQuiet = state.count > 0
            (state.count, state.latest) = (0, "")
            return told
        }
        guard count > 0 else { return }
        tell(count, latest)
        wait()
    }
}
