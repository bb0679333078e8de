import CatalogAPI
import Foundation
import Household
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// Real playlists with the real guides whose ids they carry: the counts are those of the data's own description.
struct RealGuideTests {
    @Test(
        "channels of real lists find their guide",
        arguments: [
            ("plutotv_us", "PlutoTV/us", 421, 421), ("plutotv_de", "PlutoTV/de", 196, 196),
            ("plex_us", "Plex/us", 687, 687),
            ("samsungtvplus_us", "SamsungTVPlus/us", 578, 578), ("roku_all", "Roku/all", 290, 287),
        ])
    func matched(_ list: String, _ guide: String, _ channels: Int64, _ expected: Int64) async throws {
        try await CatalogFixture.with { catalog in
            let entries = try await catalog.playlist(
                catalog.file("a.m3u", SharedData.bytes("m3u/fast-channels/\(list).m3u")))
            let job = try await catalog.guide(
                catalog.file("a.xml.gz", SharedData.bytes("xmltv/i.mjh.nz/\(guide).xml.gz")))
            let report = try #require(job.report)
            report.checkSums()
            let page = try await catalog.client().send(Catalog.NowNext(onlyWithGuide: true))
            print(
                "\(list): \(entries.report?.read ?? 0) entries, \(entries.report?.added ?? 0) channels, "
                    + "\(report.matchedChannels ?? 0) matched with \(report.guideChannels ?? 0) of \(guide), "
                    + "\(report.read) programmes, \(report.refused) refused, "
                    + "\(page.channels.count { $0.now != nil }) of \(page.channels.count) on the first page have one on"
            )
            #expect(report.matchedChannels == expected)
            #expect(page.total == expected)
            let again = try await catalog.guide(
                catalog.file("b.xml.gz", SharedData.bytes("xmltv/i.mjh.nz/\(guide).xml.gz")))
            #expect(again.report?.added == 0)
            #expect(again.report?.removed == 0)
        }
    }
}
