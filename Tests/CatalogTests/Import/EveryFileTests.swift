import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Every playlist of the test data is read, and taken in as a person would do it, and accounted for line by line.
///
/// Taking in is what costs time, so that the ordinary run takes in a sample of each folder, under a seed that it prints;
/// `scripts/catalog-survey` takes in all of them.
struct EveryFileTests {
    @Test(arguments: [UInt64.random(in: 0...UInt64.max)])
    func `every playlist: channels, films, episodes, radio, and what was refused`(_ seed: UInt64) async throws {
        var table = ImportOutcomeTable(headings: ["entries", "channels", "films", "episodes", "radio", "titles"])
        var generator = SeededGenerator(seed: seed)
        let files = try SharedData.files(under: "m3u", endings: ["m3u", "m3u8"])
        let chosen = Set(ImportOutcomeTable.sample(of: files, largest: 60_000, inEachFolder: 8, using: &generator))
        try await CatalogFixture.with { catalog in
            for file in files {
                let bytes = try SharedData.bytes(file)
                let entries = Playlist(bytes)
                guard chosen.contains(file) else {
                    table.rows.append(Self.row(file, entries.entries, added: 0))
                    continue
                }
                let job = try await catalog.playlist(catalog.file("a.m3u", bytes), source: String(file.suffix(100)))
                var row = Self.row(file, entries.entries, added: job.report?.added ?? 0)
                row.add(job)
                if let report = job.report {
                    report.checkSums()
                    #expect(
                        Int(report.read) + Int(report.refused) == entries.entries.count + entries.refused.count,
                        "\(file), seed \(seed)")
                } else {
                    // A list without one link that is complete in itself, or the playlist of one stream.
                    #expect(job.state == .failed && job.problem != nil, "\(file)")
                    #expect(entries.entries.allSatisfy(\.isRelative) || entries.summary.isStreamPlaylist, "\(file)")
                }
                table.rows.append(row)
            }
        }
        print("taken in: \(chosen.count) of \(files.count) files, seed \(seed)")
        try table.show("playlists")
        let read = Dictionary(table.folders.map { ($0.file, $0.counts[0]) }) { $1 }
        #expect(read["m3u/iptv-org-2026-08"] == 15_515)
        #expect(read["m3u/iptv-org-2022-02"] == 11_689)
        #expect(read["m3u/fast-channels"] == 11_046)
        #expect(chosen.count >= 40)
    }

    private static func row(_ file: String, _ entries: [M3UEntry], added: Int64) -> ImportOutcomeTable.Row {
        var statistics = PlaylistStatistics()
        for entry in entries { statistics.note(entry) }
        var reader = EntryRecognizer(source: file, statistics: statistics)
        let items = entries.map { reader.item(for: $0) }.filter { !$0.isHeading }
        func count(_ kind: ContentKind) -> Int { items.count { $0.kind == kind && !$0.isRadio } }
        let counts = [
            entries.count, count(.channel), count(.movie), count(.episode), items.count(where: \.isRadio), Int(added),
        ]
        return ImportOutcomeTable.Row(file: file, counts: counts)
    }
}
