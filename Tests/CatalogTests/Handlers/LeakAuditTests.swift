import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Calls every method that tells anything, under many policies, and looks for what the policy forbids in the answers' bytes.
struct LeakAuditTests {
    /// A title or programme with a mark in every text of it that could get out.
    private struct Secret {
        var mark: String
        var rating: ContentRating
        var isAdult: Bool
    }

    private static let certificates: [(text: String, rating: ContentRating)] = [
        ("TV-Y", .g), ("TV-PG", .pg), ("TV-14", .pg13), ("R", .r), ("NC-17", .nc17), ("", .unrated),
    ]

    private static func playlist(_ count: Int, using generator: inout SeededGenerator) -> String {
        (0..<count).map { number in
            let mark = "mark\(1_000 + number)x"
            let rating = certificates[Int.random(in: 0..<certificates.count, using: &generator)].text
            let group = Int.random(in: 0..<4, using: &generator) == 0 ? "XXX \(mark)" : "Group \(mark)"
            let attributes =
                "group-title=\"\(group)\" tvg-logo=\"http://logo.example/\(mark).png\""
                + (rating.isEmpty ? "" : " rating=\"\(rating)\"")
            switch number % 4 {
            case 0:
                return
                    "#EXTINF:6000 type=\"movie\" \(attributes),Film \(mark) (1999)\nhttp://a.example/movie/u/\(mark)/1.mkv"
            case 1:
                return
                    "#EXTINF:2400 type=\"series\" \(attributes),Show \(mark) S01E01\nhttp://a.example/series/u/\(mark)/1.mkv"
            default:
                return
                    "#EXTINF:-1 catchup=\"shift\" tvg-id=\"id.\(mark)\" tvg-chno=\"\(number)\" \(attributes),Channel \(mark)\nhttp://a.example/\(mark)"
            }
        }.joined(separator: "\n")
    }

    private static func guide(_ count: Int, using generator: inout SeededGenerator) -> String {
        let channels = (0..<count).filter { $0 % 4 > 1 }.map {
            (id: "id.mark\(1_000 + $0)x", name: "mark\(1_000 + $0)x")
        }
        var shows: [SampleGuide.Show] = []
        for (index, channel) in channels.enumerated() {
            for slot in 0..<4 {
                let rating = certificates[Int.random(in: 0..<certificates.count, using: &generator)].text
                let isAdult = Int.random(in: 0..<6, using: &generator) == 0
                let mark = "prog\(index * 10 + slot + 5_000)x"
                var show = SampleGuide.Show(
                    channel: channel.id, from: Double(slot) - 1.5, to: Double(slot) - 0.5, title: "Programme \(mark)",
                    rating: rating, category: isAdult ? "XXX" : "")
                show.more = "<category>kind\(mark)</category><credits><actor>person\(mark)</actor></credits>"
                shows.append(show)
            }
        }
        return SampleGuide.text(channels: channels, shows)
    }

    @Test func `no answer of any method has a byte of what the policy forbids`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try await CatalogFixture.with { catalog in
            let count = 48
            let list = try await catalog.playlist(catalog.file("a.m3u", Self.playlist(count, using: &generator)))
            let adult = try await catalog.client()
            // It has an address, too, of which nothing can be fetched.
            let kept = Catalog.AddSource(source: "list", kind: .playlist, address: "http://127.0.0.1:9/a.m3u")
            #expect(try await catalog.end(of: try await adult.send(kept), adult).state == .failed)
            try await catalog.guide(catalog.file("a.xml", Self.guide(count, using: &generator)))
            try await Self.addRules(to: catalog)
            let everything = try await catalog.all(
                Catalog.Search(text: "", kinds: [.movie, .series, .episode, .channel]))
            let channels = everything.filter { $0.kind == .channel }.map(\.id)
            let grid = Catalog.GuideGrid(channels: channels, from: SampleGuide.date(-4), until: SampleGuide.date(4))
            let rows = try await catalog.client().send(grid).rows
            let programmes = rows.flatMap { row in row.programmes.map { (channel: row.channel, programme: $0) } }
            #expect(everything.count == count + count / 4, "seed \(seed)")
            #expect(programmes.count > 80)
            for round in 0..<15 {
                let policy = Self.policy(round, using: &generator)
                var person = TestCaller(member: "m\(round)", role: .adult, policy: policy)
                person.profile = "p\(round)"
                let audit = LeakAudit(
                    catalog: catalog, person: person, policy: policy, everything: everything, programmes: programmes,
                    job: list.id, note: "seed \(seed), round \(round), \(policy)")
                try await audit.run()
            }
        }
    }

    private static func policy(_ round: Int, using generator: inout SeededGenerator) -> ViewingPolicy {
        switch round {
        case 0: return .kids(seesUnrated: true)
        case 1: return .kids(seesUnrated: false)
        case 2: return .hidingAdult
        case 3: return ViewingPolicy(ratings: [], allowsAdult: true)
        case 4: return .everything
        case 5: return .kids(seesUnrated: true, seesUnratedChannels: false)
        case 6: return .kids(ruleSet: 21)
        default:
            let ratings = ContentRating.all.filter { _ in Bool.random(using: &generator) }
            return ViewingPolicy(
                ratings: ratings, allowsAdult: Bool.random(using: &generator),
                allowsUnratedChannels: Bool.random(using: &generator) ? Bool.random(using: &generator) : nil)
        }
    }
}
