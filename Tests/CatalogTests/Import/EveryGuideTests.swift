import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Every guide of the test data is taken in as a person would do it, and then the lists that they are for.
///
/// What every guide has in it is in `XMLTVRealGuideTests`, which only reads them. Taking in is what costs time: the ordinary
/// run takes in a sample of the small ones; `scripts/catalog-survey` takes in all of them, and then the lists.
struct EveryGuideTests {
    /// Lists that have a guide of their own in the data, and how many of their channels are in it, by the data's description.
    private static let guided: [(list: String, channels: Int)] = [
        ("plutotv_us", 421), ("plutotv_de", 196), ("plex_us", 687), ("samsungtvplus_us", 578), ("roku_all", 287),
    ]

    /// Guides that are long over, such as the format's own samples, are read and have nothing to show. With all guides there,
    /// lists find theirs.
    @Test(arguments: [UInt64.random(in: 0...UInt64.max)])
    func `every guide, then lists whose channels are in them`(_ seed: UInt64) async throws {
        var table = ImportOutcomeTable(headings: ["channels", "programmes", "left out"])
        var generator = SeededGenerator(seed: seed)
        let files = try SharedData.files(under: "xmltv", endings: ["xml", "gz"]).filter { !$0.contains(".json") }
        let chosen = ImportOutcomeTable.sample(of: files, largest: 50_000, inEachFolder: 10, using: &generator)
        var lists = ImportOutcomeTable(headings: ["entries", "with a guide"])
        try await CatalogFixture.with { catalog in
            for file in chosen {
                let bytes = try SharedData.bytes(file)
                let job = try await catalog.guide(catalog.file("a.xml", bytes), source: String(file.suffix(100)))
                let report = job.report
                var row = ImportOutcomeTable.Row(
                    file: file,
                    counts: [report?.guideChannels ?? 0, report?.read ?? 0, report?.refused ?? 0].map { Int($0) })
                row.add(job)
                #expect((report == nil) == (job.state == .failed) && (report == nil) == (job.problem != nil), "\(file)")
                if let report {
                    // What is over since more than the past is kept is among the refused.
                    let (guide, all) = (try Guide(bytes), Int(report.read + report.refused))
                    #expect(all == guide.programmes.count + guide.refused.count, "\(file), seed \(seed)")
                    #expect(Int(report.refused) >= guide.refused.count, "\(file), seed \(seed)")
                }
                table.rows.append(row)
            }
            guard ImportOutcomeTable.folder != nil else { return }
            for file in try SharedData.files(under: "m3u/fast-channels", endings: ["m3u"]) {
                let path = try catalog.file("a.m3u", SharedData.bytes(file))
                let job = try await catalog.playlist(path, source: file)
                let report = try #require(job.report)
                var row = ImportOutcomeTable.Row(
                    file: file, counts: [Int(report.read), Int(report.matchedChannels ?? 0)])
                row.add(job)
                lists.rows.append(row)
            }
        }
        print("taken in: \(chosen.count) of \(files.count) guides, seed \(seed)")
        try table.show("guides")
        #expect(table.rows.count >= 20)
        guard ImportOutcomeTable.folder != nil else { return }
        try lists.show("lists-with-guides")
        #expect(table.folders.first { $0.file == "xmltv/i.mjh.nz" }.map { $0.counts[1] + $0.counts[2] } == 199_614)
        let matched = Dictionary(lists.rows.map { ($0.file, $0.counts[1]) }) { $1 }
        for (list, channels) in Self.guided {
            // Another guide may have a channel of the same name for one that its own does not have.
            #expect(matched["m3u/fast-channels/\(list).m3u"] ?? 0 >= channels, "\(list)")
        }
    }
}
