public import Logging
public import RPC
internal import Synchronization

/// How much a process logs: what it was started with, until an operator says otherwise.
public final class ProcessLogLevel: Sendable {
    private static let levels = Logger.Level.allCases

    /// Read by every logger whenever something may be logged.
    private let place: Atomic<Int>
    /// How often it was changed, so that the end of a time does not undo what was said after it.
    private let changes = Mutex(0)
    private let started: Logger.Level
    private let runtime: any Runtime

    /// What a process is started with.
    public init(_ level: Logger.Level, runtime: any Runtime) {
        (started, self.runtime) = (level, runtime)
        place = Atomic(Self.place(of: level))
    }

    /// What counts now.
    public var current: Logger.Level { Self.levels[place.load(ordering: .relaxed)] }

    /// Changes it.
    ///
    /// - Parameter time: how long it stays before it is again what the process was started with; nil: for good.
    /// - Returns: what it was before.
    public func set(_ level: Logger.Level, for time: Duration? = nil) -> Logger.Level {
        let (before, change) = changes.withLock { changes in
            changes += 1
            return (Self.levels[place.exchange(Self.place(of: level), ordering: .relaxed)], changes)
        }
        if let time {
            runtime.schedule(at: runtime.now.advanced(by: time)) { [weak self] in self?.goBack(after: change) }
        }
        return before
    }

    private func goBack(after change: Int) {
        changes.withLock { changes in
            if changes == change { place.store(Self.place(of: started), ordering: .relaxed) }
        }
    }

    private static func place(of level: Logger.Level) -> Int { levels.firstIndex(of: level) ?? 0 }
}
