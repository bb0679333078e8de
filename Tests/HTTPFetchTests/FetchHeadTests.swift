import RPC
import Testing

@testable import HTTPFetch

struct FetchHeadTests {
    /// The head that lines make.
    private func read(_ text: String) -> FetchHead? {
        var reader = HeadReader()
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .compactMap { reader.take(Array("\($0)\r\n".utf8)) }.first
    }

    @Test func `lines make a head`() throws {
        let head = try #require(
            read(
                "HTTP/1.1 103 Early\nLink: a\n\nHTTP/1.1 200 Fine: so\nA:  b c \nA: d\nnothing\n\tfolded: x\nE:\n\nF: g"
            ))
        #expect(head.status == 200)
        #expect(head.fields == [HeaderField("A", "b c"), HeaderField("A", "d"), HeaderField("E", "")])
        #expect(head["a"] == "b c" && head["f"] == nil && head["link"] == nil)
    }

    @Test(arguments: ["", "A: b\n\n", "HTTP/1.1\n\n", "HTTP/1.1 x\n\n", "HTTP/1.1 199 Still\n\n", "HTTP/2 200"])
    func `other lines make none`(_ text: String) { #expect(read(text) == nil) }

    @Test func `bytes of every line count`() {
        var reader = HeadReader()
        for line in ["HTTP/1.1 100 A\r\n", "\r\n", "HTTP/1.1 200 B\r\n", "\r\n", "T: trailer\r\n"] {
            _ = reader.take(Array(line.utf8))
        }
        #expect(reader.bytes == 16 + 2 + 16 + 2 + 12)
    }

    @Test(
        arguments: [
            ("120", 120), ("0", 0), ("-1", nil), ("soon", nil), ("99999999999", 86_400), ("", nil),
            ("Fri, 31 Dec 1999 23:59:59 GMT", 0), ("Sat, 01 Jan 2000 00:01:00 GMT", 60), ("Sat, 01 Jan 2000", nil),
        ] as [(String, Int?)])
    func `waits are seconds or a date`(_ text: String, _ seconds: Int?) throws {
        let head = try #require(read("HTTP/1.1 429 No\nRetry-After: \(text)\n\n"))
        #expect(head.retryAfter(at: WallTime(secondsSince1970: 946_684_800)) == seconds.map { .seconds($0) })
    }

    @Test(arguments: [
        "bytes 5-4/10", "bytes 0-9/9", "bytes -4/9", "bytes */9", "0-9/10", "bytes 1-2", "bytes a-b/c", "bytes 1-2/x",
    ])
    func `ranges that make no sense are none`(_ text: String) { #expect(ContentRange(text) == nil) }
}
