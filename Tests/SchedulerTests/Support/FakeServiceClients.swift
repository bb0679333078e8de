import CatalogAPI
import Foundation
public import HearthModel
import MetadataGatewayAPI
import PlaybackStateAPI
import ProfilesAPI
import RPC
internal import RPCDiagnostics
import TestSupport

/// The services that the scheduler calls: a library of thirteen films, of which it is not known how long the last
/// one is, and two series. One of them was begun, and only its players know how long it is.
struct FakeServiceClients {
    /// The people of the tests' tokens.
    static let (owner, adult, kid) = (TestCaller.owner.profile, TestCaller.adult.profile, TestCaller.kids.profile)
    /// An adult who hides adult content.
    static let hiding = TestCaller.hidingAdult.profile

    static let films: [Card] = (1...13).map { number in
        var card = Card(
            id: ContentID(rawValue: "f\(number)"), kind: .movie, title: "Film \(number)",
            rating: number.isMultiple(of: 3) ? .g : .r, genres: ["Genre \(number % 5)"])
        card.runtimeMinutes = number == 13 ? nil : Int32(80 + number * 3)
        card.tmdbID = Int64(number)
        return card
    }
    static let series = ["Begun", "New"].map { name in
        Card(id: ContentID(rawValue: name.lowercased()), kind: .series, title: name, rating: .r, genres: ["Drama"])
    }
    static let episodes: [Card] = series.flatMap { series in
        (1...8).map { number in
            var card = Card(
                id: ContentID(rawValue: "\(series.id)\(number)"), kind: .episode, title: "Part \(number)", rating: .r)
            (card.series, card.season, card.episode) = (series.id, 1, Int32(number))
            card.seriesTitle = series.title
            if series.id != "begun" { card.runtimeMinutes = 45 }
            return card
        }
    }

    /// A film that is not in the lists, and not for those who hide adult content.
    static let late: Card = {
        var card = Card(id: "late", kind: .movie, title: "Late Film", rating: .nc17, isAdult: true)
        card.runtimeMinutes = 90
        return card
    }()

    /// The third episode of the series that was begun.
    static var next: Card { episodes[2] }

    /// Plays these in a harness.
    ///
    /// - Parameters:
    ///   - log: what the catalog tells.
    ///   - lengths: what is known outside, in minutes.
    static func play(
        in harness: ServiceHarness, telling log: FakeEventLog<CatalogEvent> = FakeEventLog(),
        lengths: [ContentID: Int32] = [:]
    ) async throws {
        try harness.clients.play("metadata-gateway", metadata(lengths))
        try harness.clients.play("catalog", catalog(log))
        try harness.clients.play("playback-state", playback)
        try harness.clients.play("profiles", profiles)
        try await connect(harness.clients)
    }

    /// Waits until all of them answer.
    static func connect(_ clients: TestServiceClients) async throws {
        for name in ["catalog", "metadata-gateway", "playback-state", "profiles"] {
            try await clients.connect(to: name)
        }
    }

    /// The library.
    ///
    /// - Parameter list: the episodes of a series.
    static func catalog(
        _ log: FakeEventLog<CatalogEvent> = FakeEventLog(), series: [Card] = series,
        listing list: @escaping @Sendable (ContentID) async throws -> [Card] = { id in
            episodes.filter { $0.series == id }
        }
    ) -> RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        let all = Dictionary(uniqueKeysWithValues: (films + series + episodes + [late]).map { ($0.id, $0) })
        handlers.on(Catalog.GetCards.self) { request, _ in CardList(cards: try catalogCards(request.ids, among: all)) }
        handlers.on(Catalog.Search.self) { _, _ in
            var results = SearchResults()
            results.hits = films + series
            return results
        }
        handlers.on(Catalog.ListEpisodes.self) { request, _ in
            let found = try await list(request.series)
            return EpisodeList(episodes: found, total: Int64(found.count))
        }
        handlers.on(Catalog.FollowEvents.self) { _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        return handlers
    }

    static func metadata(_ lengths: [ContentID: Int32] = [:]) -> RPCHandlers<MetadataGateway> {
        var handlers = RPCHandlers<MetadataGateway>()
        handlers.on(MetadataGateway.GetCards.self) { request, _ in
            OutsideCards(
                cards: request.ids.map { id in
                    var card = Card(id: id, kind: .movie, title: "As it is called outside", rating: .g)
                    card.runtimeMinutes = lengths[id]
                    return card
                })
        }
        return handlers
    }

    static var playback: RPCHandlers<PlaybackState> {
        var handlers = RPCHandlers<PlaybackState>()
        handlers.on(PlaybackState.ContinueWatching.self) { _, _ in
            ContinueList(titles: [
                ContinueEntry(
                    content: next.id, card: next, progress: 0.3, resume: 800, duration: 2_700, variant: nil,
                    lastWatched: Date(timeIntervalSince1970: 0))
            ])
        }
        handlers.on(PlaybackState.ListQueue.self) { _, _ in
            let entry = QueueEntry(
                position: 0, content: films[0].id, card: films[0], added: Date(timeIntervalSince1970: 0),
                isAutoAdded: false)
            return QueueList(entries: [entry], total: 1, autoAdded: 0)
        }
        // The twelfth film was watched, and so were the first two episodes of the series that was begun.
        let watched = Set([films[11].id, episodes[0].id, episodes[1].id])
        handlers.on(PlaybackState.GetProgress.self) { request, _ in
            ProgressList(
                titles: request.contents.map {
                    var progress = TitleProgress(content: $0)
                    progress.isWatched = watched.contains($0)
                    return progress
                })
        }
        return handlers
    }

    static var profiles: RPCHandlers<Profiles> {
        var handlers = RPCHandlers<Profiles>()
        handlers.on(Profiles.ListProfiles.self) { _, _ in
            let created = Date(timeIntervalSince1970: 0)
            return ProfileList(
                profiles: [(owner, ProfileKind.adult), (adult, .adult), (hiding, .adult), (kid, .kids)].map {
                    var profile = Profile(id: $0.0, name: $0.0, kind: $0.1, member: nil, created: created)
                    profile.hidesAdult = $0.0 == hiding ? true : nil
                    return profile
                }, limit: 10)
        }
        handlers.on(Profiles.ListFavourites.self) { _, _ in
            let favourite = Favourite(content: films[1].id, card: films[1], added: Date(timeIntervalSince1970: 0))
            return FavouriteList(favourites: [favourite], total: 1)
        }
        return handlers
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
