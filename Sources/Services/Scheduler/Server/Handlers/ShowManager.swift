internal import Access
internal import HearthModel
internal import RPC
internal import SchedulerAPI
internal import ServiceKit

/// Manages the household's opinions of shows.
struct ShowManager: Sendable {
    private let store: SchedulerStore
    private let titles: CandidateSource

    init(store: SchedulerStore, titles: CandidateSource) { (self.store, self.titles) = (store, titles) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.SetShow.self) { request, call in try await set(request, call, for: call.viewer) }
        handlers.on(Scheduler.ListShows.self) { request, call in try await list(request, for: call.viewer) }
        handlers.on(Scheduler.ListMoods.self) { _, call in try await moods(for: call.viewer) }
    }

    private func set(
        _ request: Scheduler.SetShow, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProgrammeShow {
        let profile = try viewer.actingProfile
        let moods = try Self.moods(request.moods)
        guard request.content.isWellFormed else {
            throw RPCError.invalidArgument(
                "content", "must be between 1 and \(ContentID.maximumBytes) printable ASCII characters.")
        }
        let card = try await titles.card(of: request.content)
        guard card.kind == .movie || card.kind == .series else {
            throw RPCError.invalidArgument("content", "must be a film or a series.")
        }
        let now = store.now
        return try await store.shards.shard(for: viewer.household).write(onceIfKeyed: call) { db in
            guard try !ProfileTable.isDeleted(profile, db) else { throw SchedulerError.profileGone }
            var show = try ShowTable.find(card.id, db) ?? ShowRow(title: KnownTitle(card: card))
            show.title = KnownTitle(card: card)
            switch request.approval {
            case .yes: show.opinion.approvals[profile] = true
            case .no: show.opinion.approvals[profile] = false
            case .unknown: show.opinion.approvals[profile] = nil
            case nil: break
            }
            show.opinion.isBingeable = request.isBingeable ?? show.opinion.isBingeable
            show.opinion.isMaybe = request.isMaybe ?? show.opinion.isMaybe
            show.opinion.moods = moods ?? show.opinion.moods
            try ShowTable.put(show, db)
            try ShowTable.removeUnused(db)
            try CardTable.removeUnused(card.id, db)
            return show.shown(without: try QuarantineTable.profiles(db))
                .response(now: now, try SettingsTable.read(db).matchRule)
        }
    }

    private func list(_ request: Scheduler.ListShows, for viewer: Viewer) async throws -> ShowList {
        let now = store.now
        return try await store.read(for: viewer) { db, facts in
            let hidden = try QuarantineTable.profiles(db)
            let shows = try ShowTable.all(db).values.map { $0.shown(without: hidden) }.filter {
                viewer.policy.allows($0.card) && (request.onlyMaybe != true || $0.opinion.isMaybe)
            }
            return ShowList(
                shows: shows.sorted {
                    ($0.card.title, $0.card.id.rawValue) < ($1.card.title, $1.card.id.rawValue)
                }.map { $0.response(now: now, facts.matchRule) })
        }
    }

    /// Counts the shows that the viewer may see; a word of hidden shows alone is not told.
    private func moods(for viewer: Viewer) async throws -> MoodList {
        let used = try await store.read(for: viewer) { db, _ in
            try ShowTable.all(db).values.filter { viewer.policy.allows($0.card) }.flatMap(\.opinion.moods)
        }
        let suggested = Set(ProgrammeShow.suggestedMoods)
        let counts = used.reduce(into: Dictionary(uniqueKeysWithValues: suggested.map { ($0, Int32(0)) })) {
            $0[$1, default: 0] += 1
        }
        let moods = counts.map { Mood(word: $0, shows: $1, isSuggested: suggested.contains($0)) }
        return MoodList(moods: moods.sorted { ($1.shows, $0.word) < ($0.shows, $1.word) })
    }

    private static func moods(_ words: [String]?) throws(RPCError) -> [String]? {
        guard let words else { return nil }
        let moods = Set(words.map { $0.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") })
        let sizes = 1...SchedulerLimits.moodCharacters
        guard moods.count <= SchedulerLimits.moods, moods.allSatisfy({ sizes.contains($0.count) }) else {
            throw .invalidArgument(
                "moods", "must be at most \(SchedulerLimits.moods) words of at most \(sizes.upperBound) characters.")
        }
        return moods.sorted()
    }
}
