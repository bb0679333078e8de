import CatalogAPI
import Foundation
import HearthModel
import Logging
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The real imports on one thread in virtual time, on shards that show their inline face: a seed is a schedule.
struct SimulationTests {
    /// Two households take in lists at once, one import is stopped, readers look on; what they saw goes into the trace.
    private static func run(seed: UInt64) throws -> UInt64 {
        let directory = try TemporaryDirectory()
        for household in ["one", "two"] { try directory.directory("data/\(household)") }
        let paths = try (0..<3).map { try directory.write(list($0), to: "\($0).m3u") }
        let simulation = Simulation(seed: seed)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let shards = try ShardDirectory(
            root: directory.path("data"), service: "catalog", migrations: CatalogMigrations.all,
            options: ShardOptions(face: .inline), runtime: simulation, logger: logger, onFatal: { _ in })
        var limits = ImportLimits()
        limits.stagedEntries = 16
        limits.stagedProgrammes = 16
        limits.pieceBytes = 512
        let queue = ImportQueue(shards: shards, runtime: simulation, logger: logger, limits: limits)
        let problems = Mutex<[String]>([])
        let hasEnded = simulation.run {
            do {
                try await play(queue, shards, paths, simulation)
                await shards.close()
            } catch {
                problems.withLock { $0.append("\(error)") }
            }
        }
        #expect(hasEnded, "seed \(seed)")
        #expect(simulation.foreignJobs == 0, "seed \(seed)")
        #expect(problems.withLock { $0 }.isEmpty, "seed \(seed)")
        extendLifetime(directory)
        return simulation.trace
    }

    private static func list(_ number: Int) -> String {
        (number * 20..<(number * 20 + 60)).map { "#EXTINF:-1,Station \($0)\nhttp://a.example/\($0)" }.joined(
            separator: "\n")
    }

    private static func play(
        _ queue: ImportQueue, _ shards: ShardDirectory, _ paths: [String], _ simulation: Simulation
    ) async throws {
        var jobs: [(household: String, id: String)] = []
        for (index, path) in paths.enumerated() {
            for household in ["one", "two"] {
                let id = try await queue.enqueue(
                    .playlist, source: "list", file: path, allowsShrinking: true, household: household)
                jobs.append((household, id))
                if index == 1, household == "two" { queue.cancel(id, household: household) }
            }
        }
        let reader = simulation.spawn {
            for _ in 0..<40 {
                for household in ["one", "two"] {
                    let total = try? await shards.shard(for: household).read { db in
                        try CatalogSearch(
                            Catalog.Search(text: "station"), policy: .everything, at: simulation.wallTime
                        ).run(db) { try TitleIndex(db, generation: $0) }.total
                    }
                    simulation.note("\(household) \(total ?? -1)")
                    // The published states are these, and there are no others.
                    #expect([0, 60, 80, 100].contains(total ?? -1), "seed \(simulation.seed)")
                }
            }
        }
        await reader.value
        await queue.idle()
        for job in jobs {
            let state = try await queue.job(job.id, household: job.household)?.job.state
            simulation.note("\(job.household) \(state?.rawValue ?? "none")")
        }
        let last = try await queue.job(jobs[4].id, household: "one")?.job.report
        #expect(last?.read == 60, "seed \(simulation.seed)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a seed repeats exactly, and whatever the order, readers see published states alone`() async throws {
        var traces: Set<UInt64> = []
        for seed in 1...10 as ClosedRange<UInt64> {
            let both = try await Simulation.runOnDedicatedThread {
                (try Self.run(seed: seed), try Self.run(seed: seed))
            }
            #expect(both.0 == both.1, "seed \(seed)")
            traces.insert(both.0)
        }
        // The seeds make a difference, so the test could tell one.
        #expect(traces.count > 5)
    }
}
