internal import RPC
internal import Synchronization

/// Logs an event that a remote peer can trigger repeatedly: the first time at once, and then as a count, at most once
/// in an interval. So the log reports the event, and cannot be flooded.
final class RateLimitedLog: Sendable {
    /// Logs the number of events since the last message, and the latest detail.
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

    /// The minimum time between two messages.
    static let standardInterval = Duration.seconds(10)

    /// Creates a log whose `tell` runs on the thread of the caller of ``note(_:)`` or of a timer.
    init(runtime: any Runtime, interval: Duration = standardInterval, tell: @escaping Tell) {
        self.runtime = runtime
        self.interval = interval
        self.tell = tell
    }

    /// Counts an event.
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
            let counted = (state.count, state.latest)
            state.isQuiet = state.count > 0
            (state.count, state.latest) = (0, "")
            return counted
        }
        guard count > 0 else { return }
        tell(count, latest)
        wait()
    }
}
