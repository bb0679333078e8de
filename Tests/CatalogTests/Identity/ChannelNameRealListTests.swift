import Foundation
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Links without a guide id in real lists and panels: how many are of a channel that has one.
struct ChannelNameRealListTests {
    @Test(arguments: [
        ("iptv-org-2022-02", 102, 90), ("iptv-org-2026-08", 196, 104), ("free-tv/playlist.m3u8", 5, 5),
        ("parser-ipytv/iptv-org.m3u", 55, 46), ("fast-channels/plutotv_all.m3u", 0, 0),
        ("xtream/eternal", 2, 2), ("xtream/hellraiser", 18, 13), ("xtream/iris", 113, 106), ("xtream/tnt", 0, 0),
    ])
    func `read, joined, titles fewer`(_ name: String, _ links: Int, _ titles: Int) throws {
        let reading: RecognizedList
        if name.hasPrefix("xtream/") {
            var panels = LabelledXtreamStreams()
            reading = RecognizedList(try panels.entries("xtream/go.xtream-codes/\(name.dropFirst(7))/live"))
        } else {
            reading = try RecognizedList.real(name)
        }
        let entries = reading.entries
        let joined = reading.items.count { $0.namesake != nil }
        let apart = Set(reading.items.map { $0.namesake?.ownID ?? $0.id }).count
        let without = zip(reading.items, entries).count { $0.kind == .channel && GuideID($1.guideID) == nil }
        print(
            "\(name): \(entries.count) entries, \(without) channels without a guide id, \(joined) of them joined, "
                + "\(apart) titles before, \(reading.ids.count) now")
        try Self.write(name, reading)
        #expect((joined, apart - reading.ids.count) == (links, titles))
    }

    /// A line for each link that was joined, for who wants to read them; `HEARTH_FILE_TABLE` names the folder.
    private static func write(_ name: String, _ reading: RecognizedList) throws {
        guard let folder = ProcessInfo.processInfo.environment["HEARTH_FILE_TABLE"] else { return }
        var known: [DerivedID: M3UEntry] = [:]
        for (item, entry) in zip(reading.items, reading.entries) where item.namesake == nil {
            known[item.id] = known[item.id] ?? entry
        }
        var lines: [String] = []
        for (item, entry) in zip(reading.items, reading.entries) where item.namesake != nil {
            let other = known[item.id] ?? M3UEntry()
            lines.append(
                [
                    name, item.id.description, entry.title, entry.groupText, entry.address, other.guideID, other.title,
                    other.groupText, other.address,
                ].map { $0.replacing("\t", with: " ") }.joined(separator: "\t"))
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(
            to: URL(filePath: folder).appending(path: "namesakes-\(name.replacing("/", with: "-")).tsv"))
    }
}
