internal import Access
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Lists the sources of households.
struct SourceListReader: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListSources.self) { _, call in try await sources(for: call.viewer) }
    }

    /// The sources of the caller's household.
    func sources(for viewer: Viewer) async throws -> SourceList {
        let open = try await context.queue.openJobs(household: viewer.household)
        let (undoTime, now) = (context.queue.limits.undoTime, context.milliseconds)
        var list = try await context.read(viewer) { try Self.list(for: viewer, undoTime: undoTime, now: now, $0) }
        list.jobs = open.isEmpty ? nil : open
        return list
    }

    /// - Parameters:
    ///   - undoTime: how long an import can be undone.
    ///   - now: in milliseconds since 1970.
    private static func list(
        for viewer: Viewer, undoTime: Duration, now: Int64, _ db: Database
    ) throws -> SourceList {
        let scope = try ReadScope(db, policy: viewer.policy)
        let (jobs, held, all) = (try JobRecord.last(db), try JobRecord.held(db), try FeedTable.all(db))
        var feeds = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
        let tallies = Dictionary(grouping: try SourceStore.tallies(scope, db), by: \.source)
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
        shown += feeds.values.map(unread)
        var list = SourceList(sources: shown.sorted { $0.name < $1.name })
        for index in list.sources.indices {
            let name = list.sources[index].name
            list.sources[index].lastJob = jobs[name]
            if list.sources[index].feed?.problem != nil, held.contains(name) {
                list.sources[index].feed?.isHeld = true
            }
            let left = try list.sources[index].kind == .xtream ? XtreamBacklog.count(name, db) : 0
            if left > 0 { list.sources[index].feed?.titlesLeft = left }
            list.sources[index].maximumConnections = try ConnectionLimitTable.limit(of: name, db)
        }
        return list
    }

    /// A source without an import.
    private static func unread(_ feed: Feed) -> CatalogSource {
        var shown = CatalogSource(
            name: feed.name, kind: feed.kind, path: feed.shownAddress, imported: Date(timeIntervalSince1970: 0))
        shown.feed = feed.shown
        return shown
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
