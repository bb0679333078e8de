import Foundation
import TestSupport
import Testing

@testable import HTTPFetch

/// That nothing reaches an address which must not be reached, by either of the two checks alone.
@Suite(.timeLimit(.minutes(10)))
struct RefusedAddressTests {
    /// The addresses of the corpus, for a port of this machine.
    private static func corpus(port: Int) throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "refused-addresses.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").last }
            .map { $0.replacingOccurrences(of: "PORT", with: String(port)) }
    }

    enum Checks: CaseIterable { case both, beforeRequests, atConnections }

    @Test(arguments: Checks.allCases)
    func `nothing reaches them`(_ checks: Checks) async throws {
        let canary = try Canary()
        defer { canary.stop() }
        var policy = AddressPolicy()
        policy.checksBeforeRequests = checks != .atConnections
        policy.checksAtConnections = checks != .beforeRequests
        try await withFetcher(policy) { fetcher in
            let corpus = try Self.corpus(port: canary.port)
            #expect(corpus.count > 100)
            for text in corpus {
                // One that is no address at all is as good as refused.
                guard let url = try? FetchURL(text) else { continue }
                let kind = try await fetcher.failure(FetchRequest(url))
                guard case .refusedAddress = kind else {
                    Issue.record("\(text): \(String(describing: kind))")
                    continue
                }
            }
            #expect(canary.connections == 0)
        }
    }

    /// Without checks the canary is reached, so that its silence above means something.
    @Test func `without checks they are reached`() async throws {
        let canary = try Canary()
        defer { canary.stop() }
        var policy = AddressPolicy()
        (policy.checksBeforeRequests, policy.checksAtConnections) = (false, false)
        try await withFetcher(policy) { fetcher in
            var reached = 0
            for text in try Self.corpus(port: canary.port) where text.contains(":\(canary.port)") {
                // Those that only a gateway would bring back here would leave the machine.
                guard let url = try? FetchURL(text), url.scheme == "http", !url.host.hasPrefix("64:") else { continue }
                var request = FetchRequest(url)
                request.limits.time = .seconds(2)
                if (try? await fetcher.fetch(request).text) == "reached" { reached += 1 }
            }
            #expect(reached >= 30)
        }
    }

    @Test func `redirects do not lead there`() async throws {
        let canary = try Canary()
        defer { canary.stop() }
        let targets = try Self.corpus(port: canary.port)
        let server = try ScriptedServer { request, connection in
            let number = Int(request.target.dropFirst()) ?? 0
            try connection.respond(302, ["Location": targets[number]], "")
        }
        defer { server.stop() }
        try await withFetcher(AddressPolicy(allowedHosts: [server.host])) { fetcher in
            for number in targets.indices {
                let kind = try await fetcher.failure(server.request("/\(number)"))
                switch kind {
                case .refusedAddress, .invalidURL: break
                default: Issue.record("\(targets[number]): \(String(describing: kind))")
                }
            }
            #expect(canary.connections == 0)
        }
    }

    @Test func `allowed hosts are reached at their port`() async throws {
        let (canary, other) = (try Canary(), try Canary())
        defer {
            canary.stop()
            other.stop()
        }
        let hosts: Set = ["localhost:\(canary.port)", "[::1]:\(canary.port)", "127.0.0.1"]
        try await withFetcher(AddressPolicy(allowedHosts: hosts)) { fetcher in
            for url in [
                "http://LOCALHOST.:\(canary.port)/", "http://[0::1]:\(canary.port)/", "http://127.1:\(other.port)/",
            ] {
                let text = try await fetcher.fetch(FetchRequest(FetchURL(url))).text
                #expect(text == "reached")
            }
            for url in [
                "http://localhost:\(other.port)/", "http://[::1]:\(other.port)/", "http://127.0.0.2:\(other.port)/",
            ] {
                let kind = try await fetcher.failure(FetchRequest(FetchURL(url)))
                #expect(kind == .refusedAddress(purpose: "loopback"))
            }
        }
    }

    /// The owner of an allowed name decides where it leads, but not to what no household has.
    @Test(arguments: ["169.254.169.254", "224.0.0.1", "0.0.0.0", "255.255.255.255", "fd00:ec2::254", "::"])
    func `allowed names do not lead everywhere`(_ text: String) throws {
        let policy = AddressPolicy(allowedHosts: ["nas.lan", text])
        let address = try #require(IPAddress(text))
        let nas = try FetchURL("http://nas.lan/")
        #expect(policy.refusal(ofConnectionTo: address, for: nas) != nil)
        #expect(policy.refusal(ofConnectionTo: IPAddress("192.168.1.2"), for: nas) == nil)
        let named = try FetchURL(text.contains(":") ? "http://[\(text)]/" : "http://\(text)/")
        #expect(policy.refusal(ofConnectionTo: address, for: named) == nil)
    }
}

/// A server on both addresses of this machine, at one port, that no one should reach.
final class Canary: Sendable {
    private let servers: [ScriptedServer]
    let port: Int

    init() throws {
        let first = try ScriptedServer { _, connection in
            try connection.respond(200, ["Connection": "close"], "reached")
        }
        let second = try ScriptedServer(address: "::1", port: first.port) { _, connection in
            try connection.respond(200, ["Connection": "close"], "reached")
        }
        (servers, port) = ([first, second], first.port)
    }

    var connections: Int { servers.reduce(0) { $0 + $1.connections } }
    func stop() { for server in servers { server.stop() } }
}
