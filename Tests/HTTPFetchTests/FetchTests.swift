import HTTPFetch
import RPC
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FetchTests {
    @Test func `fetches all of something`() async throws {
        try await Serving { request, connection in
            try connection.respond(200, ["ETag": "\"one\""], "\(request.method) \(request.target)")
        }.run { server, fetcher in
            let response = try await fetcher.fetch(server.request("/a?b=c#d"))
            #expect(response.text == "GET /a?b=c")
            #expect(response.head.status == 200)
            #expect(response.head.etag == "\"one\"")
            #expect(response.head["etag"] == response.head["ETag"])
            #expect(response.head.contentLength == 10)
            #expect(server.requests.first?["user-agent"] == "HTTPFetch")
        }
    }

    @Test func `sends what is given`() async throws {
        try await Serving { request, connection in try connection.respond(201, [:], request.body) }.run {
            server, fetcher in
            let response = try await fetcher.fetch(
                server.request("/login") { request in
                    request.method = .post
                    request.headers = [HeaderField("Content-Type", "application/json"), HeaderField("X-Empty", "")]
                    request.body = Array("{\"a\":1}".utf8)
                })
            #expect(response.text == "{\"a\":1}")
            let sent = try #require(server.requests.first)
            #expect(sent.method == "POST")
            #expect(sent["content-type"] == "application/json")
            #expect(sent["x-empty"] == "")
            #expect(sent["expect"] == nil)
        }
    }

    @Test func `a head has no body`() async throws {
        try await Serving { request, connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99000000\r\n\r\n")
        }.run { server, fetcher in
            let response = try await fetcher.fetch(server.request("/big") { $0.method = .head })
            #expect(response.head.contentLength == 99_000_000)
            #expect(response.body.isEmpty)
            #expect(server.requests.first?.method == "HEAD")
        }
    }

    @Test func `connections are used again`() async throws {
        try await Serving { request, connection in try connection.respond(200, [:], request.target) }.run {
            server, fetcher in
            for index in 0..<20 {
                let text = try await fetcher.fetch(server.request("/\(index)")).text
                #expect(text == "/\(index)")
            }
            #expect(server.connections == 1)
        }
    }

    @Test func `many at a time share few connections`() async throws {
        try await Serving { request, connection in try connection.respond(200, [:], request.target) }.run {
            server, fetcher in
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<300 {
                    let request = try server.request("/\(index)")
                    group.addTask { try await fetcher.fetch(request).text }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(texts == Set((0..<300).map { "/\($0)" }))
            #expect(server.connections <= FetchConfiguration().connectionsPerHost)
        }
    }

    @Test func `what is the same still does not come again`() async throws {
        try await Serving { request, connection in
            let isSame =
                request["if-none-match"] == "\"v1\"" || request["if-modified-since"] == "Sat, 01 Aug 2026 10:00:00 GMT"
            try isSame
                ? connection.send("HTTP/1.1 304 Same\r\nETag: \"v1\"\r\n\r\n") : connection.respond(200, [:], "new")
        }.run { server, fetcher in
            var validators = FetchValidators()
            validators.etag = "\"v1\""
            let same = try await fetcher.fetch(server.request("/") { $0.validators = validators })
            #expect(same.head.isNotModified && same.body.isEmpty)
            validators.etag = "\"v0\""
            #expect(try await fetcher.fetch(server.request("/") { $0.validators = validators }).text == "new")
            validators.lastModified = "Sat, 01 Aug 2026 10:00:00 GMT"
            #expect(try await fetcher.fetch(server.request("/") { $0.validators = validators }).head.isNotModified)
        }
    }

    @Test func `parts come as asked for`() async throws {
        let whole = Array("0123456789".utf8)
        try await Serving { request, connection in
            switch request["range"] {
            case "bytes=2-4": try connection.respond(206, ["Content-Range": "bytes 2-4/10"], Array(whole[2...4]))
            case "bytes=7-": try connection.respond(206, ["Content-Range": "bytes 7-9/*"], Array(whole[7...]))
            default: try connection.respond(200, [:], whole)
            }
        }.run { server, fetcher in
            let part = try await fetcher.fetch(server.request("/") { $0.range = ByteRange(from: 2, through: 4) })
            #expect(part.text == "234")
            #expect(part.head.contentRange?.first == 2 && part.head.contentRange?.last == 4)
            #expect(part.head.contentRange?.total == 10)
            // Bytes of a packed form would be counted elsewhere than those that are wanted.
            #expect(server.requests.first?["accept-encoding"] == "identity")
            let end = try await fetcher.fetch(server.request("/") { $0.range = ByteRange(from: 7) })
            #expect(end.text == "789" && end.head.contentRange?.total == nil)
            let ignored = try await fetcher.fetch(server.request("/") { $0.range = ByteRange(from: 5, through: 5) })
            #expect(ignored.text == "0123456789" && ignored.head.contentRange == nil)
        }
    }

    @Test func `what cannot be sent is refused`() async throws {
        try await Serving { _, connection in try connection.respond(200, [:], "") }.run { server, fetcher in
            let bad = [
                HeaderField("X", "a\r\nHost: evil"), HeaderField("X\n", "a"), HeaderField("", "a"),
                HeaderField("Host", "elsewhere"), HeaderField("Transfer-Encoding", "chunked"), HeaderField("X", "a\0"),
            ]
            for field in bad {
                let kind = try await fetcher.failure(server.request("/") { $0.headers = [field] })
                guard case .invalidRequest = kind else {
                    Issue.record("\(field): \(String(describing: kind))")
                    continue
                }
            }
            var validators = FetchValidators()
            validators.etag = "\"a\r\nX: y\""
            let kind = try await fetcher.failure(server.request("/") { $0.validators = validators })
            #expect(kind == .invalidRequest("the field a validator"))
            let range = try await fetcher.failure(server.request("/") { $0.range = ByteRange(from: 5, through: 4) })
            #expect(range == .invalidRequest("the range"))
            #expect(server.connections == 0)
        }
    }

    @Test func `a status that is no success says when to come back`() async throws {
        try await Serving { request, connection in
            try connection.respond(429, ["Retry-After": "7"], "slow down")
        }.run { server, fetcher in
            let response = try await fetcher.fetch(server.request("/"))
            #expect(response.text == "slow down")
            let error = #expect(throws: FetchError.self) { try response.successful() }
            #expect(error?.kind == .status(429, retryAfter: .seconds(7)))
            #expect(error?.rpcError.retryAfter == .seconds(7))
            #expect(error?.rpcError.code == .resourceExhausted)
        }
    }

    @Test func `after the end nothing is fetched`() async throws {
        let server = try ScriptedServer { _, connection in connection.waitForDisconnect() }
        defer { server.stop() }
        var configuration = FetchConfiguration()
        configuration.addresses = AddressPolicy(allowedHosts: [server.host])
        let fetcher = try HTTPFetcher(configuration)
        let request = try server.request("/")
        async let open = fetcher.failure(request)
        try #require(try await comes { server.connections != 0 })
        await fetcher.shutDown()
        #expect(try await open == .stopped)
        #expect(try await fetcher.failure(request) == .stopped)
        await fetcher.shutDown()
    }
}
