/// How many calls may be on the task pool at a time, so that those of a flood wait where callers take turns
/// (``FairQueue``) and not in the pool, where they would stand before everybody else's. Pure, and on the loop with its engine.
///
/// The window follows what a call waits in the pool: while that is little, it grows, so that handlers which wait for disks
/// or other processes hold up nothing; where handlers keep the processors busy, it shrinks to what keeps these busy. A call
/// that has run for ``longRun`` holds no place any more: it waits for something, or is a stream.
///
/// A connection that is alone delays no other, and a small window would cost it: what starts and ends together is cheaper.
/// So while one connection alone makes calls, the window is not smaller than at first.
///
/// The call of a caller of which nothing waits starts ahead of those that have not begun, in one of a few places beside the
/// window: it is held up neither by the window's size nor by the number of those who wait.
struct DispatchWindow: Sendable {
    /// What a call should wait in the pool at most.
    static let tolerableLag = Duration.milliseconds(1)
    /// A call that has run for so long gives its place back.
    static let longRun = Duration.milliseconds(25)

    /// For how long a connection is not alone after another one's call.
    static let sharedFor = Duration.seconds(1)

    private let lowest, highest, alone: Int
    /// How many may be there.
    private(set) var size: Int
    /// How many are there, and how many beside these that went ahead.
    private(set) var (taken, priorityTaken) = (0, 0)
    /// The connection that made the last call, and until when others count as making some, too.
    private var lastConnection: UInt64?
    private var sharedUntil = MonotonicInstant(nanoseconds: 0)

    init(_ limits: RPCLimits) {
        lowest = max(1, limits.startedCallsLowest)
        highest = max(lowest, limits.startedCallsHighest)
        alone = min(max(limits.startedCalls, lowest), highest)
        size = alone
    }

    /// Where in the window a call is.
    enum Slot: Sendable { case none, ordinary, ahead }

    /// Notes whose call has come.
    mutating func noteCall(of connection: UInt64, at now: MonotonicInstant) {
        if connection == lastConnection { return }
        // The first connection is alone as long as there is no other.
        if lastConnection != nil { sharedUntil = now.advanced(by: Self.sharedFor) }
        lastConnection = connection
    }

    /// Whether a further call may start.
    func hasRoom(at now: MonotonicInstant) -> Bool {
        taken < size || taken < alone && now >= sharedUntil
    }

    /// Whether a further one may go ahead.
    var hasPriorityRoom: Bool { priorityTaken < lowest }

    mutating func take(_ place: Slot) { change(place, by: 1) }

    mutating func releaseSlot(_ place: Slot) { change(place, by: -1) }

    private mutating func change(_ place: Slot, by step: Int) {
        switch place {
        case .none: break
        case .ordinary: taken += step
        case .ahead: priorityTaken += step
        }
    }

    /// Notes how long a call has waited in the pool.
    ///
    /// - Parameter isBacklogged: whether others wait for a place: else a larger window would be of no use.
    mutating func note(lagMicroseconds: UInt64, isBacklogged: Bool) {
        if lagMicroseconds > Self.tolerableMicroseconds {
            if size > lowest { size -= 1 }
        } else if isBacklogged, size < highest, lagMicroseconds < Self.tolerableMicroseconds / 2 {
            size += 1
        }
    }

    private static let tolerableMicroseconds = UInt64(clamping: tolerableLag.wholeMicroseconds)
}
