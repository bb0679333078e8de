/// How many calls may be on the task pool at a time, so that those of a flood wait where callers take turns
/// (``FairQueue``) and not in the pool, where they would stand before everybody else's. Pure, and on the loop with its engine.
///
/// The window follows what a call waits in the pool: while that is little, it grows, so that handlers which wait for disks
/// or other processes hold up nothing; where handlers keep the processors busy, it shrinks to what keeps these busy. A call
/// that has run for ``longRun`` holds no place any more: it waits for something, or is a stream.
struct StartWindow: Sendable {
    /// What a call should wait in the pool at most.
    static let tolerableLag = Duration.milliseconds(1)
    /// A call that has run for so long gives its place back.
    static let longRun = Duration.milliseconds(25)

    private let lowest, highest: Int
    /// How many may be there.
    private(set) var size: Int
    /// How many are there.
    private(set) var taken = 0

    init(_ limits: RPCLimits) {
        lowest = max(1, limits.startedCallsLowest)
        highest = max(lowest, limits.startedCallsHighest)
        size = min(max(limits.startedCalls, lowest), highest)
    }

    /// Whether a further call may start.
    var hasRoom: Bool { taken < size }

    mutating func take() { taken += 1 }

    mutating func giveBack() { taken -= 1 }

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
