import Foundation
import HearthModel
import PlaybackStateAPI
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

/// Files of plays, as programs export them, and what the command says of them.
struct HistoryImportTests {
    private static func plays(_ text: String) -> [ImportedPlay]? { PlayFile.plays(in: Data(text.utf8)) }

    @Test func `a history of Trakt has films and episodes, these by their series' ids`() {
        let text = """
            [{"id": 1982346, "watched_at": "2014-03-31T09:28:53.000Z", "action": "scrobble", "type": "episode",
              "episode": {"season": 1, "number": 2, "title": "Two", "ids": {"trakt": 251, "tmdb": 62161}},
              "show": {"title": "Harbour Lights", "year": 2009, "ids": {"imdb": "tt1520211", "tmdb": 1402}}},
             {"id": 2, "watched_at": "2014-03-31T09:28:53.000Z", "type": "movie",
              "movie": {"title": "Alien", "year": 1979, "ids": {"imdb": "tt0078748", "tmdb": 348}}}, 7]
            """
        #expect(
            Self.plays(text) == [
                ImportedPlay(
                    watched: "2014-03-31T09:28:53.000Z", tmdbID: 1_402, imdbID: "tt1520211", title: "Harbour Lights",
                    season: 1, episode: 2),
                ImportedPlay(
                    watched: "2014-03-31T09:28:53.000Z", tmdbID: 348, imdbID: "tt0078748", title: "Alien"),
            ])
    }

    @Test func `watched films and shows of Trakt have their last time`() {
        let text = """
            [{"plays": 3, "last_watched_at": "2014-10-11T17:00:54.000Z",
              "movie": {"title": "Tron", "ids": {"tmdb": 20526}}},
             {"last_watched_at": "2014-10-12T00:00:00.000Z", "show": {"title": "Harbour Lights", "ids": {"tmdb": 1402}},
              "seasons": [{"number": 1, "episodes": [
                {"number": 1, "plays": 1, "last_watched_at": "2014-10-11T17:00:54.000Z"},
                {"number": 2, "plays": 1, "last_watched_at": "2014-10-12T17:00:54.000Z"}]}]}]
            """
        #expect(
            Self.plays(text) == [
                ImportedPlay(watched: "2014-10-11T17:00:54.000Z", tmdbID: 20_526, title: "Tron"),
                ImportedPlay(
                    watched: "2014-10-11T17:00:54.000Z", tmdbID: 1_402, title: "Harbour Lights", season: 1, episode: 1),
                ImportedPlay(
                    watched: "2014-10-12T17:00:54.000Z", tmdbID: 1_402, title: "Harbour Lights", season: 1, episode: 2),
            ])
    }

    @Test func `a play a line, and tables with commas, semicolons and quotes`() {
        let first = ImportedPlay(watched: "2026-11-27T20:15:00Z", content: "m1")
        let lines = """
            {"watched_at": "2026-11-27T20:15:00Z", "id": "m1"}

            {"watched_at": "2026-11-27T20:15:00Z", "tmdb": "348", "title": "Alien"}
            """
        let second = ImportedPlay(watched: "2026-11-27T20:15:00Z", tmdbID: 348, title: "Alien")
        #expect(Self.plays(lines) == [first, second])
        #expect(Self.plays("\u{feff}watched_at,id\r\n2026-11-27T20:15:00Z,m1\r\n\r\n") == [first])
        let table = """
            "Watched At";TMDB ID;IMDb;Title;Season;Episode
            2026-11-27T20:15:00Z;1402;;"Lights; ""Harbour""
            two lines";1;2
            """
        #expect(
            Self.plays(table) == [
                ImportedPlay(
                    watched: "2026-11-27T20:15:00Z", tmdbID: 1_402, title: "Lights; \"Harbour\"\ntwo lines", season: 1,
                    episode: 2)
            ])
    }

    @Test(arguments: [
        "", "nonsense", "title,year\nAlien,1979\n", "watched_at,title\n2026,Alien\n", "{\"a\": 1}\n{broken", "\"", "7",
    ])
    func `what has no plays is no file of plays`(text: String) async throws {
        let bench = try GatewayHarness(up: ["profiles", "catalog", "playback-state"])
        let path = try bench.directory.write(text, to: "plays.txt")
        let outcome = await bench.run("history", "import", path)
        #expect(outcome.status == .data, "\(outcome)")
    }

    @Test func `the report counts what was new, known, and not found, and names the last`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "catalog", "playback-state"])
        let rows =
            (0..<250).map { _ in "2026-11-27T20:15:00Z,m1,," } + [
                "2026-11-27T20:15:00Z,,1,Known", "2026-11-27T20:15:00,,2,Zoneless", "2026-11-27T20:15:00Z,,,Lost",
            ]
        let text = "watched_at,id,tmdb,title\n" + rows.joined(separator: "\n")
        let path = try bench.directory.write(text, to: "plays.csv")
        let outcome = await bench.run("history", "import", path)
        #expect(outcome.status == .success)
        for words in [
            "253 plays read", "new in the history: 250", "in the history already: 1", "not in the library: 1",
            "a time without its zone: 1", "play 252, Zoneless, 2026-11-27T20:15:00: a time without its zone",
            "play 253, Lost",
        ] { #expect(outcome.out.contains(words), "\(words) in \(outcome.out)") }
        let json = try await bench.run("history", "import", path, "--trial", "--json").json()
        #expect(json["read"] as? Int == 253 && json["isTrial"] as? Bool == true)
    }

    @Test(arguments: [[], ["--trial"]])
    func `a file of which nothing can be imported is no success`(flags: [String]) async throws {
        let bench = try GatewayHarness(up: ["profiles", "catalog", "playback-state"])
        let path = try bench.directory.write("watched_at,tmdb,title\n2026-11-27T20:15:00,2,Zoneless\n", to: "plays.csv")
        let outcome = await bench.run(list: ["history", "import", path] + flags)
        #expect(outcome.status != .success)
        #expect(outcome.out.contains("play 1, Zoneless"), "\(outcome.out)")
        #expect(outcome.err.contains("NOTHING_IMPORTED"), "\(outcome.err)")
    }
}
