import Foundation
import ReadingListAPI
import TestSupport
import Testing

@testable import ReadingListService

/// Zip archives with lists in them.
struct ArchiveTests {
    /// Two parts of a table as Pocket exports them, a picture and what a Mac adds: with sizes before the data, and behind it.
    private static let archives = [
        """
        UEsDBBQAAAAAAAAAIVoAAAAAAAAAAAAAAAAHAAAAcG9ja2V0L1BLAwQUAAAACAAAACFa9aN7iFMAAABUAAAAFgAAAHBvY2tldC9wYXJ0XzAwMDAwMC5jc3YFwe0JgCAQAND/TtEAR34EJS3RCHHpkYKG6BkRDd97HDkR9JqAY6YdvScPjGeDxsi9ie0iCMylrVK+sYz0YC6JpAY9KzUZs1gL+B2DA6wuxJvED1BLAwQUAAAACAAAACFa83JeRkwAAABOAAAAFgAAAHBvY2tldC9wYXJ0XzAwMDAwMS5jc3YFwVsKgCAQBdB/13JJM+i1jv5jwKEELXFGilbfORo1MVpN0Jh5pxA4QOkQiJI2Mdtz41Qtslr7xdLxS7kkth796Nzg/TQvQLsqUzA/UEsDBBQAAAAIAAAAIVofLVgvBwAAAAUAAAAQAAAAcG9ja2V0L2NvdmVyLnBuZzvUGeDnDgBQSwMEFAAAAAgAAAAhWqEb2SQEAAAAAgAAAAoAAABfX01BQ09TWC94q6oCAFBLAQIUAxQAAAAAAAAAIVoAAAAAAAAAAAAAAAAHAAAAAAAAAAAAAACAAQAAAABwb2NrZXQvUEsBAhQDFAAAAAgAAAAhWvWje4hTAAAAVAAAABYAAAAAAAAAAAAAAIABJQAAAHBvY2tldC9wYXJ0XzAwMDAwMC5jc3ZQSwECFAMUAAAACAAAACFa83JeRkwAAABOAAAAFgAAAAAAAAAAAAAAgAGsAAAAcG9ja2V0L3BhcnRfMDAwMDAxLmNzdlBLAQIUAxQAAAAIAAAAIVofLVgvBwAAAAUAAAAQAAAAAAAAAAAAAACAASwBAABwb2NrZXQvY292ZXIucG5nUEsBAhQDFAAAAAgAAAAhWqEb2SQEAAAAAgAAAAoAAAAAAAAAAAAAAIABYQEAAF9fTUFDT1NYL3hQSwUGAAAAAAUABQAzAQAAjQEAAAAA
        """,
        """
        UEsDBBQACAAAAAAAIVoAAAAAAAAAAAAAAAAHAAAAcG9ja2V0L1BLBwgAAAAAAAAAAAAAAABQSwMEFAAIAAgAAAAhWgAAAAAAAAAAAAAAABYAAABwb2NrZXQvcGFydF8wMDAwMDAuY3N2BcHtCYAgEADQ/07RAEd+BCUt0Qhx6ZGChugZEQ3fexw5EfSagGOmHb0nD4xng8bIvYntIgjMpa1SvrGM9GAuiaQGPSs1GbNYC/gdgwOsLsSbxA9QSwcI9aN7iFMAAABUAAAAUEsDBBQACAAIAAAAIVoAAAAAAAAAAAAAAAAWAAAAcG9ja2V0L3BhcnRfMDAwMDAxLmNzdgXBWwqAIBAF0H/Xckkz6LWO/mPAoQQtcUaKVt85GjUxWk3QmHmnEDhA6RCIkjYx23PjVC2yWvvF0vFLuSS2Hv3o3OD9NC9AuypTMD9QSwcI83JeRkwAAABOAAAAUEsDBBQACAAIAAAAIVoAAAAAAAAAAAAAAAAQAAAAcG9ja2V0L2NvdmVyLnBuZzvUGeDnDgBQSwcIHy1YLwcAAAAFAAAAUEsDBBQACAAIAAAAIVoAAAAAAAAAAAAAAAAKAAAAX19NQUNPU1gveKuqAgBQSwcIoRvZJAQAAAACAAAAUEsBAhQDFAAIAAAAAAAhWgAAAAAAAAAAAAAAAAcAAAAAAAAAAAAAAIABAAAAAHBvY2tldC9QSwECFAMUAAgACAAAACFa9aN7iFMAAABUAAAAFgAAAAAAAAAAAAAAgAE1AAAAcG9ja2V0L3BhcnRfMDAwMDAwLmNzdlBLAQIUAxQACAAIAAAAIVrzcl5GTAAAAE4AAAAWAAAAAAAAAAAAAACAAcwAAABwb2NrZXQvcGFydF8wMDAwMDEuY3N2UEsBAhQDFAAIAAgAAAAhWh8tWC8HAAAABQAAABAAAAAAAAAAAAAAAIABXAEAAHBvY2tldC9jb3Zlci5wbmdQSwECFAMUAAgACAAAACFaoRvZJAQAAAACAAAACgAAAAAAAAAAAAAAgAGhAQAAX19NQUNPU1gveFBLBQYAAAAABQAFADMBAADdAQAAAAA=
        """,
    ]

    /// The first of these archives.
    static func pocket() throws -> [UInt8] { try bytes(archives[0]) }

    private static func bytes(_ base64: String) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
    }

    /// An archive of members that are not compressed.
    private static func stored(
        _ members: [(name: String, text: String)], flags: UInt8 = 0, method: UInt8 = 0
    ) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xff) } }
        let files = members.flatMap { member in
            let data = Array(member.text.utf8)
            var checksum = CRC32()
            checksum.add(data[...])
            return [0x50, 0x4b, 3, 4, 20, 0, flags, 0, method, 0, 0, 0, 0, 0] + number(Int(checksum.value), 4)
                + number(data.count, 4) + number(data.count, 4) + number(member.name.utf8.count, 2) + [0, 0]
                + Array(member.name.utf8) + data
        }
        return files + [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18)
    }

    @Test(arguments: 0..<2, [1, 7, 100, 4_096])
    func `the lists of an archive are read, in pieces of any size`(index: Int, piece: Int) throws {
        let (links, problem) = try LinkReaderTests.read(try Self.bytes(Self.archives[index]), piece: piece)
        #expect(problem == nil)
        #expect(links.map(\.url) == ["https://zip.example/1", "https://zip.example/2", "pocket/cover.png"])
        #expect(links.map { $0.refusal == nil } == [true, true, false])
        #expect(links[0].tags == ["a", "b c"] && links[0].isRead == true && links[0].added == 1_600_322_788_000)
    }

    @Test func `members of every format are read, and what is none is named`() throws {
        let links = try LinkReaderTests.entries(
            Self.stored([
                ("a.csv", "url;tags\nhttps://a.example/;x\n"), ("b.json", #"[{"url":"https://b.example/"}]"#),
                ("c.html", "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"https://c.example/\">C</A></DL>"),
                ("d.txt", "# mine\nhttps://d.example/\n"), ("e/", ""),
                ("page.html", "<html><a href=\"https://in.the.page.example/\">x</a>"),
                ("README", "This is my export.\nEnjoy."), ("empty.csv", ""), ("inner.zip", "PK\u{3}\u{4}"),
                ("manifest.json", "{\"version\": 1}"),
            ]))
        #expect(
            links.filter { $0.refusal == nil }.map(\.url) == [
                "https://a.example/", "https://b.example/", "https://c.example/", "https://d.example/",
            ])
        #expect(
            links.filter { $0.refusal != nil }.map(\.url) == ["page.html", "README", "inner.zip", "manifest.json"])
    }

    @Test func `what cannot be read of an archive is said`() throws {
        let whole = Self.stored([("a.csv", "url,title\nhttps://a.example/,A\n"), ("b.txt", "https://b.example/\n")])
        let damaged = try LinkReaderTests.read([0x50, 0x4b, 3, 4] + [UInt8](repeating: 0, count: 60))
        #expect(damaged.links.isEmpty && damaged.problem?.contains("damaged") == true)
        var wrong = whole
        wrong[40] ^= 0x20
        #expect(try LinkReaderTests.read(wrong).problem?.contains("a.csv of the zip archive is damaged") == true)
        for count in 5..<(whole.count - 22) {
            let cut = try LinkReaderTests.read(Array(whole.prefix(count)))
            #expect(cut.problem != nil, "\(count) bytes")
        }
        let none = try LinkReaderTests.read(Self.stored([("word/document.xml", "<w:document/>")]))
        #expect(none.problem?.contains("without one") == true && none.links.map(\.url) == ["word/document.xml"])
        let secret = try LinkReaderTests.read(Self.stored([("a.csv", "url\nhttps://a.example/")], flags: 1))
        #expect(secret.links.map(\.refusal) == ["This member of the archive is encrypted."])
        let strange = try LinkReaderTests.read(Self.stored([("a.csv", "url\nhttps://a.example/")], method: 12))
        #expect(strange.links.count == 1 && strange.links[0].refusal != nil && strange.problem != nil)
        let many = (0...ReadingListLimits.archiveMembers).map { ("\($0).txt", "https://a.example/\($0)") }
        #expect(try LinkReaderTests.read(Self.stored(many)).problem?.contains("1000 members") == true)
    }

    @Test func `an archive of endless contents ends at the limit`() throws {
        var reader = ZipReader(limitBytes: 100)
        let text = (0..<50).map { "https://a.example/\($0)\n" }.joined()
        reader.read(Self.stored([("a.txt", text)])) { _ in }
        reader.finish { _ in }
        #expect(reader.problem?.contains("holds more than") == true)
        // 300,000 zeros, deflated.
        var bomb = ZipReader(limitBytes: 100 << 10)
        bomb.read(try Self.bytes(Self.bomb)) { _ in }
        bomb.finish { _ in }
        #expect(bomb.problem?.contains("holds more than") == true)
        #expect(try LinkReaderTests.read(try Self.bytes(Self.bomb)).problem == nil)
    }

    private static let bomb = """
        UEsDBBQAAAAIAAAAIVrWBPYOTgEAAPaTBAAFAAAAYi50eHTtwcEJwCAQALBVOkHPt9soCH0oFerD8buHJHnWml+OqO+od9tlzN7iSgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAcJAfUEsBAhQDFAAAAAgAAAAhWtYE9g5OAQAA9pMEAAUAAAAAAAAAAAAAAIABAAAAAGIudHh0UEsFBgAAAAABAAEAMwAAAHEBAAAAAA==
        """
}
