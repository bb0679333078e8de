import Foundation
import RPC
import TestSupport
import Testing

@testable import Chaos

struct LeftoverRunsTests {
    /// Makes what looks like the directory of a run of this process, with some faults.
    private func makeRun(_ name: String, in directory: TemporaryDirectory, owner: RunOwner?) throws -> ChaosDirectory {
        let run = ChaosDirectory(existing: try directory.directory(name))
        for folder in [run.data, run.run, run.crashes, "\(run.shards(of: "catalog"))/\(ChaosDirectory.household)"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        for file in [
            run.filler(of: "catalog"), run.displacedShard(of: "catalog"), "\(run.crashes)/profiles.event-sent",
        ] {
            try Data([1]).write(to: URL(filePath: file))
        }
        try owner?.write(in: run.path)
        return run
    }

    /// A process that has ended: its ID may be another one's now, which started later.
    private static let dead = RunOwner(process: 1, began: 7_777_777_777_777)

    @Test
    func `a dead run's faults are reverted and named, and its household is removed`() async throws {
        try await TemporaryDirectory.with { directory in
            let run = try makeRun("hearth-chaos-dead", in: directory, owner: Self.dead)
            let cleaner = LeftoverRuns(runtime: SystemRuntime.shared, in: directory.path)
            let cleaned = await cleaner.clean()
            #expect(cleaned.map(\.process) == [1] && cleaned.allSatisfy { $0.left.isEmpty })
            #expect(
                cleaned.first?.done == [
                    "catalog: its shard was displaced; it goes with the run's household",
                    "catalog: its disk was full, and is freed", "profiles: its failpoint event-sent is off",
                    "the run's household is removed",
                ])
            #expect(!FileManager.default.fileExists(atPath: run.path))
            #expect(await cleaner.clean().isEmpty)
        }
    }

    @Test
    func `a run that goes on, a report, and a link are left alone`() async throws {
        try await TemporaryDirectory.with { directory in
            let own = try makeRun("hearth-chaos-own", in: directory, owner: RunOwner.current)
            let report = try makeRun("hearth-chaos-kill-7", in: directory, owner: nil)
            let elsewhere = try makeRun("elsewhere", in: directory, owner: Self.dead)
            try FileManager.default.createSymbolicLink(
                atPath: directory.path("hearth-chaos-link"), withDestinationPath: elsewhere.path)
            #expect(await LeftoverRuns(runtime: SystemRuntime.shared, in: directory.path).clean().isEmpty)
            for run in [own, report, elsewhere] {
                #expect(FileManager.default.fileExists(atPath: run.filler(of: "catalog")))
            }
        }
    }
}
