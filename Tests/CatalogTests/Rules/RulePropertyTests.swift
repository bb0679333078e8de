import CatalogAPI
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// Random rules over random lists, changed at random: what a child sees is what the rules say of each title, one by one.
struct RulePropertyTests {
    private static let groups = ["Kids", "UK | Kids", "News", "Anime", "Late Night", "Für Kinder"]
    private static let words = ["red", "blue", "green", "night", "sky"]
    private static let sources = ["one", "two"]
    private static let ratings = ["", "TV-Y", "TV-PG", "TV-14", "R", "FSK 12"]
    private static let genres = ["Animation", "Horror", "Family"]

    private static func list(_ count: Int, using numbers: inout SeededGenerator) -> String {
        "#EXTM3U\n"
            + (0..<count).filter { _ in Int.random(in: 0..<5, using: &numbers) > 0 }.map { number in
                let rating = ratings.randomElement(using: &numbers) ?? ""
                var group = groups.randomElement(using: &numbers) ?? ""
                if Bool.random(using: &numbers) { group += ";" + (genres.randomElement(using: &numbers) ?? "") }
                if Int.random(in: 0..<8, using: &numbers) == 0 { group = "XXX" }
                let name = "\(words[number % words.count].capitalized) \(words[number / 3 % words.count]) \(number)"
                let attributes = "group-title=\"\(group)\"" + (rating.isEmpty ? "" : " rating=\"\(rating)\"")
                return switch number % 3 {
                case 0:
                    "#EXTINF:6000 type=\"movie\" \(attributes),\(name) (1999)\nhttp://a.example/movie/u/p/\(number).mkv"
                case 1:
                    "#EXTINF:2400 type=\"series\" \(attributes),Show \(number) S01E01\nhttp://a.example/series/u/p/\(number).mkv"
                default: "#EXTINF:-1 tvg-id=\"c\(number).tv\" \(attributes),\(name)\nhttp://a.example/\(number).m3u8"
                }
            }.joined(separator: "\n")
    }

    private static func rules(_ ids: [ContentID], using numbers: inout SeededGenerator) -> ViewingRules {
        let rules = (0..<Int.random(in: 0..<6, using: &numbers)).map { _ in
            var rule = ViewingRule(Bool.random(using: &numbers) ? .allow : .block)
            switch Int.random(in: 0..<7, using: &numbers) {
            case 0: rule.group = groups.randomElement(using: &numbers)
            case 1: rule.genre = genres.randomElement(using: &numbers)
            case 2: rule.title = ids.randomElement(using: &numbers) ?? ContentID(rawValue: "mv_none")
            case 3: rule.words = words.randomElement(using: &numbers)
            case 4: rule.source = sources.randomElement(using: &numbers)
            case 5: rule.rating = [ContentRating.g, .pg, .pg13, .unrated].randomElement(using: &numbers)
            default: (rule.certificate, rule.system) = ("12", "FSK")
            }
            if Int.random(in: 0..<4, using: &numbers) == 0 { rule.kind = .channel }
            return rule
        }
        return ViewingRules(rules, otherwise: ViewingDefault.all.randomElement(using: &numbers) ?? .blockAll)
    }

    /// Whether rules admit a title, said without the code that is tested.
    private static func isAdmitted(_ title: Title, sources: Set<String>, by rules: ViewingRules) -> Bool {
        let card = title.card
        if card.isAdult || ["R", "NC-17"].contains(card.rating.rawValue) { return false }
        func words(_ text: String) -> String {
            " "
                + text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
                .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
        }
        let groups = title.groups.map(words)
        func fits(_ rule: ViewingRule) -> Bool {
            if let group = rule.group, !groups.contains(where: { $0.contains(words(group)) }) { return false }
            if let genre = rule.genre, !card.genres.contains(genre) { return false }
            if let id = rule.title, id != card.id, id != card.series { return false }
            if let text = rule.words,
                ![card.title, card.seriesTitle ?? ""].contains(where: { words($0).contains(words(text)) })
            {
                return false
            }
            if let source = rule.source, !sources.contains(source) { return false }
            if let rating = rule.rating, rating != card.rating { return false }
            if rule.certificate != nil, title.certification != "FSK 12" { return false }
            if let kind = rule.kind, kind != card.kind { return false }
            return true
        }
        if let first = rules.rules.first(where: fits) { return first.action == .allow }
        switch rules.otherwise {
        case .allowRated: return card.rating != .unrated
        case .allowUnrated: return true
        default: return false
        }
    }

    @Test func `what is stored of each title is what the rules say of it`() async throws {
        for seed in Seeds.make(3) {
            try await RuleFixture.with { fixture in
                var numbers = SeededGenerator(seed: seed)
                var (version, number): (Int64, Int32) = (0, 47)
                var current = ViewingRules(otherwise: .blockAll)
                for round in 0..<5 {
                    let list = Self.list(40, using: &numbers)
                    try await fixture.catalog.playlist(
                        fixture.catalog.file("\(round).m3u", list), source: Self.sources[round % 2],
                        allowsShrinking: true)
                    if round > 0 { try await check(fixture, current, number, "seed \(seed), import \(round)") }
                    let ids = try await fixture.catalog.ids().sorted { $0.rawValue < $1.rawValue }
                    current = Self.rules(ids, using: &numbers)
                    (version, number) = (version + 1, (number + 1) % 48)
                    try await fixture.tell(current, number, version: version)
                    try await check(fixture, current, number, "seed \(seed), rules \(round)")
                }
            }
        }
    }

    private func check(_ fixture: RuleFixture, _ rules: ViewingRules, _ number: Int32, _ note: String) async throws {
        let owner = try await fixture.catalog.client()
        let seen = try await fixture.catalog.ids(as: RuleFixture.kids(number))
        let all = try await fixture.catalog.ids()
        var titles: [Title] = []
        for id in all { titles.append(try await owner.send(Catalog.GetTitle(id: id))) }
        for title in titles {
            let id = title.card.id
            // A series has the sources of its episodes.
            let variants = titles.filter { $0.card.id == id || $0.card.series == id }.flatMap(\.variants)
            let live = variants.filter { !$0.isStale }
            let sources = Set((live.isEmpty ? variants : live).map(\.source))
            let isAdmitted = Self.isAdmitted(title, sources: sources, by: rules)
            #expect(seen.contains(id) == isAdmitted, "\(note): \(title.card.title) by \(rules)")
        }
        #expect(seen.isSubset(of: all))
    }
}
