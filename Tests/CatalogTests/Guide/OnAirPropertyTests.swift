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

extension CatalogFixture {
    /// What is on on all channels, as the stream tells it.
    func onAir(_ request: Catalog.ListOnAir = Catalog.ListOnAir(), as person: TestCaller) async throws -> [ChannelOnAir]
    {
        var channels: [ChannelOnAir] = []
        for try await batch in try await client(person).stream(request) { channels += batch.channels }
        return channels
    }

    /// The same out of ``Catalog/NowNext``, page by page.
    func nowNext(onlyWithGuide: Bool? = nil, at: Date? = nil, as person: TestCaller) async throws -> [ChannelOnAir] {
        let client = try await client(person)
        var channels: [ChannelNow] = []
        var cursor: String?
        repeat {
            let page = try await client.send(
                Catalog.NowNext(onlyWithGuide: onlyWithGuide, at: at, page: PageRequest(size: 200, cursor: cursor)))
            channels += page.channels
            cursor = page.cursor
        } while cursor != nil
        return channels.map(ChannelOnAir.init)
    }
}

extension ChannelOnAir {
    /// What there is to tell in short of a channel.
    init(_ row: ChannelNow) {
        self.init(id: row.channel.id, name: row.channel.title)
        number = row.number
        (title, start, stop) = (row.now?.title, row.now?.start, row.now?.stop)
        (nextTitle, nextStart, nextStop) = (row.next?.title, row.next?.start, row.next?.stop)
    }
}

/// Random guides, policies, publications and moments: the stream tells of each channel what now/next does, field by field.
struct OnAirPropertyTests {
    /// What lists and guides call what is for adults.
    private static let adultGroup = "XXX"

    private static let certificates = ["", "", "TV-Y", "TV-PG", "TV-14", "TV-MA", "NC-17"]
    private static let channels = 40

    private static func playlist(using generator: inout SeededGenerator) -> String {
        (0..<channels).map { number in
            let rating = certificates.randomElement(using: &generator) ?? ""
            let shift = [0, 0, 0, 1, -3, 11].randomElement(using: &generator) ?? 0
            let group = Int.random(in: 0..<8, using: &generator) == 0 ? Self.adultGroup : "Group"
            return "#EXTINF:-1 tvg-id=\"c\(number).tv\" tvg-chno=\"\(number * 7 % 25)\" group-title=\"\(group)\""
                + (shift == 0 ? "" : " tvg-shift=\"\(shift)\"") + (rating.isEmpty ? "" : " rating=\"\(rating)\"")
                + ",Channel \(number)\nhttp://a.example/\(number)"
        }.joined(separator: "\n")
    }

    /// Programmes on end, after gaps, before the one before has ended, or beginning with it; long rows of one rating, too.
    private static func guide(_ round: Int, using generator: inout SeededGenerator) -> String {
        var shows: [SampleGuide.Show] = []
        let known = (0..<channels).filter { _ in Int.random(in: 0..<6, using: &generator) > 0 }
        for number in known {
            var from = Double.random(in: -30 ... -10, using: &generator).rounded()
            let isSparse = Int.random(in: 0..<4, using: &generator) == 0
            var rating = certificates.randomElement(using: &generator) ?? ""
            while from < 40 {
                let length = Double(Int.random(in: 1...12, using: &generator)) / (isSparse ? 1 : 6)
                if Int.random(in: 0..<(isSparse ? 2 : 12), using: &generator) == 0 {
                    rating = certificates.randomElement(using: &generator) ?? ""
                }
                let isAdult = Int.random(in: 0..<10, using: &generator) == 0
                shows.append(
                    .init(
                        channel: "c\(number).tv", from: from, to: from + length,
                        title: "Show \(Int.random(in: 0..<90, using: &generator)) of \(round)", rating: rating,
                        category: isAdult ? Self.adultGroup : ""))
                from += [length, length, length + 3, length / 2, 0].randomElement(using: &generator) ?? length
            }
        }
        return SampleGuide.text(channels: (0..<channels).map { ("c\($0).tv", "Channel \($0)") }, shows)
    }

    private static func people(using generator: inout SeededGenerator) -> [TestCaller] {
        let others = (0..<4).map { number in
            let ratings = ContentRating.all.filter { _ in Bool.random(using: &generator) }
            let policy = ViewingPolicy(
                ratings: ratings, allowsAdult: Bool.random(using: &generator),
                allowsUnratedChannels: [nil, false, true].randomElement(using: &generator) ?? nil)
            return TestCaller(member: "m\(number)", role: .adult, policy: policy)
        }
        return [.owner, .hidingAdult, .kids, .strictKids] + others
    }

    @Test
    func `the stream tells what now/next does, whatever is in memory, through publications and time`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let people = Self.people(using: &generator)
        var (listed, hidden) = (0, 0)
        try await CatalogFixture.with { catalog in
            for round in 0..<3 {
                if round != 1 {
                    let list = Self.playlist(using: &generator)
                    try await catalog.playlist(catalog.file("\(round).m3u", list), allowsShrinking: true)
                }
                let guide = Self.guide(round, using: &generator)
                try await catalog.guide(catalog.file("\(round).xml", guide), allowsShrinking: true)
                for step in 0..<10 {
                    let note = Comment(rawValue: "seed \(seed), round \(round), step \(step)")
                    let minutes = [1, 4, 15, 30, 61, 200].randomElement(using: &generator) ?? 1
                    catalog.clock.advance(days: Double(minutes) / 1_440)
                    for person in people.shuffled(using: &generator).prefix(3) {
                        let only = Bool.random(using: &generator)
                        // The clock goes on between the calls; something may begin just then.
                        let before = try await catalog.nowNext(onlyWithGuide: only, as: person)
                        let found = try await catalog.onAir(Catalog.ListOnAir(onlyWithGuide: only), as: person)
                        let after = try await catalog.nowNext(onlyWithGuide: only, as: person)
                        #expect(found == before || found == after, note)
                        listed += found.count { $0.title != nil && $0.nextTitle != nil }
                        hidden += found.count { $0.title == nil }
                        let hours = Double.random(in: -20...50, using: &generator)
                        let at = SampleGuide.date((hours * 12).rounded() / 12)
                        let then = try await catalog.onAir(Catalog.ListOnAir(at: at), as: person)
                        #expect(try await then == catalog.nowNext(at: at, as: person), note)
                    }
                }
            }
        }
        #expect(listed > 100, "seed \(seed)")
        #expect(hidden > 100, "seed \(seed)")
    }
}
