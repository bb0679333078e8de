import Household
import Testing

@testable import CatalogService

/// Identity on real lists: what is grouped, what is kept over four years, what is found to be adult.
struct IdentityRealListTests {
    /// One list, or several read as one.
    private struct Reading {
        var items: [PlaylistItem] = []
        var entries: [M3UEntry] = []
        var refused = 0
        var shared = 0

        init(_ paths: [String]) throws {
            for path in paths {
                let list = Playlist(try SharedData.bytes(path))
                entries += list.entries
                refused += list.refused.count
            }
            var census = GuideIDCensus()
            for entry in entries { census.note(guideID: entry.guideID, name: entry.title) }
            shared = census.sharedCount
            var reader = PlaylistReader(source: paths[0], census: census)
            items = entries.map { reader.item(for: $0) }
        }

        var ids: Set<DerivedID> { Set(items.map(\.id)) }

        func count(_ kind: ContentKind) -> Int { items.count { $0.kind == kind } }

        /// Titles whose guide id says something, or does not.
        func ids(byGuide: Bool) -> Set<DerivedID> {
            Set(zip(items, entries).filter { (GuideID($0.1.guideID) != nil) == byGuide }.map(\.0.id))
        }
    }

    private static func paths(_ name: String) throws -> [String] {
        name.hasSuffix("m3u") || name.hasSuffix("m3u8")
            ? ["m3u/" + name] : try SharedData.files(under: "m3u/" + name, endings: ["m3u"])
    }

    @Test(
        "read, grouped, adult",
        arguments: [
            ("iptv-org-2022-02", 8784, 49), ("iptv-org-2026-08", 11_645, 0), ("fast-channels/plutotv_all.m3u", 2461, 1),
            ("fast-channels/plex_all.m3u", 2824, 0), ("fast-channels/samsungtvplus_all.m3u", 2603, 0),
            ("fast-channels/roku_all.m3u", 290, 0),
            ("fast-channels/tubi_all.m3u", 182, 0), ("free-tv/playlist.m3u8", 2007, 0),
            ("parser-ipytv/iptv-org.m3u", 3664, 46),
        ])
    func lists(_ name: String, _ expected: Int, _ adults: Int) throws {
        let reading = try Reading(Self.paths(name))
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

    @Test("ids of 2022 in the list of 2026")
    func fourYears() throws {
        let (old, new) = try (Reading(Self.paths("iptv-org-2022-02")), Reading(Self.paths("iptv-org-2026-08")))
        let kept = old.ids.intersection(new.ids)
        func candidates(_ reading: Reading, without: Set<DerivedID>) -> [RenameFinder.Candidate] {
            var rungs: [DerivedID: Set<IdentityRung>] = [:]
            for item in reading.items where !without.contains(item.id) {
                rungs[item.id, default: []].formUnion(item.rungs)
            }
            return rungs.map { RenameFinder.Candidate(id: $0.key, rungs: Array($0.value)) }
        }
        let renamed = RenameFinder.find(gone: candidates(old, without: new.ids), new: candidates(new, without: old.ids))
        let byKind = Dictionary(grouping: renamed.values, by: \.by).mapValues(\.count)
        print(
            "ids: \(old.ids.count) in 2022, \(new.ids.count) in 2026, \(kept.count) kept, \(renamed.count) found again \(byKind)"
        )
        #expect(kept.count == 2415)
        #expect(renamed.count > 900)
    }
}
