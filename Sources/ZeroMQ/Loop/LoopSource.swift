/// Something that lives on an `IOLoop`: it has sockets, timers or a queue of its own to look after.
///
/// All of it is called on the loop's thread. Sockets are made known with `IOLoop.watch`.
public protocol LoopSource: AnyObject {
    /// Does what there is to do now, a bounded part of it, and returns whether it did anything.
    ///
    /// It is called every turn, and the loop falls asleep only after a turn in which nobody did anything. A source with
    /// a queue that other threads fill empties it here, under its lock; who fills it calls `IOLoop.wake` afterwards.
    ///
    /// - Parameter now: The time at which the turn began, by `MonotonicClock`.
    func turn(at now: UInt64) -> Bool

    /// Ends a turn, after all operations and all sources had theirs: the place to send what was gathered.
    func endTurn()

    /// When the source wants a turn even if nothing happens, by `MonotonicClock`; nil for never.
    var nextWake: UInt64? { get }

    /// The loop ends after this: close the sockets, fail what is open.
    func loopWillStop()
}

extension LoopSource {
    public func endTurn() {}
    public var nextWake: UInt64? { nil }
    public func loopWillStop() {}
}
