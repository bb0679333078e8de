internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Changes the sources of households: their feeds at once, their contents by a job.
struct SourceEditor: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.AddSource.self) { request, call in try await add(request, for: call.viewer) }
        handlers.on(Catalog.UpdateSource.self) { request, call in try await update(request, call, for: call.viewer) }
        handlers.on(Catalog.RefreshSource.self) { request, call in try await refresh(request, for: call.viewer) }
        handlers.on(Catalog.UndoImport.self) { request, call in try await undo(request, for: call.viewer) }
        handlers.on(Catalog.RemoveSource.self) { request, call in try await remove(request, for: call.viewer) }
    }

    private var queue: ImportQueue { context.queue }

    private func add(_ request: Catalog.AddSource, for viewer: Viewer) async throws -> ImportStarted {
        let (feed, most) = (try FeedValidator.feed(of: request, due: context.milliseconds), queue.limits.feeds)
        let known = try await context.shards.shard(for: viewer.household).write { db in
            if let known = try FeedTable.find(feed.name, db) {
                guard known.isSame(as: feed) else { throw Self.nameTaken(known.kind) }
                return known
            }
            if let source = try SourceStore.find(feed.name, db), source.imported > 0, source.kind != feed.kind {
                throw Self.nameTaken(source.kind)
            }
            guard try FeedTable.count(db) < most else {
                throw RPCError(.resourceExhausted, "There are \(most) sources already.", executed: .no)
            }
            try FeedValidator.checkGuide(feed, db)
            try FeedTable.put(feed, db)
            return feed
        }
        queue.notifyFeedsChanged(household: viewer.household)
        return ImportStarted(job: try await queue.refresh(known, household: viewer.household))
    }

    private static func nameTaken(_ kind: ImportKind) -> RPCError {
        RPCError(.failedPrecondition, kind.nameTaken, executed: .no)
    }

    private func update(
        _ request: Catalog.UpdateSource, _ call: ServerCall, for viewer: Viewer
    ) async throws -> CatalogSource {
        let (name, now) = (try FeedValidator.sourceName(request.source), context.milliseconds)
        let shard = try await context.shards.shard(for: viewer.household)
        _ = try await shard.write(once: try KeyedCall(call), deadline: call.deadline) { db in
            let known = try FeedTable.find(name, db)
            let kind = try known?.kind ?? SourceStore.find(name, db).flatMap { $0.imported > 0 ? $0.kind : nil }
            if let connections = request.maximumConnections, let kind {
                try FeedValidator.checkConnections(connections, of: kind)
                try ConnectionLimitTable.set(connections, of: name, db)
                if FeedValidator.changesConnectionsOnly(request) { return Empty() }
            }
            guard var feed = known else { throw try Self.noFeed(name, db) }
            try FeedValidator.change(&feed, by: request, at: now)
            try FeedTable.put(feed, db)
            return Empty()
        }
        queue.notifyFeedsChanged(household: viewer.household)
        let sources = try await SourceListReader(context: context).sources(for: viewer).sources
        guard let source = sources.first(where: { $0.name == name }) else { throw Self.noSource }
        return source
    }

    private static var noSource: RPCError { RPCError(.notFound, "There is no source with this name.") }

    /// Why a source cannot be refreshed or changed: it does not exist, or was only imported from a file.
    private static func noFeed(_ name: String, _ db: Database) throws -> RPCError {
        guard let source = try SourceStore.find(name, db), source.imported > 0 else { return noSource }
        return RPCError(
            .failedPrecondition,
            "This source was imported from a file, which cannot be fetched. Import the file again under the same name, or add an "
                + "address as a source of this name.", executed: .no)
    }

    private func refresh(_ request: Catalog.RefreshSource, for viewer: Viewer) async throws -> ImportStarted {
        let name = try FeedValidator.sourceName(request.source)
        let feed = try await context.read(viewer) { db in
            guard let feed = try FeedTable.find(name, db) else { throw try Self.noFeed(name, db) }
            return feed
        }
        guard !feed.isDisabled else {
            throw RPCError(.failedPrecondition, "The source is disabled. Enable it first.", executed: .no)
        }
        return ImportStarted(
            job: try await queue.refresh(
                feed, allowsShrinking: request.allowsShrinking ?? false, isDryRun: request.isDryRun ?? false,
                household: viewer.household))
    }

    private func undo(_ request: Catalog.UndoImport, for viewer: Viewer) async throws -> ImportStarted {
        let name = try FeedValidator.sourceName(request.source)
        let oldest = context.milliseconds - queue.limits.undoTime.wholeMilliseconds
        let (undoable, last) = try await context.read(viewer) { db in
            let row = try SourceStore.find(name, db).flatMap { try UndoTable.next($0.id, since: oldest, db) }
            return (row, try JobRecord.lastUndo(of: request.job, source: name, db))
        }
        guard let undoable, undoable.job == request.job else {
            // A retried call: the first response may have been lost.
            if let last { return ImportStarted(job: last) }
            throw RPCError(
                .failedPrecondition,
                "Imports of a source that changed something can be undone for a week, the last one first.",
                executed: .no)
        }
        return ImportStarted(
            job: try await queue.enqueue(
                .undo, source: name, path: request.job, allowsShrinking: true, household: viewer.household))
    }

    private func remove(_ request: Catalog.RemoveSource, for viewer: Viewer) async throws -> ImportStarted {
        let name = try FeedValidator.sourceName(request.source)
        let known = try await context.read(viewer) { db in
            let source = try SourceStore.find(name, db)
            let isThere = try source.map { $0.imported > 0 } ?? false || FeedTable.find(name, db) != nil
            return (isThere: isThere, removal: try JobRecord.lastRemoval(of: name, db))
        }
        if !known.isThere {
            // A retried call: the first response may have been lost.
            if let removal = known.removal { return ImportStarted(job: removal) }
            throw Self.noSource
        }
        let id = try await queue.enqueue(
            .removal, source: name, path: "", allowsShrinking: true, household: viewer.household)
        return ImportStarted(job: id)
    }
}
