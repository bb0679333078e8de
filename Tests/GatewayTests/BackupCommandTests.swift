import Foundation
import HearthModel
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

/// `hearth backup` and `hearth restore` of a stopped household.
struct BackupCommandTests {
    enum Form: CaseIterable, Sendable {
        case directory, file, encrypted

        var name: String { self == .directory ? "copy" : "copy.hearth-backup" }

        func options(_ bench: BackupBench) throws -> [String] {
            guard self == .encrypted else { return [] }
            let path = bench.harness.directory.path("backup.key")
            if !FileManager.default.fileExists(atPath: path) {
                try bench.write(String(repeating: "0a", count: 32), "backup.key", in: bench.harness.directory.path)
            }
            return ["--key-file", path]
        }
    }

    private func run(_ bench: BackupBench, _ arguments: [String]) async -> GatewayHarness.Outcome {
        await bench.harness.run(list: arguments)
    }

    /// Makes a backup, and returns its path.
    private func backup(_ bench: BackupBench, _ form: Form = .directory) async throws -> String {
        let path = bench.harness.directory.path(form.name)
        let outcome = await run(bench, ["backup", "--to", path] + (try form.options(bench)))
        try #require(outcome.status == .success, "\(outcome.err)")
        return path
    }

    @Test(arguments: Form.allCases)
    func `what is restored is what was backed up`(form: Form) async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench, form)
        let options = try form.options(bench)
        let verified = await run(bench, ["backup", "verify", path] + options)
        #expect(verified.status == .success && verified.out.contains("\(path) is whole"), "\(verified.err)")
        for service in BackupBench.services { try await bench.add(["later"], to: service) }
        let target = try bench.target()
        let restored = await run(bench, ["restore", path, "--data", target, "--json"] + options)
        try #require(restored.status == .success, "\(restored.err)")
        for service in BackupBench.services {
            #expect(try await bench.rows(of: service, in: target) == ["first of \(service)"])
        }
        for name in ["home/household.id", "keys/people.key", "keys/abc_-1.jwk", "keys/curve/client.key"] {
            #expect(bench.text(name, in: target) == bench.text(name), "\(name)")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: "\(target)/keys/people.key")[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        let report = try restored.json()
        #expect(report["missingMedia"] as? [String] == ["home/downloads/one/film (1999).mp4"])
        #expect(report["replaced"] == nil)
        #expect(!bench.names(target).contains { $0.hasPrefix(".re") })
        // Nothing is left of the copies' making.
        #expect(!bench.names("\(bench.data)/home").contains { $0.contains(".copy") })
        #expect(!bench.names("\(target)/home").contains { $0.contains("restored") })
    }

    @Test func `a backup replaces nothing`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        let again = await run(bench, ["backup", "--to", path])
        #expect(again.status == .held && again.err.contains("exists already"))
        let missing = await run(bench, ["backup"])
        #expect(missing.status == .usage && missing.err.contains("--to"))
        let plain = await run(bench, ["backup", "--to", path + "2", "--key-file", "/x"])
        #expect(plain.status == .usage && plain.err.contains(".hearth-backup"))
    }

    /// A shard that another process holds, whose service does not answer, is missing: nothing is left of the backup.
    @Test func `a service that cannot be copied is named, and no backup is made`() async throws {
        let bench = try await BackupBench()
        let shard = try await bench.open("reading-list")
        let path = bench.harness.directory.path("copy.hearth-backup")
        let held = await run(bench, ["backup", "--to", path])
        #expect(held.status == .held && held.err.contains("home/reading-list"), "\(held.err)")
        await shard.close()
        try FileManager.default.removeItem(atPath: "\(bench.data)/home/catalog.sqlite")
        let lost = await run(bench, ["backup", "--to", path])
        #expect(lost.status == .unavailable && lost.err.contains("home/catalog"), "\(lost.err)")
        #expect(!bench.names(bench.harness.directory.path).contains { $0.hasPrefix("copy") })
    }

    @Test func `a damaged, cut or locked backup is refused by name`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench, .encrypted)
        let options = try Form.encrypted.options(bench)
        let target = try bench.target()
        let none = await run(bench, ["restore", path, "--data", target])
        #expect(none.status == .usage && none.err.contains("(KEY_NEEDED)"))
        try bench.write(String(repeating: "0b", count: 32), "other.key", in: bench.harness.directory.path)
        let other = ["--key-file", bench.harness.directory.path("other.key")]
        let wrong = await run(bench, ["backup", "verify", path] + other)
        #expect(wrong.status == .usage && wrong.err.contains("another key"))
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        for command in [["backup", "verify", path], ["restore", path, "--data", target]] {
            let damaged = await run(bench, command + options)
            #expect(damaged.status == .data && damaged.err.contains("(BACKUP_DAMAGED)"))
        }
        try bytes.dropLast(100).write(to: URL(filePath: path))
        let cut = await run(bench, ["backup", "verify", path] + options)
        #expect(cut.status == .data && cut.err.contains("(BACKUP_CUT)"))
        #expect(
            bench.names(target).allSatisfy {
                $0.hasSuffix(".lock") || bench.names("\(target)/\($0)").allSatisfy { $0.hasSuffix(".lock") }
            })
    }

    @Test func `the time of a backup is the household's`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        let other = try GatewayHarness()
        _ = await other.run("household", "--time-zone", "Asia/Kolkata")
        for command in [["verify", path], ["list", bench.harness.directory.path]] {
            let outcome = await other.run(list: ["backup"] + command)
            #expect(outcome.out.contains("Times are the household's: Asia/Kolkata."), "\(outcome.out)\(outcome.err)")
        }
    }

    /// Shards have seals of their own; a key has the manifest's checksum alone.
    @Test func `a bit that changed in a key is found`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        let key = URL(filePath: "\(path)/data/keys/people.key")
        var bytes = try Data(contentsOf: key)
        bytes[3] ^= 1
        try bytes.write(to: key)
        let target = try bench.target()
        for command in [["backup", "verify", path], ["restore", path, "--data", target]] {
            let damaged = await run(bench, command)
            #expect(damaged.status == .data && damaged.err.contains("(BACKUP_DAMAGED)"), "\(command)")
        }
        #expect(bench.names("\(target)/keys").isEmpty)
    }

    /// Bytes that are whole, and no shard of this household.
    @Test func `a backup with another household's shard is refused`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        let other = try await BackupBench()
        try other.write("\(HouseholdIdentity(high: 7, low: 7).text)\n", "home/household.id")
        for service in BackupBench.services {
            for suffix in [".sqlite", ".shard", ".sqlite.opening", ".sqlite.ballast"] {
                try? FileManager.default.removeItem(atPath: "\(other.data)/home/\(service)\(suffix)")
            }
            try await other.add(["other"], to: service)
        }
        let restored = await run(bench, ["restore", path, "--data", other.data, "--yes"])
        #expect(restored.status == .configuration && restored.err.contains("another household"), "\(restored.err)")
        #expect(try await other.rows(of: "catalog") == ["other"])
    }

    // MARK: Restoring over a household

    @Test func `existing files are replaced only with --yes, and moved aside`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        for service in BackupBench.services { try await bench.add(["later"], to: service) }
        try bench.write("{\"people\": 2}", "keys/people.key")
        let refused = await run(bench, ["restore", path])
        #expect(refused.status == .usage && refused.err.contains("(NOT_CONFIRMED)"))
        #expect(try await bench.rows(of: "catalog").count == 2)
        let restored = await run(bench, ["restore", path, "--yes", "--json"])
        try #require(restored.status == .success, "\(restored.err)")
        let replaced = try #require((try restored.json()["replaced"] as? [String])?.first)
        for service in BackupBench.services {
            #expect(try await bench.rows(of: service) == ["first of \(service)"])
            #expect(bench.names("\(replaced)/home").contains("\(service).sqlite"))
        }
        #expect(bench.text("keys/people.key", in: replaced) == "{\"people\": 2}")
        #expect(bench.text("keys/people.key") == "{\"people\": 1}")
        #expect(restored.out.contains("keys/people.key"))
    }

    @Test func `one service is restored by itself`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        for service in BackupBench.services { try await bench.add(["later"], to: service) }
        try bench.write("{\"people\": 2}", "keys/people.key")
        let restored = await run(bench, ["restore", path, "--service", "catalog", "--yes"])
        try #require(restored.status == .success, "\(restored.err)")
        #expect(try await bench.rows(of: "catalog") == ["first of catalog"])
        #expect(try await bench.rows(of: "profiles") == ["first of profiles", "later"])
        #expect(bench.text("keys/people.key") == "{\"people\": 2}")
        let missing = await run(bench, ["restore", path, "--service", "scheduler", "--yes"])
        #expect(missing.status == .noInput && missing.err.contains("home/catalog"))
        let empty = await run(bench, ["restore", path, "--service", "catalog", "--data", try bench.target()])
        #expect(empty.status == .noInput && empty.err.contains("(NO_HOUSEHOLD)"), "\(empty.err)")
    }

    @Test func `a running household is refused`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        let shard = try await bench.open("catalog")
        for arguments in [[], ["--service", "catalog"]] {
            let refused = await run(bench, ["restore", path, "--yes"] + arguments)
            #expect(refused.status == .held && refused.err.contains("catalog runs"), "\(refused.err)")
        }
        let other = await run(bench, ["restore", path, "--yes", "--service", "profiles"])
        #expect(other.status == .success, "\(other.err)")
        await shard.close()
        let lock = try ProcessLock(path: "\(bench.data)/.cluster.lock")
        let cluster = await run(bench, ["restore", path, "--yes"])
        #expect(cluster.status == .held && cluster.err.contains("A cluster runs"))
        withExtendedLifetime(lock) {}
    }

    @Test func `a restore that was interrupted keeps the cluster down until it is run again`() async throws {
        let bench = try await BackupBench()
        let path = try await backup(bench)
        try await bench.add(["later"], to: "catalog")
        try RestoreRecord(backup: path, created: Date(timeIntervalSince1970: 0), replaced: "aside").write(bench.data)
        let up = await run(bench, ["up"])
        #expect(up.status == .configuration && up.err.contains("(RESTORE_UNFINISHED)"))
        let doctor = await run(bench, ["doctor"])
        #expect(doctor.out.contains("was interrupted"))
        // What is there is of the interrupted restore: no --yes is needed.
        let again = await run(bench, ["restore", path])
        #expect(again.status == .success, "\(again.err)")
        #expect(RestoreRecord.read(bench.data) == nil)
        #expect(try await bench.rows(of: "catalog") == ["first of catalog"])
    }

    @Test func `a passphrase is typed twice, unseen`() async throws {
        let bench = try await BackupBench()
        let path = bench.harness.directory.path("copy.hearth-backup")
        bench.harness.type("open sesame", "open sesame!")
        let differs = await run(bench, ["backup", "--to", path, "--passphrase"])
        #expect(differs.status == .usage && differs.err.contains("(PASSPHRASES_DIFFER)"))
        bench.harness.type("open sesame", "open sesame")
        let made = await run(bench, ["backup", "--to", path, "--passphrase"])
        #expect(made.status == .success && made.out.contains("encrypted"), "\(made.err)")
        // Asked for without an option, too.
        bench.harness.type("open sesame")
        #expect(await run(bench, ["backup", "verify", path]).status == .success)
        #expect(bench.harness.questions.allSatisfy { $0.hasPrefix("*") } && bench.harness.questions.count == 5)
        try bench.write("open sesame\n", "passphrase", in: bench.harness.directory.path)
        let file = bench.harness.directory.path("passphrase")
        let listed = await run(bench, ["backup", "list", bench.harness.directory.path, "--passphrase-file", file])
        #expect(listed.out.contains("copy.hearth-backup") && listed.out.contains("home"), "\(listed.out)")
        let closed = await run(bench, ["backup", "list", bench.harness.directory.path])
        #expect(closed.out.contains("encrypted with a passphrase"))
    }

    /// What a service's executable says of itself decides, as services are updated one by one.
    @Test func `a schema that the installed service does not know is refused`() async throws {
        let bench = try await BackupBench()
        let directory = bench.harness.directory
        try directory.directory("bin")
        try bench.write("#!/bin/sh\ncat \(directory.path("version"))\n", "bin/catalog", mode: 0o700, in: directory.path)
        let path = try await backup(bench)
        for (version, status) in [("50001", ExitStatus.success), ("50000", .data), ("99999", .success)] {
            try directory.write("\(version)\n", to: "version")
            let outcome = await run(bench, ["backup", "verify", path])
            #expect(outcome.status == status, "\(version): \(outcome.err)")
        }
    }
}
