internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// The households' catalogs for the handlers: validates a request, and answers it from the caller's household alone.
struct Library: Sendable {
    let shards: ShardDirectory
    let desk: ImportQueue
    let trending: TrendingCache
    let runtime: any Runtime

    func read<Value: Sendable>(
        _ viewer: Viewer, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await shards.shard(for: viewer.household).read(body)
    }

    /// Seconds since 1970.
    var now: Int64 { milliseconds / 1_000 }
    /// Milliseconds since 1970.
    private var milliseconds: Int64 { runtime.wallTime.millisecondsSince1970 }

    // MARK: Titles

    func search(_ request: Catalog.Search, for viewer: Viewer) async throws -> SearchResults {
        let search = try CatalogSearch(
            request, policy: viewer.policy, profile: viewer.profile, at: runtime.wallTime)
        let found = try await read(viewer, titles: { try search.run($0, $1) })
        guard search.includesOutsideTitles else { return found }
        return try await addOutsideTitles(request, to: found, for: viewer)
    }

    /// Streams all titles; each batch is a read of its own.
    func list(_ request: Catalog.ListTitles, _ writer: RPCWriter<TitleBatch>, for viewer: Viewer) async throws {
        let lister = try TitleLister(request, policy: viewer.policy)
        var position: Int64? = 0
        while let after = position {
            let piece = try await read(viewer) { try lister.piece(after: after, $0) }
            if !piece.cards.isEmpty { try await writer.write(TitleBatch(cards: piece.cards)) }
            position = piece.through
        }
    }

    func title(_ request: Catalog.GetTitle, for viewer: Viewer) async throws -> Title {
        let reader = try TitleReader(request.id, policy: viewer.policy)
        let title = try await read(viewer) { [milliseconds] in try reader.title(now: milliseconds, $0) }
        desk.opened.note(request.id.rawValue, household: viewer.household)
        return title
    }

    func episodes(_ request: Catalog.ListEpisodes, for viewer: Viewer) async throws -> EpisodeList {
        let reader = try EpisodeReader(request, policy: viewer.policy)
        return try await read(viewer) { try reader.run($0) }
    }

    func cards(_ request: Catalog.GetCards, for viewer: Viewer) async throws -> CardList {
        guard (1...Catalog.GetCards.maximumCount).contains(request.ids.count) else {
            throw RPCError.invalidArgument("ids", "1 to \(Catalog.GetCards.maximumCount) ids")
        }
        return try await read(viewer) { db in
            let lens = try ReadScope(db, policy: viewer.policy)
            let found = try CardReader.find(request.ids.map(\.rawValue), db, lens)
            return CardList(cards: request.ids.compactMap { found[$0.rawValue]?.card })
        }
    }

    func stream(_ request: Catalog.ResolveStream, for viewer: Viewer) async throws -> ResolvedStream {
        let reader = try TitleReader(request.id, policy: viewer.policy)
        return try await read(viewer) { [milliseconds] in
            try reader.stream(variant: request.variant, now: milliseconds, $0)
        }
    }

    func report(
        _ request: Catalog.ReportStream, _ call: ServerCall, for viewer: Viewer
    ) async throws -> StreamStanding {
        let reader = try TitleReader(request.id, policy: viewer.policy)
        guard [.failed, .worked].contains(request.outcome) else {
            throw RPCError.invalidArgument("outcome", "failed or worked")
        }
        return try await shards.shard(for: viewer.household).write(once: call) { [milliseconds] db in
            try reader.report(request.outcome, of: request.variant, now: milliseconds, db)
        }
    }

    func explanation(_ request: Catalog.Explain, for viewer: Viewer) async throws -> Explanation {
        let reader = try ExplanationReader(request.id, policy: viewer.policy)
        return try await read(viewer) { [milliseconds] in try reader.run(now: milliseconds, $0) }
    }

    /// Streams the changes of the household's titles to a follower, for as long as its call lasts.
    func follow(_ writer: RPCWriter<CatalogEvent>, _ call: ServerCall, for viewer: Viewer) async throws {
        let shard = try await shards.shard(for: viewer.household)
        try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: CatalogOutbox())
    }

    // MARK: The guide

    func nowNext(_ request: Catalog.NowNext, for viewer: Viewer) async throws -> NowNextPage {
        let reader = try NowNextReader(request, policy: viewer.policy, now: now)
        return try await read(viewer) { try reader.run($0) }
    }

    /// Streams the current programmes of all channels; they are read at once, and of one time.
    func list(_ request: Catalog.ListOnAir, _ writer: RPCWriter<OnAirBatch>, for viewer: Viewer) async throws {
        let at = try request.at.map { try GuideTime.seconds($0, field: "at") }
        let shard = try await shards.shard(for: viewer.household)
        let moment = try await shard.read { [desk, now] db in
            let lens = try ReadScope(db, policy: viewer.policy)
            let list = try desk.onAir.list(of: shard, generation: lens.generation, db)
            return try list.moment(at ?? now, for: lens.audience.live, keeps: at == nil, db)
        }
        var place = 0
        while let batch = moment.batch(from: &place, onlyWithGuide: request.onlyWithGuide ?? false) {
            try await writer.write(batch)
        }
    }

    func grid(_ request: Catalog.GuideGrid, for viewer: Viewer) async throws -> Grid {
        let reader = try GridReader(request, policy: viewer.policy)
        return try await read(viewer) { try reader.run($0) }
    }

    // MARK: Jobs

    func job(_ id: String, for viewer: Viewer) async throws -> ImportJob {
        guard let record = try await desk.job(id, household: viewer.household) else {
            throw RPCError(.notFound, "There is no such import, or it was too long ago.")
        }
        var job = record.job
        if var report = job.report {
            report.addedSamples = report.addedSamples?.filter { viewer.policy.allows($0) }
            report.changedSamples = report.changedSamples?.filter { viewer.policy.allows($0) }
            report.removedSamples = report.removedSamples?.filter { viewer.policy.allows($0) }
            report.guideSamples = report.guideSamples?.limited(to: viewer.policy)
            if report.asksAboutAdult == true, try await !asksAboutAdult(job.source, viewer) {
                report.asksAboutAdult = nil
            }
            job.report = report
        }
        guard job.report != nil, !record.adultSamples.isEmpty else { return job }
        job.report?.adultSamples = try await read(viewer) { db in
            let lens = try ReadScope(db, policy: viewer.policy)
            let found = try CardReader.find(record.adultSamples, db, lens)
            return record.adultSamples.compactMap { found[$0]?.card }
        }
        return job
    }

    /// Whether the household still has to decide about a source's adult titles, and the viewer may. A dry run does not
    /// ask yet.
    private func asksAboutAdult(_ source: String, _ viewer: Viewer) async throws -> Bool {
        guard viewer.policy.allowsAdult else { return false }
        return try await read(viewer) { try SourceStore.find(source, $0)?.asksAboutAdult ?? false }
    }

    /// Streams a job's progress, up to its end.
    func follow(
        _ id: String, _ writer: RPCWriter<ImportJob>, after last: StreamPosition?, for viewer: Viewer
    ) async throws {
        try await writer.follow(job: id, after: last, runtime: runtime) {
            let job = try await job(id, for: viewer)
            return JobState(job, sequence: job.sequence, isEnd: job.state.isEnd)
        }
    }

    func cancel(_ id: String, for viewer: Viewer) async throws -> ImportJob {
        // Also one that an earlier run of the service has left.
        try await desk.resume(household: viewer.household)
        desk.cancel(id, household: viewer.household)
        return try await job(id, for: viewer)
    }
}
