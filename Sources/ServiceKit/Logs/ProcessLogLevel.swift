public import Logging
public import RPC
internal import Synchronization

/// The log level of a process: the one it was started with, until an operator changes it.
public final class ProcessLogLevel: Sendable {
    private static let levels = Logger.Level.allCases

    /// Read by every logger for each message.
    private let index: Atomic<Int>
    /// The number of changes, so that the end of a temporary level does not undo a later change.
    private let changes = Mutex(0)
    private let started: Logger.Level
    private let runtime: any Runtime

    /// Creates the level that a process starts with.
    public init(_ level: Logger.Level, runtime: any Runtime) {
        (started, self.runtime) = (level, runtime)
        index = Atomic(Self.index(of: level))
    }

    /// The level in force.
    public var current: Logger.Level { Self.levels[index.load(ordering: .relaxed)] }

    /// Changes the level.
    ///
    /// - Parameter time: how long the level stays before it reverts to the initial one; nil: permanently.
    /// - Returns: the previous level.
    public func set(_ level: Logger.Level, for time: Duration? = nil) -> Logger.Level {
        let (before, change) = changes.withLock { changes in
            changes += 1
            return (Self.levels[index.exchange(Self.index(of: level), ordering: .relaxed)], changes)
        }
        if let time {
            runtime.schedule(at: runtime.now.advanced(by: time)) { [weak self] in self?.goBack(after: change) }
        }
        return before
    }

    private func goBack(after change: Int) {
        changes.withLock { changes in
            if changes == change { index.store(Self.index(of: started), ordering: .relaxed) }
        }
    }

    private static func index(of level: Logger.Level) -> Int { levels.firstIndex(of: level) ?? 0 }
}
