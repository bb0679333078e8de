import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The corpus of malformed input: what each case must come to, when it is read and when it is taken in.
struct CorpusTests {
    /// 2024-01-15 12:00 UTC: the guides of the corpus are of that day.
    private static let noon = 1_705_320_000.0

    @Test(arguments: try CorpusCase.all("m3u"))
    func `playlists: every trap has its outcome, in whatever pieces it comes`(_ input: CorpusCase) {
        let differences = Outcome.playlist(input).differences(from: input.expectedReading)
        #expect(differences.isEmpty, "\(input.file): \(differences.joined(separator: "\n"))")
        let whole = Playlist(input.bytes)
        for length in [1, 3, 64] { #expect(Playlist(input.bytes, cut: { _ in length }) == whole) }
    }

    @Test(arguments: try CorpusCase.all("xmltv"))
    func `guides: every trap has its outcome, in whatever pieces it comes`(_ input: CorpusCase) throws {
        let differences = Outcome.guide(input).differences(from: input.expectedReading)
        #expect(differences.isEmpty, "\(input.file): \(differences.joined(separator: "\n"))")
        guard let whole = try? Guide(input.bytes) else { return }
        for length in [1, 3, 64] { #expect(try Guide(input.bytes, cut: { _ in length }) == whole) }
    }

    @Test(arguments: try CorpusCase.all("xtream"))
    func `panels' answers: every trap has its outcome, in whatever pieces it comes`(_ input: CorpusCase) {
        for length in [Int.max, 1, 3, 64] {
            let outcome = Outcome.panel(input, pieceBytes: length)
            let differences = outcome.differences(from: input.expectedReading)
            #expect(differences.isEmpty, "\(input.name) in pieces of \(length): \(differences.joined(separator: "\n"))")
        }
    }

    @Test
    func `playlists are taken in, or refused with a reason, and none harms another`() async throws {
        let cases = try CorpusCase.all("m3u")
        try await CatalogFixture.with(at: Self.noon) { catalog in
            var expected: Set<String> = []
            for input in cases {
                let job = try await catalog.playlist(catalog.file(input.file, input.bytes), source: input.name)
                job.check(input)
                if job.state == .done { expected.insert(input.name) }
            }
            let sources = try await catalog.client().send(Catalog.ListSources()).sources
            #expect(Set(sources.filter { $0.movies + $0.episodes + $0.channels > 0 }.map(\.name)) == expected)
        }
    }

    @Test
    func `guides are taken in, or refused with a reason, and the grid shows what they mean`() async throws {
        let cases = try CorpusCase.all("xmltv")
        let grids = cases.flatMap { $0.grids }
        try #require(grids.count >= 4)
        try await CatalogFixture.with(at: Self.noon) { catalog in
            let list = grids.enumerated().map { "#EXTINF:-1\($1.attribute),\($1.title)\nhttp://a.example/\($0)\n" }
            try await catalog.playlist(catalog.file("grids.m3u", "#EXTM3U\n" + list.joined()), source: "grids")
            for input in cases {
                let job = try await catalog.guide(catalog.file(input.file, input.bytes), source: input.name)
                job.check(input)
            }
            let cards = try await catalog.all(Catalog.Search(text: "", kinds: [.channel]))
            let ids = Dictionary(cards.map { ($0.title, $0.id) }) { first, _ in first }
            let midnight = Date(timeIntervalSince1970: Self.noon - 12 * 3_600)
            for grid in grids {
                let id = try #require(ids[grid.title], "\(grid.title) is no channel")
                let response = try await catalog.client().send(
                    Catalog.GuideGrid(
                        channels: [id], from: midnight, until: midnight.addingTimeInterval(36 * 3_600)))
                let rows = response.rows.flatMap(\.programmes).map { programme -> Outcome in
                    [
                        "title": .text(programme.title), "start": .text(programme.start.formatted(.iso8601)),
                        "stop": .text(programme.stop.formatted(.iso8601)),
                    ]
                }
                let differences = Outcome.list(rows).differences(from: grid.programmes)
                #expect(differences.isEmpty, "\(grid.name): \(differences.joined(separator: "\n"))")
            }
        }
    }
}

/// What the grid must show on a channel.
private struct ExpectedGrid {
    var name: String
    /// The attribute of the playlist's entry that leads to the guide's channel; empty when its title does.
    var attribute: String
    var title: String
    var programmes: Outcome
}

extension CorpusCase {
    fileprivate var grids: [ExpectedGrid] {
        var found: [ExpectedGrid] = []
        if case .fields(let byID)? = expected["grid"] {
            found += byID.map {
                ExpectedGrid(
                    name: name, attribute: " tvg-id=\"\($0)\"", title: "Channel for \(name)", programmes: $1)
            }
        }
        if case .fields(let byName)? = expected["gridByName"] {
            found += byName.map { ExpectedGrid(name: name, attribute: "", title: $0, programmes: $1) }
        }
        return found
    }
}

extension ImportJob {
    /// Compares how it ended with what a case expects.
    fileprivate func check(_ input: CorpusCase) {
        #expect([.done, .failed].contains(state), "\(input.file): \(state)")
        #expect((report == nil) == (state == .failed) && (problem == nil) == (state == .done), "\(input.file)")
        guard let expected = input.expectedImport else { return }
        let outcome: Outcome = [
            "state": .text(state.rawValue), "problem": Outcome(problem),
            "read": Outcome(report.map { Int($0.read) }), "added": Outcome(report.map { Int($0.added) }),
            "refused": Outcome(report.map { Int($0.refused) }), "cut": .flag(report?.isCut ?? false),
            "guideChannels": Outcome(report?.guideChannels.map(Int.init)),
        ]
        let differences = outcome.differences(from: expected)
        #expect(differences.isEmpty, "\(input.file): \(differences.joined(separator: "\n"))")
    }
}
