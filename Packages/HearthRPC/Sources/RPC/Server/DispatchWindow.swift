/// How many calls may be on the task pool at a time, so that the calls of a flood wait in the fair queue
/// (``FairQueue``) and not in the pool, where they would delay every other caller's. Pure, and on the loop with its
/// engine.
///
/// The window follows the calls' waiting time in the pool: while that is short, it grows, so that handlers waiting for
/// disks or other processes delay nothing; when handlers keep the processors busy, it shrinks to what keeps these busy.
/// A call that has run for ``longRun`` gives its place back: it waits for something, or is a stream.
///
/// A single active connection delays no other, and a small window would slow it down: starting and ending calls in
/// batches is cheaper. So while only one connection makes calls, the window does not shrink below its initial size.
///
/// A call of a caller with nothing queued starts ahead of those that have not begun, in one of a few places beside the
/// window: neither the window's size nor the length of the queue delays it.
struct DispatchWindow: Sendable {
    /// The longest tolerable wait of a call in the pool.
    static let tolerableLag = Duration.milliseconds(1)
    /// A call that has run this long gives its place back.
    static let longRun = Duration.milliseconds(25)

    /// How long after another connection's call a connection does not count as the only one.
    static let sharedFor = Duration.seconds(1)

    private let lowest, highest, alone: Int
    /// The window's size in calls.
    private(set) var size: Int
    /// Calls on the pool, and those beside them that went ahead.
    private(set) var (taken, priorityTaken) = (0, 0)
    /// The connection of the last call, and until when others count as active, too.
    private var lastConnection: UInt64?
    private var sharedUntil = MonotonicInstant(nanoseconds: 0)

    init(_ limits: RPCLimits) {
        lowest = max(1, limits.startedCallsLowest)
        highest = max(lowest, limits.startedCallsHighest)
        alone = min(max(limits.startedCalls, lowest), highest)
        size = alone
    }

    /// A call's place in the window.
    enum Slot: Sendable { case none, ordinary, ahead }

    /// Notes the connection of a new call.
    mutating func noteCall(of connection: UInt64, at now: MonotonicInstant) {
        if connection == lastConnection { return }
        // The first connection is the only one until there is another.
        if lastConnection != nil { sharedUntil = now.advanced(by: Self.sharedFor) }
        lastConnection = connection
    }

    /// Whether a further call may start.
    func hasRoom(at now: MonotonicInstant) -> Bool {
        taken < size || taken < alone && now >= sharedUntil
    }

    /// Whether another call may go ahead.
    var hasPriorityRoom: Bool { priorityTaken < lowest }

    mutating func take(_ slot: Slot) { change(slot, by: 1) }

    mutating func releaseSlot(_ slot: Slot) { change(slot, by: -1) }

    private mutating func change(_ slot: Slot, by step: Int) {
        switch slot {
        case .none: break
        case .ordinary: taken += step
        case .ahead: priorityTaken += step
        }
    }

    /// Notes how long a call waited in the pool.
    ///
    /// - Parameter isBacklogged: whether calls are queued: else a larger window would be of no use.
    mutating func note(lagMicroseconds: UInt64, isBacklogged: Bool) {
        if lagMicroseconds > Self.tolerableMicroseconds {
            if size > lowest { size -= 1 }
        } else if isBacklogged, size < highest, lagMicroseconds < Self.tolerableMicroseconds / 2 {
            size += 1
        }
    }

    private static let tolerableMicroseconds = UInt64(clamping: tolerableLag.wholeMicroseconds)
}
