package import RPC
internal import Synchronization

/// The time by which a service that has no other household clock orders changes: milliseconds since 1970 that always
/// increase, in each household after the last stored one.
///
/// It follows the wall clock, and not where that is set back. A jump ahead of more than ``longestJump`` is followed only
/// when the service starts again: a clock that is wrong for a while leaves no times that win over every later change.
package final class SyncClocks: Sendable {
    private struct Clock {
        var milliseconds: Int64
        var at: MonotonicInstant
        var last: Int64
    }

    private let runtime: any Runtime
    private let clocks = Mutex<[String: Clock]>([:])

    /// The greatest jump ahead that is followed, in milliseconds: a day, for machines that were suspended.
    private static let longestJump: Int64 = 86_400_000
    /// How far ahead of this clock a device's time may be, in milliseconds.
    private static let longestLead: Int64 = 60_000

    /// Creates clocks that know no household.
    package init(runtime: any Runtime) { self.runtime = runtime }

    /// Whether a household's clock was started.
    package func knows(_ household: String) -> Bool { clocks.withLock { $0[household] != nil } }

    /// Starts a household's clock after the last stored time.
    package func start(_ household: String, after last: Int64) {
        let (wall, now) = (runtime.wallTime.millisecondsSince1970, runtime.now)
        clocks.withLock { clocks in
            guard clocks[household] == nil else { return }
            clocks[household] = Clock(milliseconds: max(wall, last), at: now, last: last)
        }
    }

    /// A time after all before it.
    package func next(in household: String) -> Int64 {
        advance(household) { clock, now in
            clock.last = max(now, clock.last + 1)
            return clock.last
        }
    }

    /// The time.
    package func now(in household: String) -> Int64 { advance(household) { $1 } }

    /// A device's time, limited to a minute ahead; all later times of the household come after it.
    package func witness(_ time: Int64, in household: String) -> Int64 {
        advance(household) { clock, now in
            let limited = min(max(0, time), now + Self.longestLead)
            clock.last = max(clock.last, limited)
            return limited
        }
    }

    private func advance(_ household: String, _ body: (inout Clock, Int64) -> Int64) -> Int64 {
        let (wall, now) = (runtime.wallTime.millisecondsSince1970, runtime.now)
        return clocks.withLock { clocks in
            var clock = clocks[household] ?? Clock(milliseconds: wall, at: now, last: 0)
            var time = clock.milliseconds + max(0, clock.at.duration(to: now).wholeMilliseconds)
            if wall > time, wall - time <= Self.longestJump {
                time = wall
                (clock.milliseconds, clock.at) = (wall, now)
            }
            defer { clocks[household] = clock }
            return body(&clock, time)
        }
    }
}
