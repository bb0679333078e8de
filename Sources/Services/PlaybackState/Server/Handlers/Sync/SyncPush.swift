internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Takes in what devices have queued while they were offline.
struct SyncPush: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient
    private let activity: Activity
    private let onChange: @Sendable (_ household: String) -> Void

    /// - Parameter onChange: called when a device's operations were applied in a household.
    init(
        store: PlaybackStore, catalog: CatalogClient, activity: Activity,
        onChange: @escaping @Sendable (_ household: String) -> Void
    ) {
        self.store = store
        self.catalog = catalog
        self.activity = activity
        self.onChange = onChange
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.PushChanges.self) { request, call in
            try await push(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ListConflicts.self) { request, call in
            try await conflicts(request, for: call.viewer)
        }
        handlers.on(PlaybackState.ReverseConflict.self) { request, call in
            try await reverse(request, call, for: call.viewer)
        }
    }

    // MARK: Push

    private func push(
        _ request: PlaybackState.PushChanges, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SyncPushed {
        let profile = try viewer.actingProfile
        try Self.check(request)
        guard let device = try SyncFeed.device(request.device, viewer) else {
            throw RPCError.invalidArgument("device", "must name the device.")
        }
        let shard = try await store.shard(for: viewer)
        try await shard.read { try SyncAccess.checkIsOn([profile], $0) }
        let reader = OperationReader(
            clocks: store.clocks, runtime: store.runtime, household: viewer.household)
        let (read, refused) = try SyncPushes.read(request.operations, by: reader.read) {
            SyncResult(id: $0.id, refusal: $1)
        }
        var timed = read
        var results = Dictionary(uniqueKeysWithValues: refused.map { ($0.id, $0) })
        let cards = await cards(of: timed.map(\.operation), call)
        // Sorted across transactions, too; each is short, so that reports are not kept waiting.
        timed.sort { $0.stamp < $1.stamp }
        for start in stride(from: 0, to: timed.count, by: PlaybackLimits.operationsAtOnce) {
            let part = Array(timed[start..<min(start + PlaybackLimits.operationsAtOnce, timed.count)])
            for result in try await apply(part, device, cards, viewer, shard) { results[result.id] = result }
        }
        let ordered = request.operations.compactMap { results[$0.id] }
        let now = store.clocks.milliseconds(in: viewer.household)
        try await shard.write { db in
            // It may have been deleted since its operations were applied.
            guard try !ProfileTable.isDeleted(profile, db) else { return }
            try SyncDeviceTable.pushed(ordered, by: device, profile: profile, at: now, db)
        }
        onChange(viewer.household)
        return SyncPushed(results: ordered, clock: store.clocks.next(in: viewer.household).milliseconds)
    }

    private static func check(_ request: PlaybackState.PushChanges) throws(RPCError) {
        let (limit, most) = (PlaybackState.PushChanges.maximumCount, PlaybackState.PushChanges.maximumReports)
        try SyncPushes.check(request.operations.map(\.id), limit: limit)
        let reports = request.operations.reduce(0) { $0 + ($1.reports?.count ?? 0) + ($1.play?.reports.count ?? 0) }
        guard reports <= most else { throw .invalidArgument("operations", "at most \(most) reports.") }
    }

    /// The cards of the titles that operations name.
    private func cards(of operations: [PlaybackOperation], _ call: ServerCall) async -> CatalogClient.Cards {
        let contents = Set(operations.flatMap(OperationReader.contents)).sorted { $0.rawValue < $1.rawValue }
        var cards = CatalogClient.Cards()
        for start in stride(from: 0, to: contents.count, by: PlaybackLimits.contents) {
            let part = Array(contents[start..<min(start + PlaybackLimits.contents, contents.count)])
            let found = await catalog.cards(of: part, for: call)
            cards.found.merge(found.found) { first, _ in first }
            cards.hasResponse = cards.hasResponse && found.hasResponse
            guard found.hasResponse else { break }
        }
        return cards
    }

    private func apply(
        _ operations: [TimedOperation], _ device: String, _ cards: CatalogClient.Cards, _ viewer: Viewer,
        _ shard: Shard
    ) async throws -> [SyncResult] {
        let profile = try viewer.actingProfile
        let now = store.clocks.milliseconds(in: viewer.household)
        let results = try await shard.write { db in
            let applier = OperationApplier(
                profile: profile, row: try ProfileTable.make(profile, db), device: device, viewer: viewer,
                cards: cards, now: now, db: db)
            return try applier.apply(operations)
        }
        for entry in operations.flatMap(\.reports) {
            guard let session = entry.session else { continue }
            let stored = ReportTable.Report(session: session, report: entry.report)
            await activity.reported([stored], in: viewer.household, shard)
        }
        return results
    }

    // MARK: Conflicts

    private func conflicts(
        _ request: PlaybackState.ListConflicts, for viewer: Viewer
    ) async throws -> SyncConflictList {
        let profile = try viewer.actingProfile
        let visibility = Visibility(viewer)
        let shard = try await store.shard(for: viewer)
        return try await SyncFeed.conflicts(
            of: profile, request.page, at: store.clocks.milliseconds(in: viewer.household), in: shard
        ) { try visibility.allows(key: $0.key, $1) }
    }

    private func reverse(
        _ request: PlaybackState.ReverseConflict, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SyncConflict {
        let profile = try viewer.actingProfile
        let visibility = Visibility(viewer)
        let shard = try await store.shard(for: viewer)
        let known = try await shard.read { db in
            try SyncAccess.checkIsOn([profile], db)
            let known = try SyncConflictTable.find(request.id, of: profile, dropping: PlaybackOperation.self, db)
            guard try visibility.allows(key: known.conflict.key, db) else { throw RPCError.unknownSyncConflict() }
            return known
        }
        let cards = await cards(of: [known.dropped], call)
        let stamp = store.clocks.next(in: viewer.household)
        let now = store.clocks.milliseconds(in: viewer.household)
        defer { onChange(viewer.household) }
        return try await shard.write { db in
            // Read again: another call may have reversed it.
            let known = try SyncConflictTable.find(request.id, of: profile, dropping: PlaybackOperation.self, db)
            guard known.conflict.reversed == nil else { return known.conflict }
            var operation = known.dropped
            operation.id = "reversed-\(request.id)"
            let applier = OperationApplier(
                profile: profile, row: try ProfileTable.make(profile, db), device: Self.reversals, viewer: viewer,
                cards: cards, now: now, db: db)
            let results = try applier.apply([
                TimedOperation(operation: operation, stamp: stamp, seen: stamp.milliseconds)
            ])
            if let refused = results.first(where: { $0.outcome == .refused }) {
                throw RPCError.syncConflict(refused.message ?? "it was refused.")
            }
            try SyncConflictTable.reverse(request.id, at: now, db)
            return try SyncConflictTable.find(request.id, of: profile, dropping: PlaybackOperation.self, db).conflict
        }
    }

    /// The name under which reversals count as operations. No device has it, as names are not empty.
    private static let reversals = ""
}

extension Visibility {
    /// Whether the viewer may see a title by its id; one that is unknown here as one without a card.
    fileprivate func allows(key: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT audience, kind FROM content WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [key]) else { return includesWithoutCard }
        return allows(audience: row[0], kind: row[1])
    }
}
