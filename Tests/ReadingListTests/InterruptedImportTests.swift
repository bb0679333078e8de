import RPC
import RPCInProcess
import ReadingListAPI
import TestSupport
import Testing

@testable import ReadingListService

/// What interrupts an import and is over again.
struct InterruptedImportTests {
    private static let entries = 5_000
    /// Bytes that some of the entries need, and not all.
    private static let room = 640 << 10

    /// What is seen of the import while the disk is full, and afterwards.
    // Unchecked: touched by the simulation's thread alone.
    private final class Seen: @unchecked Sendable {
        var full: LinkImport?
        var end: LinkImport?
        var error: (any Error)?
    }

    @Test func `an import that the full disk has interrupted goes on by itself when there is room`() async throws {
        let seen = try await Simulation.runOnDedicatedThread {
            let (simulation, seen) = (Simulation(seed: 1), Seen())
            let reading = try SimulatedReadingList(simulation: simulation)
            let hasEnded = simulation.run {
                do { try await Self.play(reading, seen) } catch { seen.error = error }
                await reading.end()
            }
            #expect(hasEnded)
            return seen
        }
        if let error = seen.error { throw error }
        let full = try #require(seen.full)
        #expect(!full.state.isEnd)
        #expect((1..<Int64(Self.entries)).contains(full.report.read))
        let end = try #require(seen.end)
        #expect(end.state == .done)
        #expect(end.report.added == Int64(Self.entries))
        #expect(end.report.duplicate == 0)
    }

    private static func play(_ reading: SimulatedReadingList, _ seen: Seen) async throws {
        let simulation = reading.simulation
        let lines = (1...entries).map { "https://file.example/\($0)" }
        let file = try reading.directory.write(lines.joined(separator: "\n"), to: "links.txt")
        try await reading.start()
        let (list, client) = try await reading.client()
        defer { client.close() }
        // The shard is made before the disk is full.
        _ = try await simulation.retrying { try await list.send(ReadingList.SaveLink(url: "https://first.example/")) }
        reading.limitDisk(room: room)
        let job = try await simulation.retrying {
            try await list.upload(ReadingList.ImportLinks(file: file), from: file)
        }.job
        try await simulation.sleep(for: ReadingListLimits.importPause * 3)
        seen.full = try await simulation.retrying { try await list.send(ReadingList.GetLinkImport(job: job)) }
        reading.limitDisk(room: nil)
        // It is not requested again.
        try await simulation.sleep(for: ReadingListLimits.importPause * 2)
        seen.end = try await simulation.retrying { try await list.send(ReadingList.GetLinkImport(job: job)) }
    }
}
