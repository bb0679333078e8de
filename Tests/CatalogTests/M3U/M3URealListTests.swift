import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Every playlist of the test data is read without a crash; the counts are printed, those of the big lists are checked.
struct M3URealListTests {
    @Test
    func `all lists are read; what is refused is known`() throws {
        let files = try SharedData.files(under: "m3u", endings: ["m3u", "m3u8"])
        var counts: [String: (files: Int, entries: Int, refused: [RefusedLine.Reason])] = [:]
        for file in files {
            let list = Playlist(try SharedData.bytes(file))
            #expect(list.summary.entries == list.entries.count)
            #expect(list.summary.refused == list.refused.count)
            let kind = file.split(separator: "/").dropFirst().prefix(1).joined()
            counts[kind, default: (0, 0, [])].files += 1
            counts[kind]?.entries += list.entries.count
            counts[kind]?.refused += list.refused.map(\.reason)
        }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("m3u/\(kind): \(count.files) files, \(count.entries) entries, \(count.refused.count) lines refused")
        }
        #expect(counts["iptv-org-2026-08"]?.entries == 15_515)
        #expect(counts["iptv-org-2022-02"]?.entries == 11_689)
        #expect(counts["fast-channels"]?.entries == 11_046)
        for kind in ["iptv-org-2026-08", "iptv-org-2022-02", "fast-channels"] { #expect(counts[kind]?.refused == []) }
        // Nine "[NO PUBLIC STREAM]" in the whole list, and again in the one for Japan.
        #expect(counts["free-tv"]?.refused == Array(repeating: .notAnAddress, count: 18))
    }

    @Test(arguments: ["m3u/fast-channels/plutotv_gb.m3u", "m3u/iptv-org-2022-02/streams/cn.m3u"])
    func `the pieces in which a list arrives make no difference`(_ path: String) throws {
        let bytes = try SharedData.bytes(path)
        let whole = Playlist(bytes)
        for size in [1, 2, 3, 7, 64, 4096] { #expect(Playlist(bytes, cut: { _ in size }) == whole) }
    }
}
