import Foundation
import RPC
import RPCDiagnostics
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import GatewayCommands

/// What `hearth doctor` says of shards whose schema is not the installed service's.
struct UpgradeCheckTests {
    private func examine(
        _ bench: BackupBench, _ change: Int64, free: Int64 = .max
    ) async throws -> [DoctorFinding] {
        let schemas = try Dictionary(
            uniqueKeysWithValues: BackupBench.services.map { service in
                (service, try ShardCopy.schemaVersion(ofShard: "\(bench.data)/home/\(service).sqlite") ?? 0)
            })
        // Of catalog alone another version is installed, and of profiles none.
        let check = UpgradeCheck(
            known: { service, _ in
                service == "profiles" ? nil : schemas[service].map { $0 + (service == "catalog" ? change : 0) }
            }, free: { _ in free })
        return try await bench.harness.examine(check)
    }

    @Test func `a shard that will be upgraded is named, and one without room for it is a problem`() async throws {
        let bench = try await BackupBench()
        let coming = try await examine(bench, 1)
        #expect(coming.map(\.subject) == ["home/catalog"] && coming.map(\.state) == [.ok])
        #expect(coming.first?.text.contains("keeps a copy to go back to") == true)
        let needed = UpgradeCheck.bytesToUpgrade("\(bench.data)/home/catalog.sqlite")
        #expect(try await examine(bench, 1, free: needed).map(\.state) == [.ok])
        let full = try await examine(bench, 1, free: needed - 1)
        #expect(full.map(\.state) == [.wrong])
        #expect(full.first?.text.contains(AmountFormatter.bytes(needed)) == true)
        #expect(full.first?.advice?.hasPrefix("Free space there.") == true)
    }

    @Test func `the space that it takes is what the service requires`() async throws {
        let bench = try await BackupBench()
        let shard = "\(bench.data)/home/catalog.sqlite"
        var options = ShardOptions()
        options.freeBytes = { _ in 0 }
        let later = ShardMigration(version: 2, name: "later") { _ in }
        let directory = try ShardDirectory(
            root: bench.data, service: "catalog", migrations: [BackupBench.rows, later], options: options,
            runtime: SystemRuntime.shared, logger: LogCapture().logger, onFatal: { _ in })
        let error = await #expect(throws: ShardError.self) { _ = try await directory.shard(for: "home") }
        guard case .noRoomToUpgrade(_, _, _, let needed, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(UpgradeCheck.bytesToUpgrade(shard) == needed)
        await directory.close()
    }

    @Test func `a shard of a later version names the rollback`() async throws {
        let bench = try await BackupBench()
        let later = try await examine(bench, -1)
        #expect(later.map(\.state) == [.wrong])
        #expect(later.first?.text.contains("was written by a later version") == true)
        #expect(later.first?.advice?.contains("`hearth rollback catalog`") == true)
    }

    @Test func `shards of the installed versions, and files that are none, say nothing`() async throws {
        let bench = try await BackupBench()
        try bench.write("", "home/scheduler.sqlite")
        try bench.write("no database", "home/downloads.sqlite")
        #expect(try await examine(bench, 0).isEmpty)
    }

    @Test(arguments: [Sys.HealthPart.redactedReason, "home: the disk is full"])
    func `where no token can be had for the reasons the log is named`(reason: String) {
        var service = ServiceReport(service: "profiles", state: "degraded")
        service.note = "shards: \(reason)"
        let report = StatusReport(runDirectory: "/run", services: [service], missing: [])
        let text = Mutex("")
        let output = Output(isTerminal: false, isErrorTerminal: false, width: 80, hasColours: false) { _, more in
            text.withLock { $0 += more }
        }
        report.printDegraded(output)
        let said = text.withLock { $0 }
        #expect(said.contains("`hearth logs --level error`") == (reason == Sys.HealthPart.redactedReason), "\(said)")
    }
}
