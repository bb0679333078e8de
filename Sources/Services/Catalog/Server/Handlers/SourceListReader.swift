internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

extension Library {
    /// Answers ``Catalog/ListSources``.
    func sources(for viewer: Viewer) async throws -> SourceList {
        let open = try await desk.openJobs(household: viewer.household)
        return try await read(viewer) { [undoTime = desk.limits.undoTime, now = milliseconds] db in
            let lens = try ReadScope(db, policy: viewer.policy)
            let (jobs, held, all) = (try JobRecord.last(db), try JobRecord.held(db), try FeedTable.all(db))
            var feeds = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
            let tallies = Dictionary(grouping: try SourceStore.tallies(lens, db), by: \.source)
            var shown = try SourceStore.all(db).map { source in
                var shown = CatalogSource(
                    name: source.name, kind: source.kind, path: source.path,
                    imported: Date(timeIntervalSince1970: Double(source.imported) / 1_000))
                for tally in tallies[source.id] ?? [] { shown.add(tally) }
                if source.kind == .guide { shown.channels = Int64(try GuideStore.channels(of: source.id, db).count) }
                shown.offeredGuides = FeedTable.offered(source.guides, by: source.name, all)
                if source.asksAboutAdult, viewer.policy.allowsAdult { shown.asksAboutAdult = true }
                shown.feed = feeds.removeValue(forKey: source.name)?.shown
                shown.add(
                    try UndoTable.all(source.id, since: now - undoTime.wholeMilliseconds, db), undoTime: undoTime)
                return shown
            }
            shown += feeds.values.map(Self.unread)
            var list = SourceList(sources: shown.sorted { $0.name < $1.name })
            for index in list.sources.indices {
                let name = list.sources[index].name
                list.sources[index].lastJob = jobs[name]
                if list.sources[index].feed?.problem != nil, held.contains(name) {
                    list.sources[index].feed?.isHeld = true
                }
                let left = try list.sources[index].kind == .xtream ? XtreamBacklog.count(name, db) : 0
                if left > 0 { list.sources[index].feed?.titlesLeft = left }
            }
            list.jobs = open.isEmpty ? nil : open
            return list
        }
    }

    /// A source without an import.
    private static func unread(_ feed: Feed) -> CatalogSource {
        var shown = CatalogSource(
            name: feed.name, kind: feed.kind, path: feed.shownAddress, imported: Date(timeIntervalSince1970: 0))
        shown.feed = feed.shown
        return shown
    }

    /// Milliseconds since 1970.
    private var milliseconds: Int64 { runtime.wallTime.millisecondsSince1970 }

    // MARK: Feeds

    /// Answers ``Catalog/AddSource``.
    func add(_ request: Catalog.AddSource, for viewer: Viewer) async throws -> ImportStarted {
        let (feed, most) = (try FeedValidator.feed(of: request, due: milliseconds), desk.limits.feeds)
        let known = try await shards.shard(for: viewer.household).write { db in
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
        desk.notifyFeedsChanged(household: viewer.household)
        return ImportStarted(job: try await desk.refresh(known, household: viewer.household))
    }

    private static func nameTaken(_ kind: ImportKind) -> RPCError {
        RPCError(.failedPrecondition, kind.nameTaken, executed: .no)
    }

    /// Answers ``Catalog/UpdateSource``.
    func update(
        _ request: Catalog.UpdateSource, _ call: ServerCall, for viewer: Viewer
    ) async throws -> CatalogSource {
        let (name, now) = (try Self.checkedName(request.source), milliseconds)
        let shard = try await shards.shard(for: viewer.household)
        _ = try await shard.write(once: try KeyedCall(call), deadline: call.deadline) { db in
            guard var feed = try FeedTable.find(name, db) else { throw try Self.noFeed(name, db) }
            try FeedValidator.change(&feed, by: request, at: now)
            try FeedTable.put(feed, db)
            return Empty()
        }
        desk.notifyFeedsChanged(household: viewer.household)
        guard let source = try await sources(for: viewer).sources.first(where: { $0.name == name }) else {
            throw Self.noSource
        }
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

    /// Answers ``Catalog/RefreshSource``.
    func refresh(_ request: Catalog.RefreshSource, for viewer: Viewer) async throws -> ImportStarted {
        let name = try Self.checkedName(request.source)
        let feed = try await read(viewer) { db in
            guard let feed = try FeedTable.find(name, db) else { throw try Self.noFeed(name, db) }
            return feed
        }
        guard !feed.isDisabled else {
            throw RPCError(.failedPrecondition, "The source is disabled. Enable it first.", executed: .no)
        }
        return ImportStarted(
            job: try await desk.refresh(
                feed, allowsShrinking: request.allowsShrinking ?? false, isDryRun: request.isDryRun ?? false,
                household: viewer.household))
    }

    /// Answers ``Catalog/UndoImport``.
    func undo(_ request: Catalog.UndoImport, for viewer: Viewer) async throws -> ImportStarted {
        let name = try Self.checkedName(request.source)
        let oldest = milliseconds - desk.limits.undoTime.wholeMilliseconds
        let (undoable, last) = try await read(viewer) { db in
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
            job: try await desk.enqueue(
                .undo, source: name, path: request.job, allowsShrinking: true, household: viewer.household))
    }
}

extension CatalogSource {
    /// - Parameter imports: the newest first.
    fileprivate mutating func add(_ imports: [UndoTable.Row], undoTime: Duration) {
        func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
        let shown = imports.map { row in
            UndoableImport(job: row.job, at: date(row.at), until: date(row.at + undoTime.wholeMilliseconds))
        }
        (undoable, undoableUntil) = (shown.first?.job, shown.first?.until)
        undoHistory = shown.count > 1 ? shown : nil
    }

    fileprivate mutating func add(_ tally: SourceStore.Tally) {
        switch tally.kind {
        case _ where tally.isStale: stale += tally.titles
        case KindBit.movie: movies += tally.titles
        case KindBit.episode: episodes += tally.titles
        case KindBit.channel: channels += tally.titles
        default: break
        }
    }
}
