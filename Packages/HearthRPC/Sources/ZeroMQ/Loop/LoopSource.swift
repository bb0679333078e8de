/// A participant of an `IOLoop`, with sockets, timers or a queue of its own.
///
/// All methods are called on the loop's thread. Sockets are registered with `IOLoop.watch`.
public protocol LoopSource: AnyObject {
    /// Does a bounded part of the pending work, and returns whether it did anything.
    ///
    /// It is called every turn, and the loop falls asleep only after a turn in which no source did anything. A source
    /// with a queue that other threads fill drains it here, under its lock; the other thread calls `IOLoop.wake`
    /// afterwards.
    ///
    /// - Parameter now: The time at which the turn began, by `MonotonicClock`.
    func turn(at now: UInt64) -> Bool

    /// Ends a turn, after all operations and all sources' turns: the place to send batched output.
    func endTurn()

    /// When the source needs a turn even without events, by `MonotonicClock`; nil for never.
    var nextWake: UInt64? { get }

    /// The loop ends after this: close the sockets, fail open operations.
    func loopWillStop()
}

extension LoopSource {
    public func endTurn() {}
    public var nextWake: UInt64? { nil }
    public func loopWillStop() {}
}
