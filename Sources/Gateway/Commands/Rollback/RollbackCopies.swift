internal import Foundation
internal import RPC
internal import ServiceKit

/// The copies from before upgrades in a data directory, and which of them a rollback goes back to.
struct RollbackCopies {
    /// A shard with its copies.
    struct Shard: Sendable {
        var service: String
        var household: String
        /// The shard's schema; nil when it is missing or cannot be read.
        var schema: Int64?
        /// The latest first.
        var copies: [UpgradeCopy]

        /// The latest copy of an earlier schema than the shard has: going back twice goes back two upgrades.
        var target: UpgradeCopy? {
            guard let schema else { return copies.first }
            return copies.first { ShardCopy.isNewer(schema, than: $0.manifest.fromSchema) }
        }
    }

    /// The shards that have copies, by household and service.
    let shards: [Shard]

    /// Looks for copies; of running services, too.
    ///
    /// - Parameters:
    ///   - service: the only service; nil for all.
    ///   - household: the only household; nil for all.
    init(data: String, roots: [String: String], service: String?, household: String?) async {
        let households = DataDirectoryCheck.households(in: data).filter { household == nil || $0 == household }
        let services = roots.keys.filter { service == nil || $0 == service }.sorted()
        shards = await Blocking.run(.queued) {
            households.flatMap { household in
                services.compactMap { service -> Shard? in
                    let path = "\(roots[service] ?? data)/\(household)/\(service).sqlite"
                    let copies = UpgradeFolder(shard: path).copies
                    guard !copies.isEmpty else { return nil }
                    let schema = try? ShardCopy.schemaVersion(ofShard: path)
                    return Shard(service: service, household: household, schema: schema, copies: copies)
                }
            }
        }
    }

    /// The shards that can go back.
    var candidates: [Shard] { shards.filter { $0.target != nil } }

    /// The shards that the build of the latest upgrade has upgraded: a rollback of all services goes back by one version,
    /// and leaves alone what an earlier version upgraded.
    var ofLatestUpgrade: [Shard] {
        let latest = candidates.compactMap(\.target).max { $0.manifest.taken < $1.manifest.taken }
        return candidates.filter { $0.target?.manifest.hearthVersion == latest?.manifest.hearthVersion }
    }
}

extension UpgradeCopy.Manifest {
    /// The version of the service that the copy needs, in words.
    var neededVersion: String {
        let schema = "one that knows schema \(fromSchema) and not \(toSchema)"
        return previousVersion.map { $0 == hearthVersion ? "\($0) or earlier (\(schema))" : $0 } ?? schema
    }
}
