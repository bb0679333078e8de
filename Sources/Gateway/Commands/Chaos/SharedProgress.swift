internal import Chaos
internal import RPC
internal import Synchronization

/// The progress of a run, reported from any task.
final class SharedProgress: Sendable {
    private let display: Mutex<ProgressDisplay>

    init(_ output: Output, at now: MonotonicInstant) { display = Mutex(ProgressDisplay(output, at: now)) }

    func show(_ progress: ChaosRun.Progress, at now: MonotonicInstant) {
        display.withLock { $0.show(Self.bar(progress), at: now) }
    }

    func end() { display.withLock { $0.end() } }

    private static func bar(_ progress: ChaosRun.Progress) -> ProgressBar {
        let label =
            switch progress.phase {
            case .starting: "starting"
            case .working: "working"
            case .healing: "healing"
            case .reading: "reading"
            }
        guard progress.phase == .working else { return ProgressBar(label) }
        return ProgressBar(
            label, done: progress.elapsedMilliseconds, total: progress.totalMilliseconds,
            unit: { "\($0 / 1_000) s" })
    }
}
