internal import RPC
internal import Synchronization

/// Addresses that can be used once, in place of a stream's own: they are in files that lie about. Used ones are remembered until
/// they expire.
final class MediaTickets: Sendable {
    private let used = Mutex<[String: Int64]>([:])
    private let runtime: any Runtime

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Uses a ticket that is good until a time in seconds since 1970.
    ///
    /// - Returns: false when it was used before, or when too many were used lately.
    func use(_ name: String, until expires: Int64) -> Bool {
        let now = Int64(runtime.wallTime.secondsSince1970)
        return used.withLock { used in
            if used.count >= WebLimits.usedTickets { used = used.filter { $0.value >= now } }
            guard used.count < WebLimits.usedTickets, used[name] == nil else { return false }
            used[name] = expires
            return true
        }
    }
}
