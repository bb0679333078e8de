import DownloadsAPI
import Foundation
public import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import TestSupport

/// Downloads made from its contract: it has finished those that it was given, and hangs when told to.
struct FakeDownloads {
    let finished: [Card]
    var hangs = false

    /// The link that all were fetched from, and the folder that all are in.
    static let (variant, folder) = ("v2", "/media/a film/")

    func play(in harness: ServiceHarness) async throws {
        var handlers = RPCHandlers<Downloads>()
        handlers.on(Downloads.Locate.self) { [self] request, call in
            if hangs { try await harness.runtime.sleep(for: .seconds(600)) }
            guard let card = finished.first(where: { $0.id == request.content }) else {
                throw RPCError(.notFound, "It is not there.")
            }
            var download = Download(
                id: "d-\(card.id)", content: card.id, card: card, variant: Self.variant, quality: .best,
                status: .completed, bytes: 1, started: Date(timeIntervalSince1970: 0))
            download.path = "\(Self.folder)\(card.id).mp4"
            return download
        }
        try harness.clients.play("downloads", handlers)
        try await harness.clients.connect(to: "downloads")
    }
}

/// Profiles made from its contract: it lists those that it was given.
struct FakeProfiles {
    let ids: [String]
    /// Kids profiles, beside the others.
    var kids: [String] = []

    func play(in harness: ServiceHarness) async throws {
        var handlers = RPCHandlers<Profiles>()
        let kinds = ids.map { ($0, ProfileKind.adult) } + kids.map { ($0, .kids) }
        handlers.on(Profiles.ListProfiles.self) { _, _ in
            ProfileList(
                profiles: kinds.map { id, kind in
                    Profile(id: id, name: id, kind: kind, member: nil, created: Date(timeIntervalSince1970: 0))
                }, limit: 10)
        }
        try harness.clients.play("profiles", handlers)
        try await harness.clients.connect(to: "profiles")
    }
}

extension Card {
    /// A film.
    static func movie(_ id: String, _ rating: ContentRating = .pg) -> Card {
        Card(id: ContentID(rawValue: id), kind: .movie, title: "Film \(id)", rating: rating)
    }

    /// An episode of a series.
    static func episode(_ id: String, of series: String, season: Int32 = 1, _ number: Int32) -> Card {
        var card = Card(id: ContentID(rawValue: id), kind: .episode, title: "Episode \(id)", rating: .g)
        card.series = ContentID(rawValue: series)
        (card.season, card.episode) = (season, number)
        return card
    }

    /// Anything.
    static func of(_ kind: ContentKind, _ id: String) -> Card {
        Card(id: ContentID(rawValue: id), kind: kind, title: "Title \(id)", rating: .g)
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
