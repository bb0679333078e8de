import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Whatever is typed, a search answers.
struct HostileTextTests {
    private static let texts: [String] = [
        "\"", "\"\"", "\"alien", "alien\"", "'", "''; DROP TABLE item; --", "*", "**", "alien*", "*alien", "^alien",
        "-alien",
        "NOT alien", "alien NOT", "AND", "OR", "NOT", "NEAR(alien, 2)", "alien AND", "alien OR OR", "title:alien",
        "{title} : alien",
        "(alien", "alien)", "((((((", "a:b:c", "+ + +", "alien + ", ":", "{}", "[]", "\\", "%", "_", "%_%", "?",
        "alien?1", "@", "#", "$",
        "\u{0}", "alien\u{0}cov", "\n\t\r", "🎬", "🎬🍿 alien", "👨‍👩‍👧‍👦", "e\u{301}", "\u{301}", "\u{FEFF}alien",
        "\u{202E}neila", "ﬁlm", "Ⅷ",
        String(repeating: "a", count: 10_000), String(repeating: "a ", count: 5_000),
        String(repeating: "\"", count: 10_000),
        String(repeating: "🎬", count: 10_000), String(repeating: "(", count: 10_000),
        String(repeating: "NOT ", count: 2_500),
        String(repeating: "新", count: 10_000), String(repeating: "e\u{301}", count: 5_000), "\u{10FFFF}", "\u{E000}",
        "a\u{E0001}b",
    ]

    @Test
    func `operators, quotes, emoji and ten thousand characters are only text`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let client = try await catalog.client()
            for text in Self.texts {
                for sort in [nil, SearchSort.title] {
                    let found = try await client.send(Catalog.Search(text: text, sort: sort))
                    #expect(found.hits.count <= Int(found.total), "\(text.prefix(40))")
                }
            }
            for text in ["\"alien", "alien\"", "^alien", "-alien", "(alien", "🎬🍿 alien", "\u{FEFF}alien", "alien*"] {
                #expect(try await client.send(Catalog.Search(text: text)).hits.map(\.title) == ["Alien"], "\(text)")
            }
            // Nothing typed but signs is a search that finds nothing, not a list of everything.
            for text in ["🎬", "\"", "*", "((("] {
                #expect(try await client.send(Catalog.Search(text: text)).total == 0)
            }
            for text in ["", "  ", "\n\t\r"] { #expect(try await client.send(Catalog.Search(text: text)).total == 9) }
        }
    }

    @Test
    func `random text of every kind of character`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let client = try await catalog.client()
            for _ in 0..<300 {
                let text = Self.text(using: &generator)
                _ = try await client.send(Catalog.Search(text: text, groups: [text]))
                let found = try await client.send(Catalog.Search(text: text))
                #expect(found.isTotalExact, "seed \(seed): \(text.debugDescription)")
            }
        }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        let alphabet = Array("alien toy \"'*^:(){}-+,.;/\\&|!?~ANDORNOTNEAR\u{0}\u{301}é新ß🎬٣ⅳ")
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...60, using: &generator) {
            if Bool.random(using: &generator) {
                scalars.append(contentsOf: (alphabet.randomElement(using: &generator) ?? "a").unicodeScalars)
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &generator)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    @Test
    func `cursors that were tampered with are refused, and nothing worse`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let client = try await catalog.client(.kids)
            let first = try await client.send(Catalog.Search(text: "", page: PageRequest(size: 1)))
            let good = Array(try #require(first.cursor))
            let allowed = Set(try await catalog.all(Catalog.Search(text: ""), as: .kids).map(\.id))
            for _ in 0..<300 {
                var bad = good
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    bad[Int.random(in: 0..<bad.count, using: &generator)] =
                        "ABCabc019-_".randomElement(using: &generator) ?? "A"
                }
                let request = Catalog.Search(text: "", page: PageRequest(size: 200, cursor: String(bad)))
                do {
                    let found = try await client.send(request)
                    #expect(allowed.isSuperset(of: found.hits.map(\.id)), "seed \(seed)")
                } catch let error as RPCError {
                    #expect(error.code == .invalidArgument, "seed \(seed)")
                }
            }
            // The cursor of one search is not one of another.
            let other = Catalog.Search(text: "toy", page: PageRequest(size: 1, cursor: first.cursor))
            let failure = await #expect(throws: RPCError.self) { _ = try await client.send(other) }
            #expect(failure?.code == .invalidArgument)
        }
    }
}
