internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Reads and changes profiles' progress and marks of titles.
struct ProgressManager: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient
    private let onWatched: @Sendable (_ household: String) -> Void

    /// - Parameter onWatched: called when titles were marked as watched in a household.
    init(
        store: PlaybackStore, catalog: CatalogClient, onWatched: @escaping @Sendable (_ household: String) -> Void
    ) {
        (self.store, self.catalog, self.onWatched) = (store, catalog, onWatched)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetProgress.self) { request, call in
            try await progress(request, for: call.viewer)
        }
        handlers.on(PlaybackState.MarkWatched.self) { request, call in
            try await mark(request.contents, request.season, watched: true, call, for: call.viewer)
        }
        handlers.on(PlaybackState.MarkUnwatched.self) { request, call in
            try await mark(request.contents, request.season, watched: false, call, for: call.viewer)
        }
        handlers.on(PlaybackState.HideFromContinueWatching.self) { request, call in
            try await hide(request.content, call, for: call.viewer)
            return Empty()
        }
    }

    // MARK: Progress

    private func progress(_ request: PlaybackState.GetProgress, for viewer: Viewer) async throws -> ProgressList {
        let profile = try viewer.actingProfile
        guard (1...PlaybackLimits.contents).contains(request.contents.count) else {
            throw RPCError.invalidArgument("contents", "1 to \(PlaybackLimits.contents) titles.")
        }
        let threshold = try Self.checked(request.watchedThreshold)
        let visibility = Visibility(viewer)
        return try await store.shard(for: viewer).read { db in
            let row = try ProfileTable.row(of: profile, db)
            return ProgressList(
                titles: try request.contents.map { content in
                    guard let row else { return TitleProgress(content: content) }
                    return try Self.title(content, of: row, threshold, visibility, db)
                })
        }
    }

    static func title(
        _ id: ContentID, of profile: Int64, _ threshold: Double, _ visibility: Visibility, _ db: Database
    ) throws -> TitleProgress {
        var title = TitleProgress(content: id)
        let statement = try db.cachedStatement(sql: "SELECT row, audience, kind FROM content WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id.rawValue]),
            visibility.allows(audience: row[1], kind: row[2])
        else {
            return title
        }
        let sessions = try WatchStateReader.sessions(of: profile, content: row[0], db)
        let marks = try MarkTable.marks(of: profile, content: row[0], db)
        let watchState = WatchState(sessions: sessions, marks: marks, threshold: threshold)
        title.fill(watchState)
        title.secondsPlayed = try PlayingTable.watched(in: sessions.map(\.row), db).map { Double($0) / 1_000 }
        title.variants = Set(sessions.map(\.variant)).sorted().compactMap { variant in
            let one = WatchState(
                sessions: sessions.filter { $0.variant == variant }, marks: marks, threshold: threshold)
            return one.variant == nil ? nil : VariantProgress(variant, one)
        }
        return title
    }

    static func checked(_ threshold: Double?) throws(RPCError) -> Double {
        guard let threshold else { return PlaybackLimits.watchedThreshold }
        guard threshold > 0, threshold <= 1 else {
            throw .invalidArgument("watchedThreshold", "must be above 0 and up to 1.")
        }
        return threshold
    }

    // MARK: Marks

    private static let markable: [ContentKind] = [.movie, .episode]

    private func mark(
        _ contents: [ContentID], _ season: Int32?, watched: Bool, _ call: ServerCall, for viewer: Viewer
    ) async throws -> MarkChange {
        let profile = try viewer.actingProfile
        guard (1...PlaybackLimits.marks).contains(contents.count) else {
            throw RPCError.invalidArgument("contents", "1 to \(PlaybackLimits.marks) titles.")
        }
        for content in contents { try ContentAuthorizer.checkForm(content, field: "contents") }
        if let season, season < 0 { throw RPCError.invalidArgument("season", "must be 0 or more.") }
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let known = await catalog.cards(of: contents, for: call)
        let marks = try await SeriesMarks(catalog: catalog, shard: shard).expand(contents, season: season, known, call)
        let authorizer = ContentAuthorizer(
            viewer: viewer, cards: marks.cards, kinds: Self.markable, field: "contents",
            refusal: "Movies, episodes and series can be marked; channels cannot.")
        let stamp = store.clocks.next(in: viewer.household)
        defer { if watched { onWatched(viewer.household) } }
        return try await shard.write(once: keyed, deadline: call.deadline) { db in
            let row = try ProfileTable.make(profile, db)
            var changed: Int32 = 0
            for content in marks.contents {
                // An episode that was never referred to is not watched, and needs no mark for it.
                if !watched, marks.episodes.contains(content), try ContentTable.row(of: content, db) == nil { continue }
                let (title, id) = try authorizer.reference(content, db)
                if try WatchStateReader.watchState(of: row, content: title, db).isWatched != watched { changed += 1 }
                if watched {
                    try MarkTable.put(.watched, at: stamp, profile: row, content: title, db)
                    try WatchedNoticeTable.put(id, of: profile, at: stamp, db)
                } else {
                    try MarkTable.putUnwatched(at: stamp, profile: row, content: title, db)
                }
            }
            return MarkChange(changed: changed)
        }
    }

    private func hide(_ content: ContentID, _ call: ServerCall, for viewer: Viewer) async throws {
        let profile = try viewer.actingProfile
        try ContentAuthorizer.checkForm(content, field: "content")
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let stamp = store.clocks.next(in: viewer.household)
        _ = try await shard.write(once: keyed, deadline: call.deadline) { db in
            let row = try ProfileTable.make(profile, db)
            // Only played titles are listed, so anything else is hidden already. A series has no row of its own yet.
            let statement = try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM content WHERE id = ?1 OR series = ?1)")
            guard try Bool.fetchOne(statement, arguments: [content.rawValue]) ?? false else { return Empty() }
            let title = try ContentTable.make(content, card: nil, db)
            try MarkTable.put(.hidden, at: stamp, profile: row, content: title, db)
            return Empty()
        }
    }
}

extension TitleProgress {
    mutating func fill(_ watchState: WatchState) {
        progress = watchState.reach.progress
        position = watchState.reach.position
        duration = watchState.reach.duration > 0 ? watchState.reach.duration : nil
        resume = watchState.resume()
        variant = watchState.variant
        isWatched = watchState.isWatched
        playCount = Int32(watchState.playCount)
        secondsWatched = watchState.secondsWatched
        lastWatched = watchState.lastWatched > .zero ? Date(watchState.lastWatched) : nil
    }
}

extension VariantProgress {
    init(_ variant: String, _ watchState: WatchState) {
        self.init(
            variant: variant, progress: watchState.reach.progress, position: watchState.reach.position,
            duration: watchState.reach.duration > 0 ? watchState.reach.duration : nil, resume: watchState.resume())
    }
}
