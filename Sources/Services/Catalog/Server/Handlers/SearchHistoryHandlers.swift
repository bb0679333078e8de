internal import Access
internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Suggests searches, and keeps the profiles' search histories.
struct SearchHistoryHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.Suggest.self) { request, call in
            let viewer = try call.viewer
            let reader = try SuggestionReader(request, for: viewer)
            return try await context.read(viewer, titles: { try reader.run($0, $1) })
        }
        handlers.on(Catalog.ListRecentSearches.self) { _, call in
            let viewer = try call.viewer
            let profile = try viewer.actingProfile
            return try await context.read(viewer) { try SearchHistory.list(profile, $0) }
        }
        handlers.on(Catalog.NoteSearch.self) { request, call in
            let text = request.text.trimmingSpaces()
            guard (1...Catalog.NoteSearch.maximumCharacters).contains(text.count) else {
                throw RPCError.invalidArgument(
                    "text", "must be between 1 and \(Catalog.NoteSearch.maximumCharacters) characters")
            }
            let at = context.milliseconds
            return try await change(call) { try SearchHistory.note(text, of: $0, at: at, $1) }
        }
        handlers.on(Catalog.ForgetSearches.self) { request, call in
            try await change(call) { try SearchHistory.forget(request.text, of: $0, $1) }
        }
        handlers.on(Catalog.SetSearchHistory.self) { request, call in
            try await change(call) { try SearchHistory.set(isKept: request.isKept, of: $0, $1) }
        }
        handlers.on(Catalog.ListTrendingSearches.self) { _, call in
            let viewer = try call.viewer
            let since = context.milliseconds - SearchHistory.trendingTime.wholeMilliseconds
            return try await context.read(viewer) { db, columns in
                try SuggestionReader.finding(SearchHistory.trending(since: since, db), for: viewer, db, columns)
            }
        }
    }

    /// Changes the search history of the caller's profile.
    private func change(
        _ call: ServerCall,
        _ body: @escaping @Sendable (_ profile: String, Database) throws -> Void
    ) async throws -> RecentSearches {
        let viewer = try call.viewer
        let profile = try viewer.actingProfile
        return try await context.shards.shard(for: viewer.household).write(once: call) { db in
            try body(profile, db)
            return try SearchHistory.list(profile, db)
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
