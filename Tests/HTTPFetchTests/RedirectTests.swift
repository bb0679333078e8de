import HTTPFetch
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
    @Test func `redirects are followed`() async throws {
        try await Serving { request, connection in
            switch request.target {
            case "/a/1": try connection.respond(301, ["Location": "2?x=1"], "moved")
            case "/a/2?x=1": try connection.respond(307, ["Location": "/b/../c d"], "moved")
            default: try connection.respond(200, [:], request.target)
            }
        }.run { server, fetcher in
            let response = try await fetcher.fetch(server.request("/a/1"))
            #expect(response.text == "/c%20d")
            #expect(response.url.text == "http://\(server.host)/c%20d")
            #expect(server.connections == 1)
        }
    }

    @Test func `loops end`() async throws {
        try await Serving { _, connection in try connection.respond(302, ["Location": "/again"], "") }.run {
            server, fetcher in
            let kind = try await fetcher.failure(server.request("/") { $0.limits.redirects = 4 })
            #expect(kind == .tooManyRedirects(limit: 4))
            #expect(server.requests.count == 5)
        }
    }

    @Test func `not followed redirects are answers`() async throws {
        try await Serving { _, connection in try connection.respond(302, ["Location": "/again"], "there") }.run {
            server, fetcher in
            let response = try await fetcher.fetch(server.request("/") { $0.limits.redirects = 0 })
            #expect(response.head.status == 302 && response.text == "there")
        }
    }

    @Test func `all redirects share the time`() async throws {
        try await Serving { request, connection in
            guard request.target == "/0" else { return connection.waitForDisconnect() }
            try connection.respond(302, ["Location": "/1"], "")
        }.run { server, fetcher in
            let kind = try await fetcher.failure(server.request("/0") { $0.limits.time = .milliseconds(200) })
            #expect(kind == .timedOut)
            #expect(server.requests.count == 2)
        }
    }

    /// Nothing of a redirect's body is used, however long it is.
    @Test func `the body of a redirect is not read`() async throws {
        try await Serving { request, connection in
            guard request.target == "/" else { return try connection.respond(200, [:], "here") }
            try connection.send("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 999999999999\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 0, count: 64 << 10)) }
        }.run { server, fetcher in
            let text = try await fetcher.fetch(server.request("/")).text
            #expect(text == "here")
        }
    }

    @Test(arguments: [
        "file:///etc/passwd", "gopher://127.0.0.1/", "ftp://example.org/", "javascript:1", "http://", "dict://x:1/",
    ])
    func `redirects lead nowhere else`(_ target: String) async throws {
        try await Serving { _, connection in try connection.respond(302, ["Location": target], "") }.run {
            server, fetcher in
            let kind = try await fetcher.failure(server.request("/"))
            #expect(kind == .invalidURL)
        }
    }

    @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func `a post becomes a get or is repeated`(_ status: Int, _ method: String) async throws {
        try await Serving { request, connection in
            guard request.target == "/" else { return try connection.respond(200, [:], request.body) }
            try connection.respond(status, ["Location": "/there"], "")
        }.run { server, fetcher in
            let response = try await fetcher.fetch(
                server.request("/") { ($0.method, $0.body) = (.post, Array("secret".utf8)) })
            #expect(server.requests.last?.method == method)
            #expect(response.text == (method == "POST" ? "secret" : ""))
        }
    }

    /// The server that is redirected to gets nothing that was meant for the first: no headers, no password, no body.
    @Test func `other servers get no secrets`() async throws {
        let other = try ScriptedServer { request, connection in try connection.respond(200, [:], "other") }
        defer { other.stop() }
        let server = try ScriptedServer { request, connection in
            let isRepeat = request.target.hasPrefix("/repeat")
            let target = request.target.hasSuffix("same") ? "/there" : "http://u:p@\(other.host)/"
            guard request.target != "/there" else { return try connection.respond(200, [:], "same") }
            try connection.respond(isRepeat ? 307 : 302, ["Location": target], "")
        }
        defer { server.stop() }
        try await withFetcher(AddressPolicy(allowedHosts: [server.host, other.host])) { fetcher in
            var request = FetchRequest(try FetchURL("http://me:word@\(server.host)/same"))
            request.headers = [
                HeaderField("Authorization", "Bearer token"), HeaderField("Cookie", "a=b"),
                HeaderField("X-Api-Key", "key"), HeaderField("Accept-Language", "de"),
            ]
            #expect(try await fetcher.fetch(request).text == "same")
            let kept = try #require(server.requests.last)
            #expect(kept["x-api-key"] == "key" && kept["cookie"] == "a=b")

            request.url = try FetchURL("http://me:word@\(server.host)/other")
            #expect(try await fetcher.fetch(request).text == "other")
            let sent = try #require(other.requests.last)
            #expect(sent["accept-language"] == "de")
            for name in ["authorization", "cookie", "x-api-key"] { #expect(sent[name] == nil) }

            request.url = try FetchURL("http://\(server.host)/repeat")
            (request.method, request.body) = (.post, Array("secret".utf8))
            #expect(try await fetcher.failure(request) == .refusedRedirect)
            #expect(other.requests.count == 1)
        }
    }

    @Test func `passwords in addresses are sent to their server`() async throws {
        try await Serving { request, connection in
            try connection.respond(200, [:], request["authorization"] ?? "none")
        }.run { server, fetcher in
            let request = FetchRequest(try FetchURL("http://me:word@\(server.host)/"))
            #expect(try await fetcher.fetch(request).text == "Basic bWU6d29yZA==")
            #expect(try await fetcher.fetch(server.request("/")).text == "none")
        }
    }
}
