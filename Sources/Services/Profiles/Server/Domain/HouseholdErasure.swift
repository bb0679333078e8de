internal import GRDB
internal import HearthModel
internal import Logging
internal import ProfilesAPI
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle
internal import Synchronization

/// Counts the days of households that are to be deleted, and erases them.
///
/// An erased household's shard stays for a while without any data, to tell the other services of it.
struct HouseholdErasure: Sendable {
    private let shards: ShardDirectory
    private let openStreams: OpenStreams
    private let logger: Logger
    /// Called with a household that was erased.
    private let onErased: @Sendable (String) -> Void
    /// The households that may have days to count; nil before all were looked at.
    private let noted: Noted

    private final class Noted: Sendable {
        private let names = Mutex<Set<String>?>(nil)

        func insert(_ household: String) { names.withLock { _ = $0?.insert(household) } }

        /// Those that were noted; `all` at the first time.
        func take(_ all: () -> Set<String>) -> Set<String> {
            names.withLock { known in
                let noted = known ?? all()
                known = known ?? []
                return noted
            }
        }
    }

    init(
        shards: ShardDirectory, openStreams: OpenStreams, logger: Logger,
        onErased: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.shards, self.openStreams, self.logger, self.onErased) = (shards, openStreams, logger, onErased)
        noted = Noted()
    }

    /// Notes that the deletion of a household has begun.
    func note(_ household: String) { noted.insert(household) }

    /// Counts the service's running time, and erases the households whose days are over.
    ///
    /// - Parameter seconds: the running time since the last count.
    func passOver(after seconds: Int64) async {
        let households = noted.take { Set(shards.households()) }
        for household in households.sorted() {
            do {
                // Once noted it stays so: a deletion that is taken back may begin again at any moment.
                if try await pass(household, seconds) { note(household) }
            } catch {
                note(household)
                logger.notice(
                    "The days of a household that is to be deleted were not counted; it stays.",
                    metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }

    /// - Returns: whether there are more days to count.
    private func pass(_ household: String, _ seconds: Int64) async throws -> Bool {
        guard shards.openShards[household] != nil || shards.households().contains(household) else { return false }
        let shard = try await shards.shard(for: household)
        // The process may have ended when it had founded the household.
        try await RevocationLegacy(household, in: shards).move(into: shard)
        guard try await shard.read({ try HouseholdDeletionTable.find($0) }) != nil else { return false }
        let counted = try await shard.write(releasingBallast: true) { db in
            try HouseholdDeletionTable.grow(by: seconds, db)
            return try HouseholdDeletionTable.find(db)
        }
        guard let counted else { return false }
        if counted.isErased {
            // Before the first count: the process may have ended when it had erased the household.
            if counted.age == 0 { try await shards.overwriteDeleted(in: household) }
            guard counted.age >= ProfilesLimits.erasureLifetime.components.seconds else { return true }
            guard let identity = shard.identity else { return true }
            try await shards.eraseDeleted(household, identity)
            return false
        }
        if counted.age >= ProfilesLimits.deletionGrace.components.seconds {
            try await erase(household, in: shard)
        }
        return true
    }

    /// Erases a household here, and publishes that, in one write; then overwrites what was deleted.
    private func erase(_ household: String, in shard: Shard) async throws {
        let generations = try await shard.write(releasingBallast: true) { db -> PolicyGenerations? in
            guard let entry = try HouseholdDeletionTable.find(db), !entry.isErased,
                entry.age >= ProfilesLimits.deletionGrace.components.seconds
            else { return nil }
            try HouseholdDeletionTable.deleteAll(db)
            try HouseholdDeletionTable.noteErased(db)
            _ = try PolicyGenerationTable.raise(\.kids, db)
            let generations = try PolicyGenerationTable.raise(\.adults, db)
            try shard.outbox.append(Self.event(of: shard, generations), db)
            return generations
        }
        guard let generations else { return }
        shards.endOutdatedTokens(generations, of: household, openStreams)
        openStreams.end(in: household) { $0.service == nil }
        logger.notice("A household was deleted.", metadata: ["household": "\(household)"])
        onErased(household)
        try await shards.overwriteDeleted(in: household)
    }

    /// What other services are told of an erased household.
    static func event(of shard: Shard, _ generations: PolicyGenerations) -> ProfilesEvent {
        let identity = shard.identity?.text
        return ProfilesEvent(
            mustBeUnderstood: true, identity: identity, policyGenerations: generations,
            householdErased: ErasedHousehold(identity: identity ?? ""))
    }
}

/// Has the days of households that are to be deleted counted, by the monotonic clock.
struct HouseholdExpiry: Service {
    let erasure: HouseholdErasure
    let runtime: any Runtime

    /// The interval of the count. Time since the last count is lost when the service ends: a household is kept longer
    /// rather than shorter.
    static let interval = Duration.seconds(600)

    func run() async throws {
        await runtime.untilShutdown {
            var last = runtime.now
            await erasure.passOver(after: 0)
            while true {
                do { try await runtime.sleep(for: Self.interval) } catch { return }
                let now = runtime.now
                await erasure.passOver(after: last.duration(to: now).components.seconds)
                last = now
            }
        }
    }
}
