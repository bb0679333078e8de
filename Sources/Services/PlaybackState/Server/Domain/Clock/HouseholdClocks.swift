internal import RPC
internal import Synchronization

/// The hybrid logical clocks of the households that this process serves.
final class HouseholdClocks: Sendable {
    private let runtime: any Runtime
    private let clocks = Mutex<[String: HybridClock]>([:])

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Whether a household's clock was initialized from its shard.
    func knows(_ household: String) -> Bool { clocks.withLock { $0[household] != nil } }

    /// Starts a household's clock after the latest timestamp in its shard.
    func start(_ household: String, after stamp: HybridTimestamp) {
        clocks.withLock { clocks in
            if clocks[household] == nil { clocks[household] = HybridClock(after: stamp) }
        }
    }

    /// A stamp after all before it.
    func next(in household: String) -> HybridTimestamp {
        let (wall, now) = (runtime.wallTime, runtime.now)
        return clocks.withLock { $0[household, default: HybridClock()].next(wall: wall, at: now) }
    }

    /// The timestamp of an event that a device reports some time after a session was opened. A device whose clock is
    /// ahead is limited to ``HybridClock/longestLead``; all later timestamps come after it.
    func stamp(_ elapsedMilliseconds: Int64, after opened: HybridTimestamp, in household: String) -> HybridTimestamp {
        let (wall, now) = (runtime.wallTime, runtime.now)
        let elapsed = min(max(0, elapsedMilliseconds), PlaybackLimits.longestElapsedMilliseconds)
        let claimed = opened.advanced(byMilliseconds: elapsed)
        return clocks.withLock { clocks in
            let limit = clocks[household, default: HybridClock()].reckon(wall: wall, at: now) + HybridClock.longestLead
            let stamp = min(claimed, HybridTimestamp(milliseconds: limit))
            _ = clocks[household, default: HybridClock()].witness(stamp, wall: wall, at: now)
            return stamp
        }
    }

    /// The time as a household reckons it, in milliseconds since 1970.
    func milliseconds(in household: String) -> Int64 {
        let (wall, now) = (runtime.wallTime, runtime.now)
        return clocks.withLock { $0[household, default: HybridClock()].reckon(wall: wall, at: now) }
    }
}
