import HearthModel
import PlaybackStateAPI
import RPC

/// A series of two seasons with specials, and some films.
enum SeriesSample {
    static let cards: [Card] = [
        .of(.series, "s"), .episode("s0e1", of: "s", season: 0, 1), .episode("s0e2", of: "s", season: 0, 2),
        .episode("s1e1", of: "s", season: 1, 1), .episode("s1e2", of: "s", season: 1, 2),
        .episode("s2e1", of: "s", season: 2, 1), .movie("m1"), .movie("m2"), .movie("m3"), .of(.channel, "ch"),
    ]
}

extension RPCClient<PlaybackState> {
    /// Queues titles, one behind the other.
    func enqueue(_ contents: ContentID...) async throws {
        for content in contents { _ = try await send(PlaybackState.AddToQueue(content: content)) }
    }

    /// Completes a title.
    func complete(_ content: ContentID) async throws -> TitleCompleted {
        try await send(PlaybackState.CompleteTitle(content: content))
    }

    /// Where the profile goes on in a series.
    func nextUp(_ content: ContentID) async throws -> SeriesNextUp {
        try await send(PlaybackState.GetNextUp(content: content))
    }
}
