import CatalogAPI
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// The preset for children over real lists, which hardly have ratings: what a child sees before and after.
struct RealListRuleTests {
    private static let lists = [
        "iptv": "m3u/parser-ipytv/iptv-org.m3u", "pluto": "m3u/fast-channels/plutotv_us.m3u",
        "pluto-de": "m3u/fast-channels/plutotv_de.m3u", "samsung": "m3u/fast-channels/samsungtvplus_us.m3u",
        "roku": "m3u/fast-channels/roku_all.m3u", "tubi": "m3u/fast-channels/tubi_all.m3u",
    ]

    @Test(.timeLimit(.minutes(5)))
    func `a child sees children's channels, where it was all channels or none`() async throws {
        try await RuleFixture.with { fixture in
            for (name, path) in Self.lists.sorted(by: { $0.key < $1.key }) {
                try await fixture.catalog.playlist(SharedData.folder().appending(path: path).path, source: name)
            }
            let preset = try #require(ViewingPreset.named("children")).rules
            try await fixture.tell(preset, 3, version: 1)
            let open = try await count(.kids(seesUnrated: true), fixture)
            let strict = try await count(.kids(seesUnrated: false), fixture)
            let chosen = try await count(.kids(ruleSet: 3), fixture)
            #expect([open, strict, chosen] == [5_250, 0, 173])
            let preview = try await fixture.catalog.client().send(Catalog.PreviewViewingRules(rules: preset))
            #expect(preview.shown.movies + preview.shown.series + preview.shown.channels == chosen)
            let counted = preview.parts.filter { $0.reason == .rule }.reduce(0) { $0 + $1.shown.channels }
            #expect(counted == preview.shown.channels)
            // Each of them is in such a group, or of such a genre.
            let words = /(?i)kid|child|famil|cartoon|anim|junior|kinder|enfant|jeunesse|infantil/
            let owner = try await fixture.catalog.client()
            for id in try await fixture.catalog.ids(as: RuleFixture.kids(3)) {
                let title = try await owner.send(Catalog.GetTitle(id: id))
                let tags = title.groups + title.card.genres
                #expect(tags.contains { $0.contains(words) } || [.g, .pg].contains(title.card.rating), "\(title.card)")
            }
        }
    }

    private func count(_ policy: ViewingPolicy, _ fixture: RuleFixture) async throws -> Int64 {
        let person = TestCaller(member: "kim", profile: "kid", role: .child, policy: policy)
        let catalog = try await fixture.catalog.client(person)
        return try await catalog.send(Catalog.Search(text: "", kinds: [.movie, .series, .channel])).total
    }
}
