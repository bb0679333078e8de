internal import Foundation
internal import Glibc

/// The limit on open file descriptors of this process.
///
/// Shells start programs with a soft limit of 1,024, whatever the hard limit. libzmq 4.3.4 aborts the process when it
/// cannot accept a connection for lack of a descriptor, so a service starts only with enough descriptors, and accepts
/// fewer connections than it has descriptors for.
package enum DescriptorLimit {
    /// The limit that the units and compose files of deploy/ set.
    static let target: rlim_t = 16_384

    /// Raises the limit as far as the process may, up to ``wanted``, and checks that it is enough.
    ///
    /// - Returns: the limit now in force.
    /// - Throws: ``DescriptorShortage``.
    @discardableResult
    package static func raise(atLeast needed: Int) throws(DescriptorShortage) -> Int {
        let count = raise()
        guard count >= needed else { throw DescriptorShortage(limit: count, needed: needed) }
        return count
    }

    private static func raise() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        // Unknown: the minimum that POSIX guarantees, _POSIX_OPEN_MAX.
        guard getrlimit(resource, &limit) == 0 else { return 20 }
        if let new = raised(limit.rlim_cur, upTo: limit.rlim_max) {
            let old = limit.rlim_cur
            limit.rlim_cur = new
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = old }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The new soft limit; nil when the current one is enough or cannot be raised.
    static func raised(_ soft: rlim_t, upTo hard: rlim_t) -> rlim_t? {
        let new = min(hard, target)
        return new > soft ? new : nil
    }
}

/// The file descriptors that a service needs.
struct DescriptorNeeds: Sendable, Hashable {
    /// For the process itself: standard streams, event descriptors of libzmq and the event loops, connections to other
    /// services, and files open briefly.
    static let process = 64
    /// For one household's shard: the writer and ``ShardLimits/readers`` readers with database and write-ahead log
    /// each, the shared memory of the log, the lock, temporary files and copies.
    static let shard = 2 * (1 + ShardLimits().readers) + 10
    /// Households that can be added while the process runs.
    static let spareHouseholds = 4
    /// The minimum of client connections that a service starts with: those of the other services and of a busy
    /// household.
    static let leastConnections = 64
    /// The maximum of client connections, however high the descriptor limit.
    static let mostConnections = 4_096

    /// Connections to external servers.
    var outside: Int
    /// Existing households.
    var households: Int

    /// Creates the needs from their two variable parts.
    init(outside: Int, households: Int) { (self.outside, self.households) = (outside, households) }

    /// The needs of a service with the households in its data directory.
    init(of service: any HearthService.Type, _ settings: ServiceSettings) {
        let root = settings.shards.value ?? settings.data.value
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        self.init(
            outside: service.outsideConnections,
            households: names.count { FileManager.default.fileExists(atPath: "\(root)/\($0)/\(service.name).sqlite") })
    }

    /// Descriptors reserved for other uses than clients.
    var reserved: Int { Self.process + Self.shard * (households + Self.spareHouseholds) + outside }

    /// The lowest limit with which the service starts.
    var least: Int { reserved + 2 * Self.leastConnections }

    /// The number of client connections for a descriptor limit: half of the descriptors left. The other half is for
    /// connections that have not completed a handshake, which hold nothing but a descriptor.
    func connections(of limit: Int) -> Int { min(Self.mostConnections, max(0, limit - reserved) / 2) }
}

/// The process has a lower descriptor limit than it needs.
package struct DescriptorShortage: Error, Sendable, Hashable, CustomStringConvertible {
    /// The limit in force.
    package let limit: Int
    /// The limit needed.
    package let needed: Int

    package var description: String {
        "the process may open \(limit) files and needs \(needed): raise the limit (ulimit -n \(needed), or LimitNOFILE= of the"
            + " unit)"
    }
}
