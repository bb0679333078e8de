internal import ZeroMQ

/// How a peer is treated whose queue is full.
///
/// A ROUTER cannot wait for room of one peer: it says that it is writable as long as any of them has room. So the
/// peer's frames are tried again after 1, 2, 4 ... 50 ms, and when it says something, for then it is awake.
struct SendBackoff {
    /// The first wait, in nanoseconds.
    static let shortest = MonotonicClock.millisecond

    /// The longest wait, in nanoseconds.
    static let longest = 50 * MonotonicClock.millisecond

    /// A peer that takes nothing for this long counts as dead, in nanoseconds.
    static let patience = MonotonicClock.second

    /// When to try again.
    private(set) var retryAt: UInt64

    private let since: UInt64
    private var wait = SendBackoff.shortest

    /// The peer took nothing at `now`.
    init(at now: UInt64) {
        since = now
        retryAt = now &+ wait
    }

    /// It took nothing again. Returns false when it is time to give up.
    mutating func missed(at now: UInt64) -> Bool {
        guard now &- since < SendBackoff.patience else { return false }
        wait = min(wait * 2, SendBackoff.longest)
        retryAt = now &+ wait
        return true
    }
}
