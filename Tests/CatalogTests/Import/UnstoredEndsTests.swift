import CatalogAPI
import Foundation
import Logging
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Jobs whose end has no room on the disk: callers are told it all the same, and it is stored once there is room.
struct UnstoredEndsTests {
    private static let list = "#EXTM3U\n#EXTINF:-1,Harbour News\nhttp://a.example/1\n"

    /// The catalog's queue on a disk that is full when the test says so, without the shard's ballast.
    private final class FullDisk: Sendable {
        let simulation: Simulation
        let directory: TemporaryDirectory
        let faults: ShardFaults
        let queue: ImportQueue

        init(seed: UInt64) throws {
            simulation = Simulation(seed: seed)
            directory = try TemporaryDirectory()
            try directory.directory("data/home")
            faults = try ShardFaults(directory: directory.path("data"))
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            var options = ShardOptions(face: .inline)
            options.limits.ballastBytes = 0
            let shards = try ShardDirectory(
                root: directory.path("data"), service: "catalog", migrations: CatalogMigrations.all, options: options,
                runtime: simulation, logger: logger, onFatal: { _ in })
            queue = ImportQueue(shards: shards, runtime: simulation, logger: logger, limits: ImportLimits())
        }

        func enqueue() async throws -> String {
            let path = try directory.write(UnstoredEndsTests.list, to: "list.m3u")
            return try await queue.enqueue(
                .playlist, source: "list", file: path, allowsShrinking: true, household: "home")
        }

        func job(_ id: String) async throws -> ImportJob? { try await queue.job(id, household: "home")?.job }

        /// The job's state in the shard.
        func stored(_ id: String) async throws -> ImportState? {
            try await queue.shards.shard(for: "home").read { try JobRecord.find(id, $0)?.job.state }
        }

        /// An import that was accepted just before the disk was full, and has ended.
        func failedImport() async throws -> String {
            let id = try await enqueue()
            faults.limitDisk(room: 0)
            await queue.idle()
            return id
        }
    }

    private static func simulate(_ body: @escaping @Sendable (FullDisk) async throws -> Void) async throws {
        let seed = try #require(Seeds.make(1).first)
        let problem = try await Simulation.runOnDedicatedThread { () -> String? in
            let disk = try FullDisk(seed: seed)
            let problem = Mutex<String?>(nil)
            let hasEnded = disk.simulation.run {
                do { try await body(disk) } catch { problem.withLock { $0 = "\(error)" } }
                await disk.queue.stop()
                await disk.queue.shards.close()
            }
            return hasEnded ? problem.withLock { $0 } : "The simulation did not end."
        }
        #expect(problem == nil, "seed \(seed)")
    }

    @Test func `a caller is told the end of an import that could not be stored`() async throws {
        try await Self.simulate { disk in
            let id = try await disk.failedImport()
            #expect(try await disk.stored(id)?.isEnd == false)
            let job = try #require(try await disk.job(id))
            #expect(job.state == .failed)
            #expect(job.problem?.contains("is full") == true, "\(job.problem ?? "no problem")")
        }
    }

    @Test func `with room again the same import is a new one, and the end of the first is stored`() async throws {
        try await Self.simulate { disk in
            let first = try await disk.failedImport()
            disk.faults.limitDisk(room: nil)
            let second = try await disk.enqueue()
            #expect(second != first)
            #expect(try await disk.stored(first) == .failed)
            await disk.queue.idle()
            #expect(try await disk.job(second)?.state == .done)
            #expect(try await disk.queue.shards.shard(for: "home").read { try JobRecord.uploads($0) }.isEmpty)
        }
    }
}
