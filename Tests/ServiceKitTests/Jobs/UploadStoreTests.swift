import Foundation
import HearthModel
import Logging
import RPC
import ServiceKit
import TestSupport
import Testing

/// Files that callers send: whole, private and durable, or not there at all.
struct UploadStoreTests {
    private final class Fixture: Sendable {
        let directory: TemporaryDirectory
        let shards: ShardDirectory
        let store: UploadStore
        let runtime: any Runtime

        init(runtime: any Runtime = SystemRuntime.shared, limits: UploadLimits = UploadLimits()) throws {
            directory = try TemporaryDirectory()
            try directory.directory("data/home")
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            shards = try ShardDirectory(
                root: directory.path("data"), service: "catalog", migrations: [], options: ShardOptions(face: .inline),
                runtime: runtime, logger: logger, onFatal: { _ in })
            store = UploadStore(shards: shards, runtime: runtime, logger: logger, limits: limits)
            self.runtime = runtime
        }

        var files: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: directory.path("data/home/catalog.uploads"))) ?? []
        }

        func receive(
            _ pieces: [String], most: Int64 = 1_000, declared: Int64? = nil, caller: String = "ada"
        ) async throws -> Upload {
            let (stream, writer) = AsyncStream<UploadPiece>.makeStream()
            for piece in pieces { writer.yield(UploadPiece(Data(piece.utf8))) }
            writer.finish()
            return try await receive(stream, most: most, declared: declared, caller: caller)
        }

        func receive(
            _ stream: AsyncStream<UploadPiece>, most: Int64 = 1_000, declared: Int64? = nil, caller: String = "ada"
        ) async throws -> Upload {
            let offer = UploadDeclaration(noun: "playlist", maximumBytes: most, declaredBytes: declared)
            return try await store.receive(stream, offer, household: "home", caller: caller)
        }

        /// The code that an upload is refused with; nil when it comes in.
        func refusal(_ body: () async throws -> Upload) async throws -> RPCCode? {
            do {
                _ = try await body()
                return nil
            } catch let error as RPCError {
                #expect(error.executed == .no)
                return error.code
            }
        }
    }

    @Test func `a file comes in whole, for the service's eyes alone, and is known again however it is cut`()
        async throws
    {
        let fixture = try Fixture()
        let one = try await fixture.receive(["Hear", "", "th"], declared: 6)
        let two = try await fixture.receive(["H", "earth"])
        #expect(one.bytes == 6)
        #expect([one.bytes, one.digest] == [two.bytes, two.digest])
        #expect(one.name != two.name)
        #expect(try await fixture.receive(["Heartb"]).digest != one.digest)
        let path = fixture.store.path(of: one.name, household: "home")
        #expect(FileManager.default.contents(atPath: path) == Data("Hearth".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await fixture.store.settle(one.name, household: "home", isKept: true)
        await fixture.store.settle(two.name, household: "home", isKept: false)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(fixture.files.count == 2)
        #expect(fixture.store.usedBytes("home") == 12)
        await fixture.shards.close()
    }

    @Test func `what is too large, too much or not what was said is refused, and nothing of it stays`() async throws {
        var limits = UploadLimits()
        limits.householdBytes = 20
        let fixture = try Fixture(limits: limits)
        #expect(try await fixture.refusal { try await fixture.receive(["x"], declared: 1_001) } == .resourceExhausted)
        #expect(
            try await fixture.refusal { try await fixture.receive(["12345", "6"], most: 5) } == .resourceExhausted)
        #expect(try await fixture.refusal { try await fixture.receive(["12"], declared: 1) } == .invalidArgument)
        #expect(try await fixture.refusal { try await fixture.receive(["12"], declared: 3) } == .invalidArgument)
        #expect(try await fixture.refusal { try await fixture.receive([], declared: -1) } == .invalidArgument)
        #expect(try await fixture.refusal { try await fixture.receive([], declared: 21) } == .resourceExhausted)
        let long = String(repeating: "x", count: UploadPiece.maximumBytes + 1)
        #expect(try await fixture.refusal { try await fixture.receive([long], most: .max) } == .invalidArgument)
        #expect(fixture.files == [])
        #expect(fixture.store.usedBytes("home") == 0)
        let kept = try await fixture.receive(["1234567890123456"])
        #expect(try await fixture.refusal { try await fixture.receive(["12345"]) } == .resourceExhausted)
        await fixture.store.remove(kept.name, household: "home")
        #expect(try await fixture.receive(["12345"]).bytes == 5)
        await fixture.shards.close()
    }

    @Test func `a caller and a household have so many uploads at a time`() async throws {
        var limits = UploadLimits()
        (limits.uploadsPerCaller, limits.uploadsPerHousehold) = (1, 2)
        let fixture = try Fixture(limits: limits)
        let (stream, writer) = AsyncStream<UploadPiece>.makeStream()
        let (other, otherWriter) = AsyncStream<UploadPiece>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await fixture.receive(stream) }
            try #require(try await comes { !fixture.files.isEmpty })
            #expect(try await fixture.refusal { try await fixture.receive(["x"]) } == .resourceExhausted)
            group.addTask { _ = try await fixture.receive(other, caller: "ben") }
            try #require(try await comes { fixture.files.count >= 2 })
            #expect(
                try await fixture.refusal { try await fixture.receive(["x"], caller: "cleo") } == .resourceExhausted)
            writer.finish()
            otherWriter.finish()
            try await group.waitForAll()
        }
        #expect(try await fixture.receive(["x"]).bytes == 1)
        await fixture.shards.close()
    }

    @Test func `a cancelled upload leaves nothing`() async throws {
        let fixture = try Fixture()
        let (stream, writer) = AsyncStream<UploadPiece>.makeStream()
        writer.yield(UploadPiece(Data("half".utf8)))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await fixture.receive(stream) }
            while fixture.store.usedBytes("home") < 4 { await Task.yield() }
            group.cancelAll()
        }
        #expect(fixture.files == [])
        await fixture.shards.close()
    }

    @Test func `a sweep removes what no job has, and leaves what comes in just now`() async throws {
        let fixture = try Fixture()
        let (kept, lost) = (try await fixture.receive(["kept"]), try await fixture.receive(["lost"]))
        let incoming = try await fixture.receive(["incoming"])
        for upload in [kept, lost] { await fixture.store.settle(upload.name, household: "home", isKept: true) }
        let left = try fixture.directory.write("left", to: "data/home/catalog.uploads/left")
        try await fixture.store.sweep("home") { [kept.name] }
        #expect(Set(fixture.files) == [kept.name, incoming.name])
        #expect(!FileManager.default.fileExists(atPath: left))
        // What an earlier run has left counts for the household's share.
        #expect(fixture.store.usedBytes("home") == 12)
        try await fixture.shards.erase("home")
        #expect(fixture.files == [])
        await fixture.shards.close()
    }

    /// Seconds between pieces, bytes of each, and whether that is too slow.
    @Test(arguments: [(10, 100, true), (10, 20_000, false), (31, 200_000, true)])
    func `an upload that stops or dribbles is ended`(pause: Int, bytes: Int, isTooSlow: Bool) async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let fixture = try Fixture(runtime: simulation)
            let hasEnded = simulation.run {
                let (stream, writer) = AsyncStream<UploadPiece>.makeStream()
                simulation.spawn {
                    for _ in 0..<20 {
                        try? await simulation.sleep(for: .seconds(pause))
                        writer.yield(UploadPiece(Data(repeating: 1, count: bytes)))
                    }
                    writer.finish()
                }
                do {
                    let upload = try await fixture.receive(stream, most: .max)
                    #expect(!isTooSlow)
                    #expect(upload.bytes == Int64(20 * bytes))
                } catch {
                    #expect(isTooSlow)
                    #expect((error as? RPCError)?.code == .deadlineExceeded)
                    #expect(fixture.files == [])
                }
                await fixture.shards.close()
            }
            #expect(hasEnded)
        }
    }
}
