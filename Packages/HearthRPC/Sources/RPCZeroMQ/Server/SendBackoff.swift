internal import ZeroMQ

/// The backoff of a peer whose queue is full.
///
/// A ROUTER cannot wait for room of one peer: it is writable as long as any peer has room. So the peer's frames are
/// retried after 1, 2, 4 ... 50 ms, and when a frame of it arrives, since then it is reading again.
struct SendBackoff {
    /// The first wait, in nanoseconds.
    static let shortest = MonotonicClock.millisecond

    /// The longest wait, in nanoseconds.
    static let longest = 50 * MonotonicClock.millisecond

    /// A peer that accepts no frame for this long counts as dead, in nanoseconds.
    static let patience = MonotonicClock.second

    /// When to retry.
    private(set) var retryAt: UInt64

    private let since: UInt64
    private var wait = SendBackoff.shortest

    /// The peer accepted no frame at `now`.
    init(at now: UInt64) {
        since = now
        retryAt = now &+ wait
    }

    /// The retry failed, too. Returns false when it is time to drop the peer.
    mutating func missed(at now: UInt64) -> Bool {
        guard now &- since < SendBackoff.patience else { return false }
        wait = min(wait * 2, SendBackoff.longest)
        retryAt = now &+ wait
        return true
    }
}
