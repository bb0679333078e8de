import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import WebService

/// What every request passes: names, origins, and the fields that all responses have.
struct GuardTests {
    private func with(_ settings: [String: String] = [:], _ body: (WebHarness) async throws -> Void) async throws {
        try await WebHarness.with(WebHarness.Clients([:]), settings: settings, body)
    }

    @Test
    func `every response has the fields that bind a browser`() async throws {
        try await with { web async throws in
            for target in ["/", "/healthz", "/nothing.css", "/hearth.catalog.v1.Catalog/Search", "/a/../b"] {
                let fields = try await web.request("GET", target).fields
                #expect(fields["content-security-policy"] == SecurityHeaders.contentPolicy, "\(target)")
                #expect(SecurityHeaders.contentPolicy.contains("default-src 'self';"))
                #expect(!SecurityHeaders.contentPolicy.contains("unsafe"))
                #expect(fields["x-content-type-options"] == "nosniff")
                #expect(fields["referrer-policy"] == "no-referrer")
                #expect(fields["cross-origin-opener-policy"] == "same-origin")
                #expect(fields["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test
    func `a request to another name is refused`() async throws {
        try await with(["web-hosts": "media.lan"]) { web async throws in
            let refused = try await web.request("GET", "/", ["Host": "evil.example"])
            #expect(refused.status == 421 && refused.text.contains("HEARTH_WEB_HOSTS"))
            #expect(try await web.request("GET", "/", ["Host": "media.lan"]).status == 200)
            // The host of an absolute target counts.
            #expect(try await web.request("GET", "http://evil.example/").status == 421)
        }
    }

    @Test(arguments: [
        (["Origin": "http://localhost"], true), (["Sec-Fetch-Site": "same-origin"], true),
        (["Sec-Fetch-Site": "none"], true), (["Origin": "http://evil.example"], false), (["Origin": "null"], false),
        (["Origin": "https://localhost"], false), (["Origin": "http://localhost:1"], false),
        (["Sec-Fetch-Site": "cross-site"], false), (["Sec-Fetch-Site": "same-site"], false),
        (["Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"], false), ([:], false),
    ])
    func `what changes something by a cookie must come from this server's page`(
        fields: [String: String], isOwn: Bool
    ) async throws {
        try await with { web async throws in
            let cookie = ["Cookie": "hearth-session=home.x"].merging(fields) { _, new in new }
            let response = try await web.call("hearth.catalog.v1.Catalog/Search", #"{"text":"a"}"#, token: nil, cookie)
            // Past the check profiles is asked, which is not there.
            #expect(response.status == (isOwn ? 503 : 403), "\(fields): \(response.text)")
            let session = try await web.call("session/refresh", "{}", token: nil, cookie)
            #expect(session.status == (isOwn ? 503 : 403), "\(fields): \(session.text)")
        }
    }

    @Test
    func `what a proxy says counts when the proxy is configured`() async throws {
        let fields = ["X-Forwarded-Host": "media.lan", "X-Forwarded-Proto": "https"]
        try await with(["web-hosts": "media.lan"]) { web async throws in
            #expect(try await web.request("GET", "/", ["Host": "evil.example"].merging(fields) { $1 }).status == 421)
        }
        try await with(["web-hosts": "media.lan", "web-proxies": "127.0.0.1"]) { web async throws in
            #expect(try await web.request("GET", "/", ["Host": "x.internal"].merging(fields) { $1 }).status == 200)
            let own = ["Origin": "https://media.lan", "Cookie": "__Host-hearth-session=a"].merging(fields) { $1 }
            #expect(try await web.call("session/refresh", "{}", token: nil, own).status == 503)
            // The device is not revoked: the browser keeps its cookie, to try again.
            let failed = try await web.call("session/signout", "{}", token: nil, own)
            #expect(failed.status == 503 && failed.fields["set-cookie"] == nil, "\(failed.text)")
            let page = ["Origin": "https://media.lan"].merging(fields) { $1 }
            let signedOut = try await web.call("session/signout", "{}", token: nil, page)
            #expect(signedOut.fields["set-cookie"]?.contains("__Host-hearth-session=; Path=/; Max-Age=0") == true)
            #expect(signedOut.fields["set-cookie"]?.contains("HttpOnly; SameSite=Strict; Secure") == true)
            let forwarded = ["Forwarded": "for=1.2.3.4;host=\"media.lan\";proto=https", "Host": "x.internal"]
            #expect(try await web.request("GET", "/", forwarded).status == 200)
        }
    }

    @Test
    func `everything can be below a path`() async throws {
        try await with(["web-path": "/hearth"]) { web async throws in
            #expect(try await web.request("GET", "/hearth/").status == 200)
            #expect(try await web.request("GET", "/hearth/healthz").text == "ok\n")
            #expect(try await web.request("GET", "/").status == 404)
        }
    }

    @Test(arguments: [("gzip, br", true), ("br;q=1, GZIP;q=0.5", true), ("gzip;q=0", false), ("br", false)])
    func `files of the page are compressed for those who take it`(coding: String, isPacked: Bool) async throws {
        try await with { web async throws in
            let text = String(repeating: "let a = 1\n", count: 200)
            try Data(text.utf8).write(to: URL(filePath: web.page.path("long.js")))
            let script = try await web.request("GET", "/long.js", ["Accept-Encoding": coding])
            #expect(script.fields["content-encoding"] == (isPacked ? "gzip" : nil))
            #expect(script.fields["vary"] == "Accept-Encoding")
            #expect(
                isPacked ? script.body.starts(with: [0x1f, 0x8b, 8]) && script.body.count < 200 : script.text == text)
            let tag = try #require(script.fields["etag"])
            #expect(try await web.request("GET", "/long.js", ["If-None-Match": tag]).status == 304)
            // What would not become shorter stays as it is.
            #expect(try await web.request("GET", "/js/app.js", ["Accept-Encoding": coding]).text == "let a = 1")
        }
    }

    @Test
    func `files of the page have tags, and those with a digest in their name never change`() async throws {
        try await with { web async throws in
            let page = try await web.request("GET", "/")
            #expect(page.text == "<h1>Hearth</h1>" && page.fields["cache-control"] == "no-cache")
            let tag = try #require(page.fields["etag"])
            #expect(try await web.request("GET", "/", ["If-None-Match": "\"x\", W/\(tag)"]).status == 304)
            // A path of the page's own router.
            #expect(try await web.request("GET", "/title/abc").text == page.text)
            let script = try await web.request("GET", "/main.0123abcd.js")
            #expect(script.fields["content-type"] == "text/javascript; charset=utf-8")
            #expect(script.fields["cache-control"] == "public, max-age=31536000, immutable")
            #expect(try await web.request("GET", "/js/app.js").fields["cache-control"] == "no-cache")
            for path in ["/nothing.js", "/js/../index.html", "/%2e%2e/x.js", "/.git/x.js", "/js/app.swift"] {
                let status = try await web.request("GET", path).status
                #expect([400, 404].contains(status), "\(path)")
            }
            #expect(try await web.request("POST", "/").status == 405)
            #expect(try await web.request("HEAD", "/").fields["content-length"] == "15")
        }
    }

    @Test
    func `an address that is taken is told in the health, and had once it is free`() async throws {
        try await with { first async throws in
            try await ServiceHarness.with(WebService.self) { parts in
                parts.configuration = .init(flags: ["web-listen": "127.0.0.1:\(first.port)"], environment: [:])
            } _: { second async throws in
                #expect(try await comes { second.health?.overall == .degraded })
                #expect(second.health?.all.first { $0.name == "http" }?.reason.contains("HEARTH_WEB_LISTEN") == true)
            }
        }
    }
}
