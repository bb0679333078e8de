import Foundation
import RPC
import SchemaTool
import TestSupport
import Testing
import ZeroMQ

/// A client in another language, written from `protocols/` alone, against a server of ours.
@Suite struct ConformanceTests {
    @Test func `a foreign client gets all it asks for`() async throws {
        let server = try await WireServer.start()
        let leaving = Task { await server.leaveWhenRequested() }
        let protocols = server.directory.appendingPathComponent("protocols")
        try writeProtocols(to: protocols)
        let result = await Result {
            try await PythonProcess.run(
                "hearthwire.conformance", [server.endpoint, protocols.path], scratch: server.directory)
        }
        await server.stop()
        await leaving.value
        let output = try result.get()
        #expect(output.contains("\nall ") && output.contains(" messages checked"), "\(output)")
    }

    @Test func `a foreign client speaks CURVE`() async throws {
        let client = try CurveKeyPair.generate()
        let keys = WireServer.Keys(now: try .generate(), next: try .generate(), client: client.publicKey)
        let server = try await WireServer.start(with: keys)
        let protocols = server.directory.appendingPathComponent("protocols")
        try writeProtocols(to: protocols)
        let all =
            [client.publicKey.description, client.secret.z85] + [keys.now, keys.next].map(\.publicKey.description)
        let result = await Result {
            try await PythonProcess.run(
                "hearthwire.secure", [server.endpoint, protocols.path] + all, scratch: server.directory)
        }
        await server.stop()
        let output = try result.get()
        #expect(output.contains("\nall 4 checks"), "\(output)")
    }

    /// The specification's own files, with the test service among the contracts.
    private func writeProtocols(to folder: URL) throws {
        let contracts = Contract.all + [Contract(file: "wire", service: Wire.self, details: [QuotaExceeded.self])]
        _ = try ProtocolsFolder(path: folder.path).write(try Document.all(contracts, readme: nil))
        let committed = try PythonProcess.checkout().appendingPathComponent("protocols/envelope.cddl")
        try FileManager.default.copyItem(at: committed, to: folder.appendingPathComponent("envelope.cddl"))
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
