internal import Access
package import GRDB
package import HearthModel
package import Logging
package import RPC
internal import ServiceLifecycle
internal import Synchronization

/// Applies another service's events, household by household, each event exactly once: the cursor moves in the
/// transaction that applies the event.
///
/// It follows every household that has a shard here, including shards created later, across restarts of either side. A
/// rejected event stops its pair of source and household, so that no later event is applied out of order: health
/// reports it by name until the next start. So does a snapshot of another household of the same name, of which nothing
/// is applied.
package final class EventFollower<Request: RPCServerStream>: Service where Request.ResponseItem: HouseholdEvent {
    package typealias Event = Request.ResponseItem

    /// The source to follow.
    package struct Source: Sendable {
        /// The other service's name.
        package var name: String
        /// The channel to it.
        package var channel: any RPCChannel
        /// The subscription request.
        package var request: Request
        /// A token with which this service acts on its own behalf in a household.
        package var token: @Sendable (_ household: String) async throws -> TokenLease

        package init(
            name: String, channel: any RPCChannel, request: Request,
            token: @escaping @Sendable (_ household: String) async throws -> TokenLease
        ) {
            (self.name, self.channel, self.request, self.token) = (name, channel, request, token)
        }
    }

    private let source: Source
    private let shards: ShardDirectory
    private let health: HealthRegistry
    private let logger: Logger
    private let apply: @Sendable (Event, Database) throws -> Void
    private let applied: @Sendable (Event, _ household: String) async -> Void

    /// The retry delay for a household whose shard cannot apply events now.
    private static var pause: Duration { .seconds(1) }

    /// - Parameters:
    ///   - apply: Applies an event in a transaction. An error stops the pair; a full or failing disk does not.
    ///   - applied: Does the event's follow-up work outside the shard, once the event is durable there. A crash in
    ///     between skips it: the start has to do the same work.
    package init(
        _ source: Source, into shards: ShardDirectory, health: HealthRegistry, logger: Logger,
        apply: @escaping @Sendable (Event, Database) throws -> Void,
        applied: @escaping @Sendable (Event, _ household: String) async -> Void = { _, _ in }
    ) {
        self.source = source
        self.shards = shards
        self.health = health
        self.logger = logger
        self.apply = apply
        self.applied = applied
    }

    /// Follows another service as a component of this one, with this service's own key.
    ///
    /// - Parameter revokes: Whether an event revokes a viewer's access: once it is applied, the viewer's open streams
    ///   end, as do those of outdated tokens (`PolicyGenerations`).
    /// - Throws: `KeyFileError` when the key cannot be read or created.
    package convenience init(
        _ request: Request, as service: String, in environment: ServiceEnvironment,
        revokes: (@Sendable (Event, Viewer) -> Bool)? = nil,
        apply: @escaping @Sendable (Event, Database) throws -> Void,
        applied: @escaping @Sendable (Event, _ household: String) async -> Void = { _, _ in }
    ) throws where Request.Service: ServiceContract {
        let openStreams = environment.openStreams
        let ended: @Sendable (Event, String) async -> Void = { event, household in
            openStreams.end(in: household) { viewer in
                event.erasesHousehold || event.policyGenerations?.isOutdated(viewer) == true
                    || revokes?(event, viewer) == true
            }
            await applied(event, household)
        }
        let keys = KeyStore(directory: "\(environment.dataDirectory)/keys", runtime: environment.runtime)
        let tokens = try ServiceTokenSource(
            key: keys.serviceKey(service), runtime: environment.runtime, identity: environment.shards.identity(of:))
        self.init(
            Source(
                name: Request.Service.serviceName, channel: environment.clients.channel(to: Request.Service.self),
                request: request,
                token: { try await tokens.lease(for: $0) }),
            into: environment.shards, health: environment.health, logger: environment.logger, apply: apply,
            applied: ended)
    }

    package func run() async throws {
        await shards.runtime.untilShutdown { [self] in await followAll() }
    }

    /// Follows until the task is cancelled.
    package func followAll() async {
        let openings = shards.openings()
        // Those that are erased are followed again when another household of the name has a shard.
        let followed = FollowedHouseholds()
        await withTaskGroup { group in
            for await household in openings where followed.insert(household) {
                group.addTask { [self] in
                    if await follow(household) { followed.remove(household) }
                }
            }
            group.cancelAll()
        }
    }

    /// The name of this pair's health component.
    private var part: String { "events from \(source.name)" }

    /// - Returns: whether the household was erased.
    private func follow(_ household: String) async -> Bool {
        // Whether the source has rejected this household as another one of the same name.
        var isOther = false
        while !Task.isCancelled {
            do {
                try await followOnce(household) {
                    if isOther { health.set(part, .serving) }
                    isOther = false
                }
            } catch let error as RPCError where error.detail(HouseholdProblem.self)?.code == .otherHousehold {
                // Retried: an operator may restore the right shard at the source.
                if !isOther { reportOtherHousehold(household) }
                isOther = true
            } catch is HouseholdErased {
                return true
            } catch ShardError.unknownHousehold {
                // Another follower of this service has erased it.
                return true
            } catch let refusal as EventRejected {
                let reason = "events of \(source.name) for \(household) stopped at \(refusal.event): \(refusal.reason)"
                health.set(part, .degraded, reason: reason)
                logger.error(
                    "An event of another service cannot be applied; nothing after it is, until the next start.",
                    metadata: [
                        "source": "\(source.name)", "household": "\(household)", "error": "\(refusal.reason)",
                    ])
                return false
            } catch {
                logger.debug(
                    "Events of another service are not followed now.",
                    metadata: ["source": "\(source.name)", "household": "\(household)", "error": "\(error)"])
            }
            do { try await shards.runtime.sleep(for: Self.pause) } catch { return false }
        }
        return false
    }

    private func reportOtherHousehold(_ household: String) {
        let reason = "\(source.name) holds another household called \(household); none of its events are applied"
        health.set(part, .degraded, reason: reason)
        logger.error(
            "Another service holds the data of another household; none of its events are applied.",
            metadata: ["source": "\(source.name)", "household": "\(household)"])
    }

    private func followOnce(_ household: String, begun: () -> Void) async throws {
        let name = source.name
        let cursor = try await shards.shard(for: household).read { try OutboxTable.cursor(of: name, $0) }
        let client = RPCClient<Request.Service>(source.channel)
        let token = source.token
        let tokens = TokenSource { () async throws(RPCError) -> TokenLease in
            do {
                return try await token(household)
            } catch {
                throw RPCError(.unavailable, "No token could be made: \(error)", executed: .no)
            }
        }
        let items = client.follow(source.request, after: cursor) { CallOptions(tokens: tokens) }
        for try await element in items {
            try await take(element.item, at: element.position, household)
            begun()
        }
    }

    /// Applies an event and moves the cursor in one transaction.
    private func take(_ event: Event, at position: StreamPosition?, _ household: String) async throws {
        let (name, apply) = (source.name, apply)
        let shard = try await shards.shard(for: household)
        let failPoints = shard.options.failPoints
        failPoints.reach(.eventReceived)
        if event.erasesHousehold { try await erase(household, of: event, in: shard) }
        let published = event.household
        let (outcome, quarantine) = try await shard.write { db -> (EventRejected?, QuarantineSummary?) in
            if let published, try HouseholdIdentityTable.adopt(published, db) != published {
                return (.ofOtherHousehold(String(describing: type(of: event))), nil)
            }
            do {
                try db.rollingBackOnError { try apply(event, $0) }
            } catch let error as TransactionLost {
                // The disk's fault, or another write's in the batch: not the event's.
                throw error
            } catch let error as DatabaseError where error.isFull {
                throw error
            } catch {
                return (EventRejected(event: String(describing: type(of: event)), reason: "\(error)"), nil)
            }
            failPoints.reach(.eventApplied)
            if let generations = event.policyGenerations { try PolicyGenerationTable.set(generations, db) }
            if let position { try OutboxTable.advance(name, to: position, db) }
            failPoints.reach(.cursorMoved)
            return (nil, try QuarantineTable.summary(db))
        }
        if let quarantine { shards.quarantine.set(quarantine, of: household) }
        if let outcome { throw outcome }
        if let generations = event.policyGenerations { shards.policies.set(generations, of: household) }
        if let published, !shard.knowsIdentity { shards.cacheIdentity(published, of: household) }
        await applied(event, household)
        failPoints.reach(.eventTaken)
    }
}

extension EventFollower {
    /// Erases everything of a household that was deleted, unless the shard is another household's of that name.
    ///
    /// - Throws: ``HouseholdErased`` when it is done.
    private func erase(_ household: String, of event: Event, in shard: Shard) async throws {
        guard let published = event.household, shard.identity.map({ $0 == published }) ?? true else {
            throw EventRejected.ofOtherHousehold(String(describing: type(of: event)))
        }
        await applied(event, household)
        try await shards.eraseDeleted(household, published)
        logger.notice(
            "A household was deleted: all of its data here is erased.",
            metadata: ["household": "\(household)", "source": "\(source.name)"])
        throw HouseholdErased()
    }
}

/// The households that a follower follows.
private final class FollowedHouseholds: Sendable {
    private let names = Mutex<Set<String>>([])

    /// - Returns: whether it was not followed.
    func insert(_ household: String) -> Bool { names.withLock { $0.insert(household).inserted } }

    func remove(_ household: String) { names.withLock { _ = $0.remove(household) } }
}

/// The household of a shard was deleted, and is erased.
private struct HouseholdErased: Error {}

/// An event that the receiver cannot apply.
private struct EventRejected: Error {
    let event: String
    let reason: String

    static func ofOtherHousehold(_ event: String) -> EventRejected {
        EventRejected(
            event: event, reason: "it is of another household of the same name; none of its events are applied")
    }
}
