import TestSupport
import Testing

@testable import HTTPServer

/// Chunked bodies, however they are cut.
struct ChunkedDecoderTests {
    private let body = Array(
        "4\r\nWiki\r\n6;ext=1\r\npedia \r\nE\r\nin \r\n\r\nchunks.\r\n0\r\nTrailer: x\r\n\r\n".utf8)

    @Test
    func `a body is the same however its bytes arrive`() throws {
        for size in 1...body.count {
            var decoder = ChunkedDecoder(lineBytes: 100)
            var data: [UInt8] = []
            for start in stride(from: 0, to: body.count, by: size) {
                var piece = body[start..<min(body.count, start + size)]
                data += try decoder.decode(&piece)
                #expect(piece.isEmpty)
            }
            #expect(decoder.isAtEnd && String(decoding: data, as: UTF8.self) == "Wikipedia in \r\n\r\nchunks.")
        }
    }

    @Test
    func `what follows the body stays`() throws {
        var decoder = ChunkedDecoder(lineBytes: 100)
        var bytes = (Array("1\r\na\r\n0\r\n\r\nGET /".utf8))[...]
        #expect(try decoder.decode(&bytes) == Array("a".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "GET /")
    }

    @Test(arguments: [
        "x\r\n", "-1\r\n", "123456789\r\n", "\r\n", "1\n", "1\r\nab\r\n", "1\r\na\n", "1 \r\n", "0\r\n\r\r\n",
        "1;" + String(repeating: "e", count: 100) + "\r\n",
        "0\r\n" + String(repeating: "a: b\r\n", count: 30),
    ])
    func `malformed chunks are refused`(text: String) {
        var decoder = ChunkedDecoder(lineBytes: 100)
        var bytes = Array(text.utf8)[...]
        #expect(throws: HTTPProblem.self) { try decoder.decode(&bytes) }
    }
}
