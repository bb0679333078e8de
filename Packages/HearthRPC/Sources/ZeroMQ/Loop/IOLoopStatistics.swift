internal import Synchronization

/// A loop's statistics since its start.
public struct IOLoopStatistics: Hashable, Sendable {
    /// Turns of operations, sources and sending.
    public var turns: UInt64 = 0

    /// Operations and jobs submitted by other threads.
    public var operations: UInt64 = 0

    /// Times that another thread had to wake the loop.
    public var wakeUps: UInt64 = 0

    /// Times that the loop fell asleep.
    public var sleeps: UInt64 = 0

    /// Turns that took longer than `IOLoop.slowTurnNanoseconds`: everything else had to wait for them.
    public var slowTurns: UInt64 = 0

    /// The longest turn, in nanoseconds.
    public var longestTurnNanoseconds: UInt64 = 0

    /// Times that a source asked for a turn and did nothing in it; the loop slept briefly to avoid spinning.
    public var idleWakes: UInt64 = 0
}

/// The same as atomics. All but `wakeUps` are written only by the loop's thread.
final class IOLoopCounters: Sendable {
    let turns = Atomic<UInt64>(0)
    let operations = Atomic<UInt64>(0)
    let wakeUps = Atomic<UInt64>(0)
    let sleeps = Atomic<UInt64>(0)
    let slowTurns = Atomic<UInt64>(0)
    let longestTurn = Atomic<UInt64>(0)
    let idleWakes = Atomic<UInt64>(0)

    var snapshot: IOLoopStatistics {
        IOLoopStatistics(
            turns: turns.load(ordering: .relaxed), operations: operations.load(ordering: .relaxed),
            wakeUps: wakeUps.load(ordering: .relaxed), sleeps: sleeps.load(ordering: .relaxed),
            slowTurns: slowTurns.load(ordering: .relaxed),
            longestTurnNanoseconds: longestTurn.load(ordering: .relaxed),
            idleWakes: idleWakes.load(ordering: .relaxed))
    }
}

extension Atomic where Value == UInt64 {
    /// Adds without a locked instruction: for a counter with a single writing thread.
    func count(_ amount: UInt64 = 1) { store(load(ordering: .relaxed) &+ amount, ordering: .relaxed) }
}
