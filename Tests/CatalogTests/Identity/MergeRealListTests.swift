import Foundation
import HearthModel
import Testing
import TextFolding

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What real lists and panels make one title of, and what they keep apart: a wrong merge is worse than a missed one.
struct MergeRealListTests {
    /// Links that one title has, as far as their list says something of them.
    private struct Title {
        var countries: Set<String> = []
        var isRadio: Set<Bool> = []
        var isAdult: Set<Bool> = []
        var names: Set<[UInt8]> = []
        /// One address is one channel, whichever countries a list has it under.
        var addresses: Set<String> = []
        var links: [String] = []
    }

    /// What one list comes to.
    private struct Figures: CustomStringConvertible {
        var (links, titles, joined) = (0, 0, 0)
        /// Ids that are nothing but the name, which channels of several countries have.
        var national = 0
        /// Titles whose links name several countries, are radio and television, or for adults and not.
        var (countries, radio, adult) = (0, 0, 0)
        /// Titles of one name and country that stay apart.
        var missed = 0

        var description: String {
            "\(links) links, \(titles) titles, \(joined) of several links; ids for several countries \(national); titles with links of "
                + "several countries \(countries), radio and television \(radio), adult and not \(adult); names kept apart \(missed)"
        }
    }

    private static func figures(_ name: String, _ entries: [M3UEntry], _ joined: inout [String]) -> Figures {
        var statistics = PlaylistStatistics()
        for entry in entries { statistics.note(entry) }
        var reader = EntryRecognizer(source: "list", statistics: statistics)
        var (titles, names): ([DerivedID: Title], [String: Set<DerivedID>]) = ([:], [:])
        var figures = Figures()
        figures.national = statistics.guideIDs.shared().nationalCount
        for entry in entries {
            let item = reader.item(for: entry)
            guard item.kind == .channel, !item.isHeading else { continue }
            figures.links += 1
            // An id that names its own country says of what is one channel that it is.
            let isGlobal = GuideID(entry.guideID).map { $0.country != nil || $0.hasFeed } ?? false
            var title = titles[item.id] ?? Title()
            if !isGlobal, let country = entry.countryCode { title.countries.insert(country) }
            title.isRadio.insert(item.isRadio)
            title.isAdult.insert(item.adult != nil)
            let letters = FoldedText(item.title).compact
            title.names.insert(letters)
            title.addresses.insert(entry.address)
            title.links.append("\(entry.title) [\(entry.guideID)] {\(entry.groupText)} \(entry.address.prefix(60))")
            titles[item.id] = title
            names["\(String(decoding: letters, as: UTF8.self)) \(item.country ?? "")", default: []].insert(item.id)
        }
        figures.titles = titles.count
        figures.joined = titles.values.count { $0.links.count > 1 }
        figures.countries = titles.values.count { $0.countries.count > 1 && $0.addresses.count > 1 }
        figures.radio = titles.values.count { $0.isRadio.count > 1 }
        figures.adult = titles.values.count { $0.isAdult.count > 1 }
        figures.missed = names.values.reduce(0) { $0 + $1.count - 1 }
        for title in titles.values where title.countries.count > 1 && title.addresses.count > 1 {
            print(
                "  several countries \(name): \(title.countries.sorted()) \(title.links.sorted().joined(separator: " || "))"
            )
        }
        joined += titles.values.filter { $0.links.count > 1 }.map {
            "\(name): " + $0.links.sorted().prefix(3).joined(separator: " || ")
        }
        return figures
    }

    private static let lists = [
        "iptv-org-2022-02", "iptv-org-2026-08", "free-tv/playlist.m3u8", "parser-ipytv/iptv-org.m3u",
        "fast-channels/plutotv_all.m3u",
        "fast-channels/plex_all.m3u", "fast-channels/samsungtvplus_all.m3u",
    ]

    @Test
    func `no title of a real list has links of several countries, of radio and television, or for adults and not`()
        throws
    {
        var joined: [String] = []
        var lists: [(name: String, entries: [M3UEntry])] = []
        for name in Self.lists {
            lists.append((name, try RecognizedList.paths(name).flatMap { Playlist(try SharedData.bytes($0)).entries }))
        }
        var panels = LabelledXtreamStreams()
        for panel in ["eternal", "hellraiser", "iris", "tnt"] {
            lists.append((panel, try panels.entries("xtream/go.xtream-codes/\(panel)/live")))
        }
        for (name, entries) in lists {
            let figures = Self.figures(name, entries, &joined)
            print("merges \(name): \(figures)")
            #expect(figures.countries == 0, "\(name)")
            #expect(figures.radio <= 2 && figures.adult <= 2, "\(name)")
        }
        // For reading by a person: the same ones each time.
        guard ProcessInfo.processInfo.environment["HEARTH_FILE_TABLE"] != nil else { return }
        var random = SeededGenerator(seed: 20_261_125)
        for line in joined.sorted().shuffled(using: &random).prefix(120) { print("joined \(line)") }
    }

    @Test
    func `what is marked adult in real lists is adult, and what stands in a group that says so is marked`() throws {
        var (grouped, marked, byTitle, unmarked) = (0, 0, Set<String>(), Set<String>())
        for path in try SharedData.files(under: "m3u", endings: ["m3u", "m3u8"]) {
            let entries = Playlist(try SharedData.bytes(path)).entries
            Self.note(entries, &grouped, &marked, &byTitle, &unmarked)
        }
        var panels = LabelledXtreamStreams()
        for panel in ["eternal", "hellraiser", "iris", "tnt"] {
            Self.note(
                try panels.entries("xtream/go.xtream-codes/\(panel)/live"), &grouped, &marked, &byTitle, &unmarked)
        }
        for panel in ["iris", "tnt"] {
            Self.note(try panels.entries("xtream/go.xtream-codes/\(panel)/vod"), &grouped, &marked, &byTitle, &unmarked)
        }
        print(
            "adult: \(grouped) in groups that say so, \(marked) of them marked; by their titles alone \(byTitle.count)")
        for line in byTitle.sorted() { print("  adult \(line)") }
        for line in unmarked.sorted() { print("  not adult \(line)") }
        #expect(Double(marked) >= 0.98 * Double(grouped))
    }

    private static func note(
        _ entries: [M3UEntry], _ grouped: inout Int, _ marked: inout Int, _ byTitle: inout Set<String>,
        _ unmarked: inout Set<String>
    ) {
        var statistics = PlaylistStatistics()
        for entry in entries { statistics.note(entry) }
        var reader = EntryRecognizer(source: "list", statistics: statistics)
        for entry in entries {
            let item = reader.item(for: entry)
            let group = entry.groupText.lowercased()
            let saysSo =
                ["xxx", "adult", "porn", "18+", "+18"].contains { group.contains($0) }
                && !["swim", "cartoon"].contains { group.contains($0) }
            if saysSo { grouped += 1 }
            if saysSo, item.adult != nil { marked += 1 }
            if saysSo, item.adult == nil { unmarked.insert("\(entry.title) {\(entry.groupText)}") }
            if !saysSo, let adult = item.adult {
                byTitle.insert("\(entry.title) {\(entry.groupText)}: \(adult.evidence)")
            }
        }
    }
}
