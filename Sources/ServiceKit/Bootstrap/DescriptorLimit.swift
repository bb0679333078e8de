internal import Foundation
internal import Glibc

/// How many descriptors the process may have.
///
/// Shells start programs with 1,024, however many they may ask for. libzmq 4.3.4 ends the process when it cannot take in a
/// connection for want of a descriptor, so a service starts only with enough of them, and takes fewer connections than
/// it has descriptors for.
package enum DescriptorLimit {
    /// As many as the units and compose files of deploy/ give.
    static let wanted: rlim_t = 16_384

    /// Asks for as many as the process may have, up to ``wanted``, and makes sure that they are enough.
    ///
    /// - Returns: how many it may have now.
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
        // Unknown: as many as POSIX promises, _POSIX_OPEN_MAX.
        guard getrlimit(resource, &limit) == 0 else { return 20 }
        if let new = raised(limit.rlim_cur, upTo: limit.rlim_max) {
            let old = limit.rlim_cur
            limit.rlim_cur = new
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = old }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// What the limit is to be; nil when it is enough, or cannot be more.
    static func raised(_ soft: rlim_t, upTo hard: rlim_t) -> rlim_t? {
        let new = min(hard, wanted)
        return new > soft ? new : nil
    }
}

/// What a service needs descriptors for.
struct DescriptorNeeds: Sendable, Hashable {
    /// For the process itself: its standard streams, libzmq's and the loops' event descriptors, connections to the other
    /// services, and files that are open for a moment.
    static let process = 64
    /// For one household's shard: the writer and ``ShardLimits/readers`` readers with database and log each, the shared
    /// memory of the log, the lock, and temporary files and copies.
    static let shard = 2 * (1 + ShardLimits().readers) + 10
    /// Households that may be added while the process runs.
    static let spareHouseholds = 4
    /// The fewest connections of clients that a service starts with: those of the other services, and of a busy household.
    static let leastConnections = 64
    /// The most connections of clients, however many descriptors there are.
    static let mostConnections = 4_096

    /// Connections to servers outside.
    var outside: Int
    /// Households that there are.
    var households: Int

    /// Names the needs.
    init(outside: Int, households: Int) { (self.outside, self.households) = (outside, households) }

    /// The needs of a service with the households that it finds.
    init(of service: any HearthService.Type, _ settings: ServiceSettings) {
        let root = settings.shards.value ?? settings.data.value
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        self.init(
            outside: service.outsideConnections,
            households: names.count { FileManager.default.fileExists(atPath: "\(root)/\($0)/\(service.name).sqlite") })
    }

    /// Descriptors that are not for clients.
    var reserved: Int { Self.process + Self.shard * (households + Self.spareHouseholds) + outside }

    /// The fewest descriptors with which the service starts.
    var least: Int { reserved + 2 * Self.leastConnections }

    /// How many clients may be connected with so many descriptors: half of those that are left. The other half is for
    /// connections that have not said anything yet, of which nothing but the descriptor exists.
    func connections(of limit: Int) -> Int { min(Self.mostConnections, max(0, limit - reserved) / 2) }
}

/// The process may have fewer descriptors than it needs.
package struct DescriptorShortage: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many it may have.
    package let limit: Int
    /// How many it needs.
    package let needed: Int

    package var description: String {
        "the process may open \(limit) files and needs \(needed): raise the limit (ulimit -n \(needed), or LimitNOFILE= of the"
            + " unit)"
    }
}
