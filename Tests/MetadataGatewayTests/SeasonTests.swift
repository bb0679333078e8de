import Foundation
import MetadataGatewayAPI
import RPC
import ServiceKit
import TestSupport
import Testing

/// Seasons come with their episodes, as titles do: kept, held to who asks, and never by half.
@Suite(.timeLimit(.minutes(10)))
struct SeasonTests {
    private static let season = MetadataGateway.GetSeason(seriesId: 1_396, seasonNumber: 1)

    @Test(arguments: TestTransport.allCases)
    func `a season has its episodes`(_ transport: TestTransport) async throws {
        try await withMetadata(transport) { _, replay, client in
            let response = try await client.send(Self.season)
            #expect(response.season.seasonNumber == 1 && response.source.attribution.contains("TMDB"))
            let episodes = try #require(response.season.episodes)
            #expect(episodes.map(\.episodeNumber) == Array(1...7))
            let pilot = try #require(episodes.first)
            #expect(pilot.name == "Pilot" && pilot.airDate == "2008-01-20" && pilot.runtime == 59)
            #expect(pilot.stillPath == "/ydlY3iPfeOAvu8gVqrxPoMvzNCn.jpg" && pilot.overview?.isEmpty == false)
            #expect(pilot.guestStars?.isEmpty == false)
            #expect(replay.requests.map { $0.target.prefix { $0 != "?" } } == ["/3/tv/1396/season/1"])
        }
    }

    @Test func `what is new is not asked for again unless it is asked for once`() async throws {
        try await withMetadata { harness, replay, client in
            let first = try await client.send(Self.season)
            try await harness.age(by: .seconds(86_000))
            #expect(try await client.send(Self.season).season == first.season)
            #expect(replay.requests.count == 1)
            // The specials are another season, and another language another answer.
            replay.invent("/3/tv/1396/season/0", #"{"id": 9, "name": "Specials", "season_number": 0, "episodes": []}"#)
            var specials = MetadataGateway.GetSeason(seriesId: 1_396, seasonNumber: 0, along: [.images], language: "de")
            #expect(try await client.send(specials).season.name == "Specials")
            #expect(replay.requests.last?.target.contains("append_to_response=images") == true)
            #expect(replay.requests.last?.target.contains("language=de") == true)
            (specials.seasonNumber, specials.isOnce) = (1, true)
            for _ in 0..<2 { _ = try await client.send(specials) }
            #expect(replay.requests.count == 4)
        }
    }

    @Test func `what TMDB does not have or garbles is an error`() async throws {
        try await withMetadata { _, replay, client in
            let missing = MetadataGateway.GetSeason(seriesId: 999_999_999, seasonNumber: 1)
            for _ in 0..<2 { #expect(await client.failure(of: missing)?.problem == .unknownTitle) }
            #expect(replay.requests.count == 1, "it is remembered")
            replay.mood = .says(#"{"id": 1, "name": "A", "episodes": [{"id": 1}]}"#)
            let error = await client.failure(of: Self.season)
            #expect(error?.problem == .unreadable && error?.message.contains("seasonNumber") == true)
            replay.mood = .says(String(repeating: " ", count: 4 << 20))
            #expect(await client.failure(of: Self.season)?.problem == .unreadable, "it is too long")
            replay.mood = .well
            let season = try await client.send(Self.season).season
            #expect(season.episodes?.count == 7)
        }
    }

    @Test func `another order has its parts and their episodes, and is of the show that was asked for`() async throws {
        try await withMetadata { harness, replay, client in
            let order = MetadataGateway.GetEpisodeGroup(seriesId: 59_717, groupId: "5acf93e60e0a26346d0000ce")
            let group = try await client.send(order).group
            #expect(group.name == "Netflix Collections" && group.type == 4 && group.groups.map(\.order) == Array(1...6))
            let first = try #require(group.groups.first?.episodes)
            #expect(first.count == 20 && first[0].seasonNumber == 6 && first[0].episodeNumber == 3)
            let other = MetadataGateway.GetEpisodeGroup(seriesId: 1_396, groupId: "5acf93e60e0a26346d0000ce")
            #expect(await client.failure(of: other)?.problem == .unknownTitle)
            let asked = replay.requests.count
            for id in ["", "../movie/603", String(repeating: "a", count: 41), "a?b"] {
                let wrong = MetadataGateway.GetEpisodeGroup(seriesId: 59_717, groupId: id)
                #expect(await client.failure(of: wrong)?.detail(InvalidField.self)?.field == "groupId", "\(id)")
            }
            let kids = try await harness.client(MetadataGateway.self, as: .kids)
            #expect(await kids.failure(of: order)?.code == .permissionDenied)
            #expect(replay.requests.count == asked)
        }
    }

    @Test func `who hides adult content is shown no order of it`() async throws {
        try await withMetadata { harness, replay, _ in
            let other = try await harness.client(MetadataGateway.self, as: .hidingAdult)
            replay.invent("/3/tv/59717", #"{"id": 59717, "name": "Marked", "adult": true}"#)
            let order = MetadataGateway.GetEpisodeGroup(seriesId: 59_717, groupId: "5acf93e60e0a26346d0000ce")
            #expect(await other.failure(of: order)?.problem == .unknownTitle)
        }
    }

    @Test func `wrong questions name the field`() async throws {
        try await withMetadata { harness, replay, client in
            let wrong: [(MetadataGateway.GetSeason, String)] = [
                (.init(seriesId: 1_396, seasonNumber: -1), "seasonNumber"),
                (.init(seriesId: 1_396, seasonNumber: 1, language: "deutsch"), "language"),
                (.init(seriesId: 1_396, seasonNumber: 1, along: [.reviews]), "along"),
            ]
            for (request, field) in wrong {
                #expect(await client.failure(of: request)?.detail(InvalidField.self)?.field == field)
            }
            let kids = try await harness.client(MetadataGateway.self, as: .kids)
            #expect(await kids.failure(of: Self.season)?.code == .permissionDenied)
            #expect(replay.requests.isEmpty)
        }
    }

    /// A season is not marked itself: who hides adult content is shown none of a show that is.
    @Test func `who hides adult content is shown no season of it`() async throws {
        try await withMetadata { harness, replay, owner in
            let other = try await harness.client(MetadataGateway.self, as: .hidingAdult)
            replay.invent("/3/tv/7", #"{"id": 7, "name": "Marked", "adult": true}"#)
            replay.invent("/3/tv/7/season/1", #"{"id": 8, "name": "One", "season_number": 1}"#)
            let marked = MetadataGateway.GetSeason(seriesId: 7, seasonNumber: 1)
            #expect(try await owner.send(marked).season.name == "One")
            #expect(await other.failure(of: marked)?.problem == .unknownTitle)
            replay.invent("/3/tv/1396", #"{"id": 1396, "name": "Plain"}"#)
            #expect(try await other.send(Self.season).season.episodes?.count == 7)
        }
    }
}
