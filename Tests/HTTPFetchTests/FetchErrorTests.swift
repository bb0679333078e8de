import Foundation
import HTTPFetch
import RPC
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FetchErrorTests {
    private static let secret = "geheim"

    /// Whatever goes wrong, what may be logged or answered has neither path nor query, password, headers or body.
    @Test(arguments: [
        "http://geheim:geheim@HOST/geheim?token=geheim", "https://geheim:geheim@HOST/geheim?token=geheim",
        "http://geheim:geheim@HOST/redirect/geheim", "http://geheim:geheim@HOST/status/geheim",
        "http://geheim:geheim@10.0.0.1/geheim?token=geheim", "http://u:geheim@nowhere.invalid/geheim",
    ])
    func `errors hold no secrets`(_ text: String) async throws {
        try await Serving { request, connection in
            if request.target.hasPrefix("/redirect") {
                try connection.respond(302, ["Location": "http://geheim@127.0.0.1:1/geheim"], "geheim")
            }
            if request.target.hasPrefix("/status") { try connection.respond(403, ["X": "geheim"], "geheim") }
            try connection.send("geheim")
            try connection.hangUp()
        }.run { server, fetcher in
            var request = FetchRequest(try FetchURL(text.replacingOccurrences(of: "HOST", with: server.host)))
            request.headers = [HeaderField("X-Api-Key", Self.secret)]
            request.body = Array(Self.secret.utf8)
            // Enough for all but a name that no network is there to be asked for.
            request.limits.time = .seconds(2)
            let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(request).successful() }
            for shown in [
                "\(request)", "\(request.headers)", "\(String(describing: error))",
                "\(String(describing: error?.rpcError))",
            ] {
                #expect(!shown.contains(Self.secret), "\(shown)")
            }
        }
    }

    @Test func `addresses that are none are not shown`() {
        let error = #expect(throws: FetchError.self) { try FetchURL("ftp://u:geheim@example.org/") }
        #expect(error.map { "\($0)\($0.rpcError)".contains(Self.secret) } == false)
    }

    /// The caller learns neither which network this machine is in nor where a name leads there.
    @Test func `refusals tell nothing of the network`() async throws {
        try await withFetcher(AddressPolicy()) { fetcher in
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.fetch(FetchRequest(FetchURL("http://localhost/")))
            }
            #expect(error?.kind == .refusedAddress(purpose: "loopback"))
            #expect(error?.rpcError.code == .permissionDenied)
            #expect(error?.rpcError.message.contains("loopback") == false)
        }
    }

    @Test(arguments: [
        (404, RPCCode.notFound, false), (410, .notFound, false), (401, .failedPrecondition, false),
        (403, .failedPrecondition, false), (408, .unavailable, true), (418, .failedPrecondition, false),
        (429, .resourceExhausted, true), (500, .unavailable, true), (501, .failedPrecondition, false),
        (503, .unavailable, true),
    ])
    func `every status has a code`(_ status: Int, _ code: RPCCode, _ isTransient: Bool) async throws {
        try await Serving { _, connection in try connection.respond(status, [:], "") }.run { server, fetcher in
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.fetch(server.request("/")).successful()
            }
            #expect(error?.rpcError.code == code)
            #expect(error?.isTransient == isTransient)
            #expect(error?.rpcError.executed == (isTransient ? .no : .yes))
        }
    }
}
