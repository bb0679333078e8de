import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Real playlists with the real guides whose ids they carry: the counts are those of the data's own description.
struct RealGuideTests {
    @Test(arguments: [
        ("plutotv_us", "PlutoTV/us", 421, 421), ("plutotv_de", "PlutoTV/de", 196, 196),
        ("plex_us", "Plex/us", 687, 687),
        ("samsungtvplus_us", "SamsungTVPlus/us", 578, 578), ("roku_all", "Roku/all", 290, 287),
    ])
    func `channels of real lists find their guide`(
        _ list: String, _ guide: String, _ channels: Int64, _ expected: Int64
    ) async throws {
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

    @Test
    func `in a library of several lists each guide's report counts its own channels`() async throws {
        try await CatalogFixture.with { catalog in
            for list in ["plutotv_de", "plutotv_us", "samsungtvplus_us"] {
                let path = try catalog.file("\(list).m3u", SharedData.bytes("m3u/fast-channels/\(list).m3u"))
                try await catalog.playlist(path, source: list)
            }
            let guides: [(name: String, channels: Int64)] = [
                ("PlutoTV/us", 421), ("SamsungTVPlus/us", 578), ("PlutoTV/de", 196),
            ]
            for isAgain in [false, true] {
                for (name, channels) in guides {
                    let path = try catalog.file("a.xml.gz", SharedData.bytes("xmltv/i.mjh.nz/\(name).xml.gz"))
                    let report = try #require(try await catalog.guide(path, source: name).report)
                    let matched = try #require(report.matchedChannels)
                    // As long as their own guide is not there, channels of other lists have that of the same name.
                    #expect(isAgain ? matched == channels : (channels...channels * 2).contains(matched), "\(name)")
                }
            }
            #expect(try await catalog.client().send(Catalog.NowNext(onlyWithGuide: true)).total == 421 + 578 + 196)
        }
    }
}
