import RPC
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// The server over real sockets.
struct HTTPListenerTests {
    /// Runs a server at a port of its own while `body` runs.
    private func with(
        _ limits: HTTPLimits = HTTPLimits(), _ handler: @escaping HTTPListener.Handler,
        _ body: (UInt16, HTTPListener) async throws -> Void
    ) async throws {
        let listener = HTTPListener(limits: limits, runtime: SystemRuntime.shared, handler: handler)
        let address = try listener.bind(to: try #require(HTTPAddress("127.0.0.1:0")))
        let running = SystemRuntime.shared.spawn { await listener.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(address.port, listener)) } catch { result = .failure(error) }
        listener.drain()
        running.cancel()
        await running.value
        try result.get()
    }

    private static let echo: HTTPListener.Handler = { request in
        let body = try await request.body.collect()
        return .text(200, "\(request.head.method) \(request.head.path) \(String(decoding: body, as: UTF8.self))")
    }

    @Test
    func `requests on one connection are served in order, also those sent at once`() async throws {
        try await with(HTTPLimits(), Self.echo) { port, _ async throws in
            let client = try await RawHTTPClient.connect(to: port)
            try await client.send("\r\nGET /one HTTP/1.1\r\nHost: a\r\n\r\nPOST /two HTTP/1.1\r\nHost: a\r\n")
            try await client.send(
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHEAD /three HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response().text == "GET /one ")
            #expect(try await client.response().text == "POST /two abc")
            let third = try await client.response(to: "HEAD")
            #expect(third.status == 200 && third.fields["content-length"] == "12")
            let last = try await client.request("GET", "/four", ["Connection": "close"])
            #expect(last.text == "GET /four " && last.fields["connection"] == "close")
            #expect(await client.isClosed())
        }
    }

    @Test
    func `a body is asked for when it is wanted`() async throws {
        try await with(HTTPLimits(), Self.echo) { port, _ async throws in
            let client = try await RawHTTPClient.connect(to: port)
            try await client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.head().status == 100)
            try await client.send("hi")
            #expect(try await client.response().text == "POST /a hi")
        }
    }

    /// What a hostile client sends, and the status that it gets.
    private static let hostile: [(bytes: String, status: Int, code: String)] = [
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 17 << 10))\r\n\r\n", 431, "head-too-long"),
        (String(repeating: "x", count: 20 << 10), 431, "head-too-long"),
        ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n", 431, "too-many-fields"),
        ("GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400, "malformed"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n", 413, "body-too-long"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "malformed"),
        ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "transfer-coding"),
        ("GET / HTTP/3\r\nHost: a\r\n\r\n", 505, "version"),
        ("SSH-2.0-OpenSSH\r\n\r\n", 400, "malformed"),
        ("\u{16}\u{3}\u{1}\r\n\r\n", 400, "malformed"),
    ]

    @Test(arguments: hostile)
    func `a hostile request is refused with its reason, and its connection ends`(
        bytes: String, status: Int, code: String
    ) async throws {
        try await with(HTTPLimits(), Self.echo) { port, _ async throws in
            let client = try await RawHTTPClient.connect(to: port)
            try await client.send(bytes)
            let response = try await client.response()
            #expect(response.status == status)
            #expect(response.fields["content-type"] == "application/problem+json")
            #expect(try response.json["type"] as? String == "urn:hearth:problem:\(code)")
            #expect(response.fields["connection"] == "close")
            client.close()
            // Others are served meanwhile.
            let other = try await RawHTTPClient.connect(to: port)
            #expect(try await other.request("GET", "/").status == 200)
        }
    }

    @Test
    func `slow heads and bodies are given up`() async throws {
        var limits = HTTPLimits()
        (limits.headTime, limits.bodyTime) = (.milliseconds(50), .milliseconds(50))
        try await with(limits, Self.echo) { port, _ async throws in
            let head = try await RawHTTPClient.connect(to: port)
            try await head.send("GET / HTTP/1.1\r\nHost:")
            let refused = try await head.response()
            #expect(refused.status == 408 && refused.text.contains("slow-head"))
            let body = try await RawHTTPClient.connect(to: port)
            try await body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc")
            #expect(try await body.response().text.contains("slow-body"))
        }
    }

    @Test
    func `an idle connection is closed`() async throws {
        var limits = HTTPLimits()
        limits.idleTime = .milliseconds(20)
        try await with(limits, Self.echo) { port, _ async throws in
            let client = try await RawHTTPClient.connect(to: port)
            #expect(await client.isClosed())
        }
    }

    @Test
    func `there are no more connections than may be`() async throws {
        var limits = HTTPLimits()
        limits.connections = 2
        try await with(limits, Self.echo) { port, listener async throws in
            let first = try await RawHTTPClient.connect(to: port)
            let second = try await RawHTTPClient.connect(to: port)
            #expect(try await first.request("GET", "/").status == 200)
            #expect(try await second.request("GET", "/").status == 200)
            let third = try await RawHTTPClient.connect(to: port)
            let refused = try await third.response()
            #expect(refused.status == 503 && refused.text.contains("connections"))
            first.close()
            #expect(try await comes { listener.connections < 2 })
            let fourth = try await RawHTTPClient.connect(to: port)
            #expect(try await fourth.request("GET", "/").status == 200)
        }
    }

    @Test
    func `a client that leaves ends the work for it`() async throws {
        let isCancelled = Mutex(false)
        let handler: HTTPListener.Handler = { request in
            try await request.whileConnected {
                await withTaskCancellationHandler {
                    try? await SystemRuntime.shared.sleep(until: .distantFuture)
                } onCancel: {
                    isCancelled.withLock { $0 = true }
                }
                return .text(200, "done")
            }
        }
        try await with(HTTPLimits(), handler) { port, _ async throws in
            let client = try await RawHTTPClient.connect(to: port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            client.close()
            #expect(try await comes { isCancelled.withLock { $0 } })
        }
    }

    @Test
    func `a stream ends with its client, and at the drain`() async throws {
        let ended = Mutex(0)
        let handler: HTTPListener.Handler = { _ in
            HTTPResponse(200, fields: [:], isEndless: true) { writer in
                defer { ended.withLock { $0 += 1 } }
                try await writer.write("hello")
                try await SystemRuntime.shared.sleep(until: .distantFuture)
            }
        }
        try await with(HTTPLimits(), handler) { port, listener async throws in
            let (first, second) = (try await RawHTTPClient.connect(to: port), try await RawHTTPClient.connect(to: port))
            for client in [first, second] {
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.head().fields["transfer-encoding"] == "chunked")
                #expect(try await client.chunk() == Array("hello".utf8))
            }
            first.close()
            #expect(try await comes { ended.withLock { $0 } == 1 })
            listener.drain()
            // The body is ended as it should be: with its last chunk.
            #expect(try await second.chunk() == nil)
            #expect(ended.withLock { $0 } == 2)
        }
    }

    @Test
    func `a response in progress is finished at the drain, and its connection ends`() async throws {
        let entered = Mutex(false)
        let gate = AsyncStream<Void>.makeStream()
        let handler: HTTPListener.Handler = { _ in
            entered.withLock { $0 = true }
            for await _ in gate.stream {}
            return .text(200, "finished")
        }
        try await with(HTTPLimits(), handler) { port, listener async throws in
            let (busy, idle) = (try await RawHTTPClient.connect(to: port), try await RawHTTPClient.connect(to: port))
            try await busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await comes { entered.withLock { $0 } && listener.connections == 2 })
            listener.drain()
            #expect(await idle.isClosed())
            gate.continuation.finish()
            let response = try await busy.response()
            #expect(response.text == "finished" && response.fields["connection"] == "close")
            #expect(await busy.isClosed())
        }
    }

    @Test
    func `a response that fails behind its beginning ends the connection, and no second one follows`() async throws {
        let handler: HTTPListener.Handler = { _ in
            HTTPResponse(fields: [:]) { starter in
                try await starter.begin(200, [:], length: 10).write("abc")
                throw HTTPProblem(502, "source", "The source has ended.")
            }
        }
        try await with(HTTPLimits(), handler) { port, _ async throws in
            let client = try await RawHTTPClient.connect(to: port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.head().status == 200)
            await #expect(throws: (any Error).self) { try await client.take(10) }
        }
    }

    @Test
    func `a refused HEAD has no body, so that the next response is the next request's`() async throws {
        let handler: HTTPListener.Handler = { request in
            guard request.head.path == "/refused" else { return .text(200, "next") }
            return HTTPResponse(fields: [:]) { _ in throw HTTPProblem(502, "source", "The source refuses.") }
        }
        try await with(HTTPLimits(), handler) { port, _ async throws in
            let client = try await RawHTTPClient.connect(to: port)
            try await client.send("HEAD /refused HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response(to: "HEAD").status == 502)
            #expect(try await client.response().text == "next")
        }
    }
}
