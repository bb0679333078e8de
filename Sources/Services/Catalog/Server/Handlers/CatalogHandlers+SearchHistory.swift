internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

extension Library {
    func recents(for viewer: Viewer) async throws -> RecentSearches {
        let profile = try viewer.actingProfile
        return try await read(viewer) { try SearchHistory.list(profile, $0) }
    }

    func note(_ request: Catalog.NoteSearch, _ call: ServerCall, for viewer: Viewer) async throws -> RecentSearches {
        let text = request.text.trimmingSpaces()
        guard (1...Catalog.NoteSearch.maximumCharacters).contains(text.count) else {
            throw RPCError.invalidArgument("text", "1 to \(Catalog.NoteSearch.maximumCharacters) characters")
        }
        let at = runtime.wallTime.millisecondsSince1970
        return try await change(call, for: viewer) { try SearchHistory.note(text, of: $0, at: at, $1) }
    }

    func forget(
        _ request: Catalog.ForgetSearches, _ call: ServerCall, for viewer: Viewer
    ) async throws -> RecentSearches {
        try await change(call, for: viewer) { try SearchHistory.forget(request.text, of: $0, $1) }
    }

    func set(
        _ request: Catalog.SetSearchHistory, _ call: ServerCall, for viewer: Viewer
    ) async throws -> RecentSearches {
        try await change(call, for: viewer) { try SearchHistory.set(isKept: request.isKept, of: $0, $1) }
    }

    private func change(
        _ call: ServerCall, for viewer: Viewer,
        _ body: @escaping @Sendable (_ profile: String, Database) throws -> Void
    ) async throws -> RecentSearches {
        let profile = try viewer.actingProfile
        return try await shards.shard(for: viewer.household).write(once: call) { db in
            try body(profile, db)
            return try SearchHistory.list(profile, db)
        }
    }

    func suggestions(_ request: Catalog.Suggest, for viewer: Viewer) async throws -> Suggestions {
        let suggesting = try SuggestionReader(request, for: viewer)
        return try await read(viewer, titles: { try suggesting.run($0, $1) })
    }

    func trendingSearches(for viewer: Viewer) async throws -> TrendingSearches {
        let since = runtime.wallTime.millisecondsSince1970 - SearchHistory.trendingTime.wholeMilliseconds
        return try await read(viewer) { db, columns in
            try SuggestionReader.finding(SearchHistory.trending(since: since, db), for: viewer, db, columns)
        }
    }
}

extension Viewer {
    /// The profile that owns searches and subscriptions.
    ///
    /// - Throws: `RPCError` FAILED_PRECONDITION for callers without a profile.
    var actingProfile: String {
        get throws {
            guard let profile else {
                throw RPCError(
                    .failedPrecondition, "Only a profile has searches and subscriptions of its own.", executed: .no)
            }
            return profile
        }
    }
}
