import CatalogAPI
import Foundation
import Household
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// Every playlist of the test data is taken in as a person would do it, and accounted for line by line.
struct EveryFileTests {
    @Test("every playlist: channels, films, episodes, radio, and what was refused")
    func playlists() async throws {
        var table = FileTable(headings: ["entries", "channels", "films", "episodes", "radio", "titles"])
        try await CatalogFixture.with { catalog in
            for file in try SharedData.files(under: "m3u", endings: ["m3u", "m3u8"]) {
                let bytes = try SharedData.bytes(file)
                let job = try await catalog.playlist(catalog.file("a.m3u", bytes), source: String(file.suffix(100)))
                let entries = Playlist(bytes)
                var row = Self.row(file, entries.entries, added: job.report?.added ?? 0)
                row.add(job)
                if let report = job.report {
                    report.checkSums()
                    #expect(Int(report.read) + Int(report.refused) == entries.entries.count + entries.refused.count)
                } else {
                    // A list without one link that is complete in itself, or the playlist of one stream.
                    #expect(job.state == .failed && job.problem != nil, "\(file)")
                    #expect(entries.entries.allSatisfy(\.isRelative) || entries.summary.isStreamPlaylist, "\(file)")
                }
                table.rows.append(row)
            }
        }
        try table.show("playlists")
        let read = Dictionary(table.folders.map { ($0.file, $0.counts[0]) }) { $1 }
        #expect(read["m3u/iptv-org-2026-08"] == 15_515)
        #expect(read["m3u/iptv-org-2022-02"] == 11_689)
        #expect(read["m3u/fast-channels"] == 11_046)
    }

    private static func row(_ file: String, _ entries: [M3UEntry], added: Int64) -> FileTable.Row {
        var census = GuideIDCensus()
        for entry in entries { census.note(guideID: entry.guideID, name: entry.title) }
        var reader = PlaylistReader(source: file, census: census)
        let items = entries.map { reader.item(for: $0) }.filter { !$0.isHeading }
        func count(_ kind: ContentKind) -> Int { items.count { $0.kind == kind && !$0.isRadio } }
        let counts = [
            entries.count, count(.channel), count(.movie), count(.episode), items.count(where: \.isRadio), Int(added),
        ]
        return FileTable.Row(file: file, counts: counts)
    }
}
