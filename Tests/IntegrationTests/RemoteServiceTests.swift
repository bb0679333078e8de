import Cluster
import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

@Suite(.tags(.integration), .serialized)
struct RemoteServiceTests {
    @Test
    func `it does not listen beyond loopback without keys, nor call there, and says what to do`() async throws {
        try await RealCluster.with { cluster in
            let directories = ["--data", cluster.data, "--run", cluster.run]
            let open = try await cluster.execute("catalog", directories + ["--listen", "tcp://0.0.0.0:7001"])
            #expect(open.code == ServiceKit.ExitStatus.notPermitted.rawValue)
            #expect(open.err.contains("needs a key: run `hearth keys curve make catalog`"))
            let endpoints = ["HEARTH_ENDPOINTS": "catalog=tcp://192.0.2.1:7001"]
            let caller = try await cluster.execute("scheduler", directories, variables: endpoints)
            #expect(caller.code == ServiceKit.ExitStatus.notPermitted.rawValue)
            #expect(caller.err.contains("needs its public key: run `hearth keys curve trust catalog KEY`"))
            let command = try await cluster.hearth("status", "catalog", variables: endpoints)
            #expect(command.code == ServiceKit.ExitStatus.unavailable.rawValue)
            #expect(command.out.contains("hearth keys curve trust catalog"))
        }
    }

    @Test
    func `it is called, and shown, like the others; a client that is removed is not let in`() async throws {
        try await RealCluster.with { here in
            try await RealCluster.with { there in
                let port = try Self.freePort()
                let endpoints = ["HEARTH_ENDPOINTS": "catalog=tcp://127.0.0.1:\(port)"]
                let server = try await Self.key(there, "catalog")
                let client = try await Self.key(here, "client")
                #expect(try await there.hearth("keys", "curve", "allow", "catalog", client, "here").code == 0)
                #expect(try await here.hearth("keys", "curve", "trust", "catalog", server).code == 0)
                try await here.up("--services", "profiles", variables: endpoints)
                try Self.introduce(here, to: there)
                async let end = there.runService("catalog", ["--listen", "tcp://0.0.0.0:\(port)"])
                try await here.until("the catalog serves") {
                    try await here.hearth("status", "catalog", variables: endpoints).code == 0
                }
                let playlist = try SharedData.checkout().appending(path: "examples-data/demo/channels.m3u").path
                #expect(try await here.hearth("import", playlist, variables: endpoints).code == 0)
                let found = try await here.hearth("search", "harbour", "--json", variables: endpoints).json()
                #expect(found["total"] as? Int == 3)
                let status = try await here.hearth("status", "--json", variables: endpoints).json()
                let services = try #require(status["services"] as? [[String: Any]])
                #expect(services.compactMap { $0["service"] as? String } == ["catalog", "profiles"])
                // What is told of the process is not of one with its number here.
                #expect(services.map { $0["memoryBytes"] == nil } == [true, false])

                #expect(try await there.hearth("keys", "curve", "remove", "catalog", "here").code == 0)
                try await here.until("no caller is admitted") {
                    try await here.hearth("search", "harbour", "--timeout", "5", variables: endpoints).code != 0
                }
                #expect(kill(try there.process(of: "catalog"), SIGTERM) == 0)
                #expect(await end == .exited(0))
            }
        }
    }

    private static func key(_ cluster: RealCluster, _ name: String) async throws -> String {
        try #require(try await cluster.hearth("keys", "curve", "make", name, "--json").json()["key"] as? String)
    }

    /// Copies the public keys of tokens, and says that there is the household.
    private static func introduce(_ here: RealCluster, to there: RealCluster) throws {
        try FileManager.default.createDirectory(
            atPath: "\(there.data)/home", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(here.data)/keys")
        where name.hasSuffix(".jwk") {
            try FileManager.default.copyItem(atPath: "\(here.data)/keys/\(name)", toPath: "\(there.data)/keys/\(name)")
        }
    }

    /// A port without a listener just now.
    private static func freePort() throws -> UInt16 {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(file, address, length) | getsockname(file, address, &length)
            }
        }
        try #require(outcome == 0)
        return UInt16(bigEndian: address.sin_port)
    }
}
