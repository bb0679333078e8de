import Foundation
import HearthModel
import RPC
import RPCInProcess
import ReadingListAPI
import ServiceKit
import TestSupport
import Testing

/// The whole service under simulation: several savers of the same pages, power cuts, lost, doubled and delayed messages. A seed
/// is a run.
struct SimulationTests {
    /// What one run came to; two runs of a seed must agree in all of it.
    private struct Outcome: Equatable, Sendable {
        var trace: UInt64 = 0
        var jobs = 0
        var virtualTime: UInt64 = 0
        var acknowledged = 0
        var unknown = 0
        /// Pages whose save was acknowledged and that are not there.
        var lost = 0
        /// Pages that are there twice, or that were not saved.
        var strange = 0
        /// Pages of which two savers were told that theirs was the first.
        var firstTwice = 0
        /// Pages of one saver alone who was told that they were there before: his own call was executed twice.
        var withoutFirst = 0
        /// Entries of the file that the import does not account for.
        var unaccounted = 0
        /// Imports that were cut in their middle and went on there.
        var resumed = 0
        var foreignJobs = 0
        var ended = false
    }

    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["HEARTH_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["HEARTH_SEEDS"].flatMap(UInt64.init) ?? 12
        return Array(1...max(1, count))
    }

    @Test(arguments: seeds) func `every acknowledged save is there exactly once, and a seed repeats its run`(
        seed: UInt64
    ) async throws {
        let first = try await Simulation.runOnDedicatedThread { try Self.run(seed: seed) }
        let second = try await Simulation.runOnDedicatedThread { try Self.run(seed: seed) }
        let again = "to repeat: HEARTH_SEED=\(seed) scripts/test --filter ReadingListTests.SimulationTests"
        #expect(first.ended, "a task waits without end; \(again)")
        #expect(second == first, "the runs differ; \(again)")
        #expect(first.foreignJobs == 0, "\(again)")
        #expect(first.lost == 0, "\(again)")
        #expect(first.strange == 0, "\(again)")
        #expect(first.firstTwice == 0, "\(again)")
        #expect(first.withoutFirst == 0, "\(again)")
        #expect(first.unaccounted == 0, "\(again)")
        #expect(first.acknowledged > 0, "\(again)")
    }

    @Test func `runs are rich enough to mean something`() async throws {
        let outcomes = try await Simulation.runOnDedicatedThread { try (1...16).map { try Self.run(seed: $0) } }
        #expect(outcomes.contains { $0.unknown > 0 }, "no call was ever left unknown")
        #expect(outcomes.map(\.acknowledged).reduce(0, +) > 100)
        #expect(outcomes.map(\.resumed).reduce(0, +) > 0)
        #expect(Set(outcomes.map(\.trace)).count == 16)
    }

    /// What savers were told, for the end to be held against.
    // Unchecked: touched by the simulation's thread alone.
    private final class Ledger: @unchecked Sendable {
        var outcome = Outcome()
        var acknowledged: Set<String> = []
        var requested: Set<String> = []
        var first: Set<String> = []
        var error: (any Error)?
    }

    private static func run(seed: UInt64) throws -> Outcome {
        let simulation = Simulation(seed: seed)
        let reading = try SimulatedReadingList(simulation: simulation)
        let ledger = Ledger()
        let ended = simulation.run {
            do { try await play(reading, ledger) } catch { ledger.error = error }
            await reading.end()
        }
        if let error = ledger.error { throw error }
        var outcome = ledger.outcome
        (outcome.trace, outcome.jobs, outcome.ended) = (simulation.trace, simulation.steps, ended)
        (outcome.virtualTime, outcome.foreignJobs) = (simulation.now.nanoseconds, simulation.foreignJobs)
        return outcome
    }

    private static let imported = 700

    private static func play(_ reading: SimulatedReadingList, _ ledger: Ledger) async throws {
        let simulation = reading.simulation
        let lines = (0..<imported).map { "https://file.example/\($0)" } + ["nonsense", "https://file.example/0"]
        let file = try reading.directory.write(lines.joined(separator: "\n"), to: "links.txt")
        try await reading.start()
        let (list, client) = try await reading.client()
        defer { client.close() }
        await withTaskGroup(of: Void.self) { group in
            for saver in 0..<4 {
                group.addTask { for index in 0..<6 { await save(saver, index, list, ledger, simulation) } }
            }
            group.addTask {
                do { try await planFaults(reading) } catch { ledger.error = error }
            }
        }
        let (job, entriesAtCut) = try await finish(file, reading, list)
        // Nonsense is refused, and the last line is the first one again. A first job whose answer was lost may have been done
        // when the request was repeated; all is there already then.
        let report = job.report
        let files = ReadingList.ListLinks(domain: "file.example", page: PageRequest(size: 1))
        let total = try await simulation.retrying { try await list.send(files) }.counts.total
        ledger.outcome.resumed = entriesAtCut > 0 && entriesAtCut < lines.count && report.added == imported ? 1 : 0
        ledger.outcome.unaccounted =
            abs(Int(report.added + report.duplicate) - imported - 1) + abs(Int(report.refused) - 1)
            + abs(Int(total) - imported) + (report.added == 0 || report.added == imported ? 0 : 1)
        let urls = try await pages(list, simulation)
        ledger.outcome.lost = ledger.acknowledged.subtracting(urls).count
        ledger.outcome.strange = urls.count - Set(urls).intersection(ledger.requested).count
        simulation.note(urls.sorted().joined(separator: ","))
    }

    /// Saves a page that another saver may be saving, too, and notes what the caller was told.
    private static func save(
        _ saver: Int, _ index: Int, _ list: RPCClient<ReadingList>, _ ledger: Ledger, _ simulation: Simulation
    ) async {
        let isShared = index % 3 == 0
        let page = isShared ? "https://pages.example/shared/\(index)" : "https://pages.example/\(saver)/\(index)"
        ledger.requested.insert(page)
        do {
            let url = isShared && saver % 2 == 0 ? page + "/?utm_source=\(saver)" : page
            let saved = try await list.send(ReadingList.SaveLink(url: url))
            ledger.acknowledged.insert(page)
            ledger.outcome.acknowledged += 1
            if !saved.isNew, !isShared { ledger.outcome.withoutFirst += 1 }
            if saved.isNew {
                if !ledger.first.insert(page).inserted { ledger.outcome.firstTwice += 1 }
            }
            simulation.note("\(page) \(saved.isNew)")
        } catch {
            if error.executed == .maybe { ledger.outcome.unknown += 1 }
            simulation.note("\(page) \(error.code) \(error.executed)")
        }
        try? await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 20)))
    }

    /// Three power cuts, each followed by a start.
    private static func planFaults(_ reading: SimulatedReadingList) async throws {
        let simulation = reading.simulation
        for _ in 0..<3 {
            try await simulation.sleep(for: .milliseconds(Int64(5 + simulation.random() % 60)))
            try await reading.cutPower()
            try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 40)))
            try await reading.start()
        }
    }

    /// Runs an import to its end; the disk fails at some step of it, and then the power.
    private static func finish(
        _ file: String, _ reading: SimulatedReadingList, _ list: RPCClient<ReadingList>
    ) async throws -> (job: LinkImport, entriesAtCut: Int) {
        let simulation = reading.simulation
        let cuts = Counter()
        // An import of a simulated shard takes no time: what can come in between is its disk.
        reading.onImport = {
            if cuts.take(most: 1) { reading.failSync(Int(1 + simulation.random() % 12)) }
        }
        reading.onFatal = {
            simulation.spawn {
                do {
                    try await reading.cutPower()
                    cuts.entries = try reading.importedEntries()
                    try await reading.start()
                } catch { simulation.note("no start: \(error)") }
            }
        }
        var job: String?
        while true {
            if let job {
                let state = try await simulation.retrying { try await list.send(ReadingList.GetLinkImport(job: job)) }
                if state.state.isEnd { return (state, cuts.entries) }
            }
            // The same request names the job that is open, and has it go on after a start.
            job = try await simulation.retrying {
                try await list.upload(ReadingList.ImportLinks(file: file), from: file)
            }.job
            try await simulation.sleep(for: .milliseconds(1))
        }
    }

    // Unchecked: touched by the simulation's thread alone.
    private final class Counter: @unchecked Sendable {
        private var count = 0
        /// Entries that were taken in when the power failed.
        var entries = 0

        func take(most: Int) -> Bool {
            count += 1
            return count <= most
        }
    }

    /// The saved pages by their canonical part, those of the file left out.
    private static func pages(_ list: RPCClient<ReadingList>, _ simulation: Simulation) async throws -> [String] {
        let request = ReadingList.ListLinks(domain: "pages.example", page: PageRequest(size: PageRequest.maximumSize))
        return try await simulation.retrying { try await list.send(request) }.links.map { link in
            String(link.url.prefix { $0 != "?" }.trimmingSuffix("/"))
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ suffix: Character) -> Substring { last == suffix ? dropLast() : self }
}
