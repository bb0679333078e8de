import Foundation
import HTTPFetch
import TestSupport
import Testing

/// What name servers answer is not trusted: they may be anybody's, and say something else every time.
struct NameServerTests {
    @Test(.timeLimit(.minutes(10)), .enabled(if: PrivateNetwork.isAllowed, "the system allows no namespaces"))
    func `names lead nowhere else`() async throws {
        let (passed, output) = try await PrivateNetwork.run("NamesInsideTests")
        if !passed { Issue.record("\(output)") }
    }
}

/// Runs inside a network of its own, where this machine has an address of the public internet and asks the test for names.
/// The fetcher has no allowance there: what it reaches it may reach anywhere.
@Suite(.enabled(if: PrivateNetwork.isInside), .timeLimit(.minutes(10)))
struct NamesInsideTests {
    private static let isPublic = PrivateNetwork.publicAddress

    private static let zone: TestNameServer.Zone = [
        "public.test": [[isPublic]],
        "rebind.test": [[isPublic], ["127.0.0.1"]],
        "mixed.test": [["127.0.0.1", isPublic, "10.0.0.1"]],
        "loopback.test": [["127.0.0.1"]],
        "six.test": [["::1"]],
        "mapped.test": [["::ffff:127.0.0.1"]],
        "nat64.test": [["64:ff9b::7f00:1"]],
        "private.test": [["10.0.0.1", "192.168.0.1", "fd00::1"]],
        "metadata.test": [["169.254.169.254"]],
        "nothing.test": [["0.0.0.0"]],
        "silent.test": [],
    ]

    @Test func everything() async throws {
        try PrivateNetwork.prepare()
        let names = try TestNameServer(Self.zone)
        let canary = try ScriptedServer(port: 80) { _, connection in try connection.respond(200, [:], "canary") }
        let server = try ScriptedServer(address: Self.isPublic, port: 80) { request, connection in
            if request.target == "/inside" {
                return try connection.respond(302, ["Location": "http://loopback.test/"], "")
            }
            try connection.respond(200, ["Connection": "close"], request["authorization"] ?? "public")
        }
        try await namesAreChecked()
        try await addressesMayChange(names)
        try await lookupsHoldUpNobody(names)
        // Nor did the environment's proxy get anything, which is what listens there.
        #expect(canary.connections == 0)
        #expect(server.connections > 0)
        try await withFetcher(AddressPolicy(allowedHosts: ["loopback.test"])) { fetcher in
            let text = try await fetcher.fetch(FetchRequest(FetchURL("http://loopback.test/"))).text
            #expect(text == "canary")
        }
    }

    private func namesAreChecked() async throws {
        try await withFetcher(AddressPolicy()) { fetcher in
            for url in [
                "http://public.test/", "http://PUBLIC.test./", "http://mixed.test/", "http://\(Self.isPublic)/",
            ] {
                #expect(try await fetcher.fetch(FetchRequest(FetchURL(url))).text == "public", "\(url)")
            }
            let inside = ["loopback", "six", "mapped", "nat64", "private", "metadata", "nothing"]
            for url in inside.map({ "http://\($0).test/" }) + ["http://public.test/inside"] {
                let kind = try await fetcher.failure(FetchRequest(FetchURL(url)))
                guard case .refusedAddress = kind else {
                    Issue.record("\(url): \(String(describing: kind))")
                    continue
                }
            }
            #expect(try await fetcher.failure(FetchRequest(FetchURL("http://unknown.test/"))) == .unresolved)
        }
    }

    /// A name that leads to the public internet when it is first asked for, and inside from then on.
    private func addressesMayChange(_ names: TestNameServer) async throws {
        let request = FetchRequest(try FetchURL("http://rebind.test/"))
        try await withFetcher(AddressPolicy()) { fetcher in
            let text = try await fetcher.fetch(request).text
            #expect(text == "public")
        }
        // A second fetcher, because the first remembers names for a while.
        try await withFetcher(AddressPolicy()) { fetcher in
            let kind = try await fetcher.failure(request)
            #expect(kind == .refusedAddress(purpose: "loopback"))
        }
        #expect(names.questions("rebind.test") == 2)
    }

    /// A lookup that hangs ends with its request, and meanwhile and afterwards everything else goes on.
    private func lookupsHoldUpNobody(_ names: TestNameServer) async throws {
        try await withFetcher(AddressPolicy()) { fetcher in
            var silent = FetchRequest(try FetchURL("http://silent.test/"))
            silent.limits.time = .milliseconds(100)
            let other = FetchRequest(try FetchURL("http://\(Self.isPublic)/"))
            #expect(try await fetcher.failure(silent) == .timedOut)
            #expect(try await fetcher.fetch(other).text == "public")
            silent.limits.time = .seconds(25)
            let request = silent
            let task = Task { try await fetcher.fetch(request) }
            try #require(try await comes { names.questions("silent.test") >= 2 })
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await fetcher.fetch(other).text == "public")
        }
    }
}
