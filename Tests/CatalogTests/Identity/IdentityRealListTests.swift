import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Identity on real lists: what is grouped, what is kept over four years, what is found to be adult.
struct IdentityRealListTests {
    @Test(arguments: [
        ("iptv-org-2022-02", 8696, 49), ("iptv-org-2026-08", 11_558, 0), ("fast-channels/plutotv_all.m3u", 2461, 1),
        ("fast-channels/plex_all.m3u", 2824, 0), ("fast-channels/samsungtvplus_all.m3u", 2603, 0),
        ("fast-channels/roku_all.m3u", 290, 0),
        ("fast-channels/tubi_all.m3u", 182, 0), ("free-tv/playlist.m3u8", 2006, 0),
        ("parser-ipytv/iptv-org.m3u", 3619, 46),
    ])
    func `read, grouped, adult`(_ name: String, _ expected: Int, _ adults: Int) throws {
        let reading = try RecognizedList.real(name)
        let items = reading.items
        let adult = items.count { $0.adult != nil }
        print(
            "\(name): \(items.count) entries, \(reading.refused) refused, \(reading.ids.count) items "
                + "(\(reading.ids(byGuide: true).count) by guide id), channels \(reading.count(.channel)), films \(reading.count(.movie)), "
                + "episodes \(reading.count(.episode)), adult \(adult), shared guide ids \(reading.shared), "
                + "headings \(items.count(where: \.isHeading))")
        for item in items where item.kind != .channel {
            print("  not a channel: \(item.title) (\(item.classification.reason))")
        }
        #expect(items.allSatisfy { !$0.title.isEmpty })
        #expect(reading.ids.count == expected)
        #expect(adult == adults)
        // They are lists of channels; a few of their links are files.
        #expect(items.count - reading.count(.channel) <= 2)
    }
}
