import RPC
import Testing

@testable import HTTPServer

/// What a head may be, and what is refused: first of all what two programs could understand differently.
struct RequestHeadParserTests {
    private func parse(_ text: String, _ limits: HTTPLimits = HTTPLimits()) throws -> RequestHead {
        try RequestHeadParser(limits: limits).parse(Array(text.utf8)[...])
    }

    @Test
    func `a usual head is read`() throws {
        let head = try parse(
            "POST /a%20b/c?x=1&y=a%2Fb+c HTTP/1.1\r\nHost: localhost:8787\r\nContent-Length: 12\r\nAccept:  a, b \r\nExpect: 100-continue"
        )
        #expect(head.method == "POST" && head.path == "/a%20b/c" && head.query == "x=1&y=a%2Fb+c")
        #expect(head.segments == ["a b", "c"] && head.parameter("y") == "a/b c" && head.parameter("z") == nil)
        #expect(head.authority == "localhost:8787" && head.framing == .length(12) && head.keepsAlive)
        #expect(head.expectsContinue && head.fields.list("ACCEPT") == ["a", "b"])
    }

    @Test
    func `the host of an absolute target counts`() throws {
        let head = try parse("GET http://evil.example/path?q HTTP/1.1\r\nHost: localhost")
        #expect(head.authority == "evil.example" && head.path == "/path" && head.query == "q")
        #expect(try parse("GET http://localhost HTTP/1.1\r\nHost: localhost").path == "/")
    }

    @Test
    func `connections stay open as the versions say`() throws {
        #expect(try parse("GET / HTTP/1.1\r\nHost: a\r\nConnection: Keep-Alive, Close").keepsAlive == false)
        #expect(try parse("GET / HTTP/1.0").keepsAlive == false)
        #expect(try parse("GET / HTTP/1.0\r\nConnection: keep-alive").keepsAlive)
    }

    @Test(arguments: [
        ("", 400), ("GET /", 400), ("GET  / HTTP/1.1", 400), ("get / HTTP/1.1\r\nHost: a", 400),
        ("GET / HTTP/2.0\r\nHost: a", 505), ("GET / http/1.1\r\nHost: a", 400), ("GET / HTTP/1.1", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", 400), ("GET a HTTP/1.1\r\nHost: a", 400),
        ("GET /\u{1} HTTP/1.1\r\nHost: a", 400), ("GET /a#b HTTP/1.1\r\nHost: a", 400),
        ("GET / HTTP/1.1\nHost: a", 400), ("GET / HTTP/1.1\r\nHost: a\rX: b", 400),
        ("GET / HTTP/1.1\r\nHost : a", 400), ("GET / HTTP/1.1\r\nHost: a\r\n folded: b", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nno colon", 400), ("GET / HTTP/1.1\r\nHost: a\r\n: empty", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b", 400), ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{7F}b", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x10", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999999999999", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", 400),
        ("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok", 417),
    ])
    func `a head that could mean two requests is refused`(text: String, status: Int) {
        let problem = #expect(throws: HTTPProblem.self) { try parse(text) }
        #expect(problem?.status == status && problem?.closes == true, "\(text)")
    }

    @Test
    func `a head has no more fields than may be`() throws {
        var limits = HTTPLimits()
        limits.fields = 3
        let fields = "Host: a\r\nA: 1\r\nB: 2"
        #expect(try parse("GET / HTTP/1.1\r\n\(fields)", limits).fields.all.count == 3)
        let problem = #expect(throws: HTTPProblem.self) { try parse("GET / HTTP/1.1\r\n\(fields)\r\nC: 3", limits) }
        #expect(problem?.status == 431)
    }

    @Test(arguments: ["/a/../b", "/a/%2e%2e/b", "/.", "/a%2Fb", "/a%5Cb", "/a%00", "/%zz", "/%4", "/%ff", "/a%0d"])
    func `a path that could mean two places has no parts`(path: String) throws {
        #expect(try parse("GET \(path) HTTP/1.1\r\nHost: a").segments == nil, "\(path)")
    }
}
