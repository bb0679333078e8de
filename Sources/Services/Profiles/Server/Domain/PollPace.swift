internal import RPC
internal import Synchronization

/// How often devices poll for their approval (RFC 8628, section 3.5). In memory alone: after a restart of the service each
/// begins with the usual interval again.
final class PollPace: Sendable {
    private struct Pace {
        var last: MonotonicInstant
        var interval: Duration
    }

    private let runtime: any Runtime
    private let paces = Mutex<[[UInt8]: Pace]>([:])

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Notes a poll.
    ///
    /// - Parameter code: of a pairing that there is, so that there are no more than pairings.
    /// - Returns: whether it came too early, and the interval from now on.
    func note(_ code: [UInt8]) -> (isEarly: Bool, interval: Duration) {
        let now = runtime.now
        return paces.withLock { paces in
            paces = paces.filter { $0.value.last.duration(to: now) < ProfilesLimits.pairingLifetime }
            guard var pace = paces[code] else {
                paces[code] = Pace(last: now, interval: ProfilesLimits.pairingInterval)
                return (false, ProfilesLimits.pairingInterval)
            }
            let isEarly = pace.last.duration(to: now) < pace.interval
            if isEarly {
                pace.interval = min(
                    pace.interval + ProfilesLimits.pairingSlowDown, ProfilesLimits.longestPairingInterval)
            }
            pace.last = now
            paces[code] = pace
            return (isEarly, pace.interval)
        }
    }
}
