import HTTPFetch
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TLSTests {
    private let authority: TestAuthority
    private let server: ScriptedServer

    init() throws {
        authority = try TestAuthority()
        server = try ScriptedServer { request, connection in try connection.respond(200, [:], "safe") }
    }

    /// Asks the server by TLS, with its certificate and the client's configuration.
    private func outcome(
        _ certificate: TestCertificate, host: String = "localhost",
        _ change: (inout FetchConfiguration) -> Void = { _ in }
    ) async throws -> FetchError.Kind? {
        let relay = try TLSRelay(certificate, to: server)
        var configuration = FetchConfiguration()
        configuration.addresses = AddressPolicy(allowedHosts: ["localhost", "127.0.0.1"])
        configuration.certificateAuthorities = authority.certificate
        change(&configuration)
        return try await withFetcher(configuration) { fetcher in
            try await fetcher.failure(FetchRequest(FetchURL("https://\(host):\(relay.port)/")))
        }
    }

    @Test func `certificates of trusted authorities hold`() async throws {
        let certificate = try authority.issue("good", for: "DNS:localhost")
        #expect(try await outcome(certificate) == nil)
        #expect(server.requests.count == 1)
    }

    @Test func `other certificates do not`() async throws {
        let unknown = try TestAuthority()
        let good = try authority.issue("good", for: "DNS:localhost")
        #expect(try await outcome(good) { $0.certificateAuthorities = unknown.certificate } == .insecure)
        #expect(try await outcome(good) { $0.certificateAuthorities = nil } == .insecure)
        #expect(try await outcome(good, host: "127.0.0.1") == .insecure)
        let expired = try authority.issue("old", for: "DNS:localhost", "-days -1")
        #expect(try await outcome(expired) == .insecure)
        #expect(server.requests.isEmpty)
    }

    @Test func `pins hold`() async throws {
        let (good, backup) = (
            try authority.issue("good", for: "DNS:localhost"), try authority.issue("backup", for: "DNS:localhost")
        )
        #expect(try await outcome(good) { $0.pins = ["localhost": [good.pin]] } == nil)
        #expect(try await outcome(backup) { $0.pins = ["localhost": [good.pin, backup.pin]] } == nil)
        #expect(try await outcome(good) { $0.pins = ["example.org": [backup.pin]] } == nil)
        #expect(server.requests.count == 3)
        #expect(try await outcome(good) { $0.pins = ["localhost": [backup.pin]] } == .pinMismatch)
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [[], ["x"], ["sha256//" + String(repeating: "A", count: 43) + "="], [""]])
    func `pins that are none are refused`(_ pins: [String]) throws {
        var configuration = FetchConfiguration()
        configuration.pins = ["example.org": pins]
        let error = #expect(throws: FetchError.self) { try HTTPFetcher(configuration) }
        #expect(error?.kind == .invalidRequest("a pin"))
    }

    /// Each host of a chain of redirects is held to its own pins, and what is safe does not lead to what is not.
    @Test func `redirects keep the pins`() async throws {
        let certificate = try authority.issue("both", for: "DNS:localhost,IP:127.0.0.1")
        let relay = try TLSRelay(certificate, to: server)
        let target = Place()
        let first = try ScriptedServer { _, connection in
            try connection.respond(302, ["Location": target.text], "")
        }
        defer { first.stop() }
        let entrance = try TLSRelay(certificate, to: first)
        var configuration = FetchConfiguration()
        configuration.addresses = AddressPolicy(allowedHosts: ["localhost", "127.0.0.1"])
        configuration.certificateAuthorities = authority.certificate
        configuration.pins = ["127.0.0.1": [try authority.issue("else", for: "DNS:x").pin]]
        try await withFetcher(configuration) { fetcher in
            let request = FetchRequest(try FetchURL("https://localhost:\(entrance.port)/"))
            target.text = "https://localhost:\(relay.port)/"
            #expect(try await fetcher.failure(request) == nil)
            target.text = "https://127.0.0.1:\(relay.port)/"
            #expect(try await fetcher.failure(request) == .pinMismatch)
            target.text = "http://localhost:\(server.port)/"
            #expect(try await fetcher.failure(request) == .refusedRedirect)
        }
        #expect(server.requests.count == 1)
    }

    /// Many at a time share one connection where the server speaks HTTP/2; a stream has one of its own.
    @Test func `http 2 shares a connection`() async throws {
        let (certificate, two) = (try authority.issue("two", for: "DNS:localhost"), try HTTP2Server())
        let relay = try TLSRelay(certificate, to: two.server, protocols: "h2", "http/1.1")
        var configuration = FetchConfiguration()
        configuration.addresses = AddressPolicy(allowedHosts: ["localhost"])
        configuration.certificateAuthorities = authority.certificate
        try await withFetcher(configuration) { fetcher in
            let request = FetchRequest(try FetchURL("https://localhost:\(relay.port)/"))
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 { group.addTask { try await fetcher.fetch(request).text } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            // Streams of clients have odd numbers.
            #expect(texts == Set((0..<50).map { "stream \(2 * $0 + 1)" }))
            #expect(two.server.connections == 1)
        }
    }
}

/// A text that a server and a test share.
private final class Place: Sendable {
    private let shared = Mutex("")

    var text: String {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
