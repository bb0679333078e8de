import ArgumentParser
import BackupFormat
import Foundation
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import GatewayCommands

/// When scheduled backups are made, which are kept, and where a failure is shown.
struct BackupScheduleTests {
    private static let settings = "backup:\n  to: /mnt/backups\n  every: 24h\n  keep: 3\n  key-file: /etc/backup.key\n"

    private static func file(_ text: String, _ directory: TemporaryDirectory) throws -> ConfigurationFile? {
        let path = try directory.write(text, to: "hearth.yaml")
        return try ServiceSettings.file(
            options: ServiceOptions.parse(["--config", path]), environment: ["HOME": directory.path])
    }

    @Test func `the schedule is a section of the configuration`() async throws {
        try await TemporaryDirectory.with { directory in
            let settings = try #require(try BackupSettings(Self.file(Self.settings, directory)))
            #expect(settings.directory == "/mnt/backups" && settings.every == .seconds(86_400) && settings.keep == 3)
            #expect(settings.keyFile == "/etc/backup.key")
            #expect(try BackupSettings(Self.file("log-level: debug\n", directory)) == nil)
            for wrong in [
                "backup:\n  to: /x\n", "backup:\n  every: 1h\n", "backup:\n  to: x\n  every: 1h\n",
                "backup:\n  to: /x\n  every: 5s\n", "backup:\n  to: /x\n  every: 1h\n  keep: 0\n",
                "backup:\n  to: /x\n  every: 1h\n  log-level: debug\n", "backup: /x\n", "to: /x\n",
            ] {
                #expect(throws: (any Error).self, "\(wrong)") { try BackupSettings(Self.file(wrong, directory)) }
            }
        }
    }

    /// A schedule whose backups are made up; the results are taken in order.
    private func schedule(
        _ directory: TemporaryDirectory, every: String = "24h", keep: Int = 2, _ results: [String?]
    ) throws -> BackupSchedule {
        let rest = Mutex(results)
        let span = try #require(TimeSpan(argument: every))
        return BackupSchedule(
            settings: try BackupSettings(directory: directory.path("backups"), every: span, keep: keep),
            state: BackupStateFile(data: directory.path), runtime: SystemRuntime.shared
        ) { path in
            let failure = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if failure == nil { try? Data().write(to: URL(filePath: path)) }
            return failure
        }
    }

    private var now: Date { Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970) }

    @Test func `the next backup follows the last one by the interval, and a failure by less`() async throws {
        try await TemporaryDirectory.with { directory in
            try directory.directory("backups")
            let schedule = try schedule(directory, ["the disk is full", nil])
            #expect(schedule.due() <= now)
            await schedule.makeOne()
            #expect(abs(schedule.due().timeIntervalSince(now) - 600) < 60)
            let state = BackupStateFile(data: directory.path)
            #expect(state.read()?.problem(now: now)?.contains("the disk is full") == true)
            await schedule.makeOne()
            #expect(abs(schedule.due().timeIntervalSince(now) - 86_400) < 60)
            #expect(state.read()?.problem(now: now) == nil)
            #expect(state.read()?.problem(now: now.addingTimeInterval(86_400 * 3))?.contains("3 d") == true)
            // A clock that was far ahead when the last one was made delays the next one by no more than the interval.
            var known = try #require(state.read())
            known.lastSuccess?.at = now.addingTimeInterval(1e8)
            state.write(known)
            #expect(schedule.due() <= now.addingTimeInterval(86_401))
        }
    }

    @Test func `a failure is shown by status and doctor`() async throws {
        let bench = try GatewayHarness()
        var state = BackupState(
            try BackupSettings(directory: "/mnt/backups", every: #require(TimeSpan(argument: "1h")), keep: nil))
        state.lastFailure = .init(at: now, message: "catalog is missing")
        BackupStateFile(data: bench.directory.path("data")).write(state)
        let status = await bench.run("status")
        #expect(status.out.contains("The last scheduled backup failed: catalog is missing; there is none yet"))
        #expect(try await bench.run("status", "--json").json()["backupProblem"] != nil)
        let doctor = await bench.run("doctor")
        #expect(doctor.out.contains("catalog is missing") && doctor.out.contains("/mnt/backups"))
    }

    /// The command itself, until it is interrupted.
    @Test func `hearth backup --every makes backups until it is interrupted`() async throws {
        let bench = try await BackupBench()
        let backups = bench.harness.directory.path("backups")
        let (interruptions, interrupt) = AsyncStream<Void>.makeStream()
        let outcome = await bench.harness.run(
            list: ["backup", "--every", "1h", "--keep", "2", "--to", backups], interruptions: interruptions
        ) { text in
            if text.contains("shards of home") { interrupt.yield() }
        }
        #expect(outcome.status == .success, "\(outcome.err)")
        let made = BackupFolder(backups).entries()
        #expect(made.count == 1 && (try? made.first?.manifest.get())?.shards.count == 3)
    }
}
