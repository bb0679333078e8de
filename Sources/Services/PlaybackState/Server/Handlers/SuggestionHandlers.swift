internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Generates suggestions on demand, and keeps what is never suggested.
struct SuggestionHandlers: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient
    private let suggestions: Suggestions

    init(store: PlaybackStore, catalog: CatalogClient, suggestions: Suggestions) {
        (self.store, self.catalog, self.suggestions) = (store, catalog, suggestions)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GenerateSuggestions.self) { request, call in
            try await generate(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.NeverSuggest.self) { request, call in
            try await exclude(request.content, call, for: call.viewer)
        }
        handlers.on(PlaybackState.SuggestAgain.self) { request, call in
            try await suggestAgain(request.content, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ListNeverSuggested.self) { _, call in try await list(call, for: call.viewer) }
    }

    private func generate(
        _ request: PlaybackState.GenerateSuggestions, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SuggestionsAdded {
        if let size = request.size, !(1...PlaybackLimits.suggestions).contains(size) {
            throw RPCError.invalidArgument("size", "must be from 1 to \(PlaybackLimits.suggestions).")
        }
        let (profile, visibility) = (try viewer.actingProfile, Visibility(viewer))
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let usual = try await shard.read { try SettingTable.integer(.autoQueueSuggestions, of: profile, $0) }
        let cards = try await suggestions.find(request.size.map(Int.init) ?? Int(usual), for: viewer, call)
        let now = store.runtime.wallTime.millisecondsSince1970
        return try await shard.write(once: keyed, deadline: call.deadline) { [suggestions] db in
            let (added, queue) = try suggestions.add(cards, to: profile, seenBy: visibility, at: now, db)
            return SuggestionsAdded(entries: added, total: queue.total, autoAdded: queue.autoAdded)
        }
    }

    private static let kinds: [ContentKind] = [.movie, .episode, .series]

    private func exclude(
        _ content: ContentID, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SuggestionMark {
        try ContentAuthorizer.checkForm(content, field: "content")
        let (profile, visibility) = (try viewer.actingProfile, Visibility(viewer))
        let keyed = try store.keyed(call, profile, viewer)
        guard let card = try await catalog.card(of: content) else { throw PlaybackError.unknownContent(content) }
        guard Self.kinds.contains(card.kind) else {
            throw PlaybackError.unsupportedType(
                field: "content", "Movies, episodes and series are suggested; channels are not.")
        }
        let now = store.runtime.wallTime.millisecondsSince1970
        return try await store.shard(for: viewer).write(once: keyed, deadline: call.deadline) { db in
            let row = try ProfileTable.make(profile, db)
            let hasChanged = try NeverSuggestedTable.add(card.id, of: profile, at: now, db)
            try Self.removeSuggestions(of: card.id, from: row, visibility, db)
            return SuggestionMark(content: card.id, isExcluded: true, hasChanged: hasChanged)
        }
    }

    /// Removes suggestions of a title, or of a series' episodes, from a queue.
    private static func removeSuggestions(
        of content: ContentID, from profile: Int64, _ visibility: Visibility, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT q.content FROM queued q JOIN content c ON c.row = q.content
                WHERE q.profile = ?1 AND q.auto = 1 AND (c.id = ?2 OR c.series = ?2)
                """)
        let rows = try Int64.fetchAll(statement, arguments: [profile, content.rawValue])
        guard !rows.isEmpty else { return }
        var queue = try QueueTable.load(profile, visibility, maximum: PlaybackLimits.queueSize, db)
        for row in rows { _ = queue.remove(row, alsoHidden: true) }
        try QueueTable.save(queue, of: profile, db)
    }

    private func suggestAgain(
        _ content: ContentID, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SuggestionMark {
        try ContentAuthorizer.checkForm(content, field: "content")
        let profile = try viewer.actingProfile
        let keyed = try store.keyed(call, profile, viewer)
        return try await store.shard(for: viewer).write(once: keyed, deadline: call.deadline) { db in
            let hasChanged = try NeverSuggestedTable.remove(content, of: profile, db)
            return SuggestionMark(content: content, isExcluded: false, hasChanged: hasChanged)
        }
    }

    private func list(_ call: ServerCall, for viewer: Viewer) async throws -> NeverSuggestedList {
        let profile = try viewer.actingProfile
        let titles = try await store.shard(for: viewer).read { try NeverSuggestedTable.list(of: profile, $0) }
        var found: [ContentID: Card] = [:]
        for start in stride(from: 0, to: titles.count, by: PlaybackLimits.cardsAtOnce) {
            let part = titles[start..<min(start + PlaybackLimits.cardsAtOnce, titles.count)].map(\.content)
            found.merge(await catalog.cards(of: part, for: call).found) { first, _ in first }
        }
        return NeverSuggestedList(
            titles: titles.compactMap { title in
                let card = found[title.content]
                guard card.map({ viewer.policy.allows($0) }) ?? viewer.seesUnclassified else { return nil }
                return NeverSuggestedTitle(
                    content: title.content, card: card, since: Date(milliseconds: title.added))
            })
    }
}
