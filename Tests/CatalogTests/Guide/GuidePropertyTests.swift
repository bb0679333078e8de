import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Random guides with gaps, overlaps and doubles, whose times are written in many zones on both sides of a change of clocks:
/// what is on, what is next and what a grid shows is what a plain reading of the guide says.
struct GuidePropertyTests {
    /// 2026-10-25 01:00 UTC, when the clocks of Europe go back.
    private static let change: Int64 = 1_792_890_000

    private struct Show {
        var channel: String
        /// Seconds since 1970.
        var start: Int64
        var stop: Int64
        var title: String
    }

    /// A moment as a guide of some zone writes it; zones differ from programme to programme.
    private static func text(_ seconds: Int64, using generator: inout SeededGenerator) -> String {
        let offset = [0, 60, 120, -300, 330, 345, -210].randomElement(using: &generator) ?? 0
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: offset * 60)
        formatter.dateFormat = "yyyyMMddHHmmss"
        let sign = offset < 0 ? "-" : "+"
        let zone = String(format: "%02d%02d", abs(offset) / 60, abs(offset) % 60)
        return "\(formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))) \(sign)\(zone)"
    }

    private static func shows(_ channel: String, using generator: inout SeededGenerator) -> [Show] {
        var start = change - 6 * 3_600
        var shows: [Show] = []
        while start < change + 6 * 3_600 {
            let isLong = Int.random(in: 0..<6, using: &generator) == 0
            let length = Int64.random(in: isLong ? 240...600 : 5...180, using: &generator) * 60
            shows.append(Show(channel: channel, start: start, stop: start + length, title: "\(channel) \(shows.count)"))
            // On end, after a gap, before the end of the one before, soon within it, or at the same time as it.
            let step = [length, length, length + 1_800, length / 2, 600, 0].randomElement(using: &generator) ?? length
            start += step
        }
        return shows
    }

    /// What a plain reading says is on: of what runs then, what began last.
    private static func now(_ shows: [Show], at moment: Int64) -> Show? {
        distinct(shows).last { $0.start <= moment && $0.stop > moment }
    }

    /// What was on and is over can be watched as what it was.
    private static func checkCatchup(
        of channel: ContentID, _ shows: [Show], at moment: Int64, _ client: RPCClient<Catalog>, _ note: Comment
    ) async throws {
        let request = Catalog.ResolveCatchup(channel: channel, at: Date(timeIntervalSince1970: Double(moment)))
        guard let show = now(shows, at: moment) else {
            let failure = await #expect(throws: RPCError.self, note) { _ = try await client.send(request) }
            #expect(failure?.code == .notFound, note)
            return
        }
        guard show.stop <= change else { return }
        let stream = try await client.send(request)
        #expect(stream.url.hasSuffix("?b=\(show.start)&d=\(show.stop - show.start)"), note)
    }

    /// What begins at one moment is one programme: the last that the guide names.
    private static func distinct(_ shows: [Show]) -> [Show] {
        shows.enumerated().filter { index, show in !shows[(index + 1)...].contains { $0.start == show.start } }
            .map(\.element).sorted { $0.start < $1.start }
    }

    @Test
    func `now, next and grids, over gaps, overlaps, doubles, zones and a change of clocks`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let channels = ["a.tv", "b.tv", "c.tv"]
        let shows = Dictionary(uniqueKeysWithValues: channels.map { ($0, Self.shows($0, using: &generator)) })
        let programmes = channels.flatMap { shows[$0] ?? [] }.map { show in
            let (start, stop) = (Self.text(show.start, using: &generator), Self.text(show.stop, using: &generator))
            return "<programme start=\"\(start)\" stop=\"\(stop)\" channel=\"\(show.channel)\">"
                + "<title>\(show.title)</title></programme>"
        }
        let heads = channels.map { "<channel id=\"\($0)\"><display-name>\($0)</display-name></channel>" }
        let guide = (["<tv>"] + heads + programmes + ["</tv>"]).joined(separator: "\n")
        let list = channels.map {
            "#EXTINF:-1 tvg-id=\"\($0)\" catchup=\"append\" catchup-source=\"?b={utc}&d={duration}\",\($0)\n"
                + "http://a.example/\($0)"
        }
        try await CatalogFixture.with(at: Double(Self.change)) { catalog in
            try await catalog.playlist(catalog.file("a.m3u", list.joined(separator: "\n")))
            try await catalog.guide(catalog.file("a.xml", guide))
            let client = try await catalog.client()
            let cards = try await client.send(Catalog.NowNext()).channels.map(\.channel)
            #expect(cards.count == channels.count, "seed \(seed)")
            for _ in 0..<60 {
                let moment = Self.change + Int64.random(in: -25_000...25_000, using: &generator)
                let at = Date(timeIntervalSince1970: Double(moment))
                let all = try await client.send(Catalog.NowNext(at: at)).channels
                let single = try await client.send(Catalog.NowNext(channels: cards.map(\.id), at: at)).channels
                #expect(single == all, "seed \(seed), \(moment)")
                let short = try await catalog.onAir(Catalog.ListOnAir(at: at), as: .owner)
                #expect(short == all.map(ChannelOnAir.init), "seed \(seed), \(moment)")
                for row in all {
                    let known = shows[row.channel.title] ?? []
                    #expect(row.now?.title == Self.now(known, at: moment)?.title, "seed \(seed), \(moment)")
                    let note: Comment = "seed \(seed), \(moment)"
                    try await Self.checkCatchup(of: row.channel.id, known, at: moment, client, note)
                    let next = Self.distinct(known).first { $0.start > moment }
                    #expect(row.next?.title == next?.title, "seed \(seed), \(moment)")
                    #expect(
                        row.next?.start.timeIntervalSince1970 == next.map { Double($0.start) },
                        "seed \(seed), \(moment)")
                }
                let until = moment + Int64.random(in: 600...21_600, using: &generator)
                let grid = Catalog.GuideGrid(
                    channels: cards.map(\.id), from: at, until: Date(timeIntervalSince1970: Double(until)))
                for row in try await client.send(grid).rows {
                    let expected = Self.distinct(shows[row.channel.title] ?? [])
                        .filter { $0.start < until && $0.stop > moment }
                    #expect(
                        row.programmes.map(\.title) == expected.map(\.title), "seed \(seed), \(moment) to \(until)")
                }
            }
        }
    }
}
