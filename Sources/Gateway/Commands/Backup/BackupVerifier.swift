internal import BackupFormat
internal import Cluster
internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Checks a backup: every byte, every page and index of each shard, whose it is, and whether this build can open it.
struct BackupVerifier {
    let gateway: Gateway
    /// Whether an installed executable is asked for the schema that it knows.
    var asksExecutables = true

    /// A shard that was checked.
    struct Checked: Encodable, Sendable {
        var service: String
        var household: String
        var bytes: Int64
        var schemaVersion: Int64
        /// The version that the installed service knows; absent when it is not installed here.
        var knownSchemaVersion: Int64?
    }

    /// Checks a backup as a whole.
    ///
    /// - Throws: ``GatewayFailure`` that says what is wrong.
    func check(_ reader: BackupReader) async throws -> [Checked] {
        try BackupKeyOptions.naming(reader.path) { try reader.checkBytes() }
        return try await checkShards(reader.manifest.shards, reader)
    }

    /// Checks shards of a backup.
    ///
    /// - Throws: ``GatewayFailure``.
    func checkShards(_ shards: [BackupManifest.Shard], _ reader: BackupReader) async throws -> [Checked] {
        var checked: [Checked] = []
        let directory = try ScratchDirectory(gateway.runtime)
        defer { withExtendedLifetime(directory) {} }
        for shard in shards {
            var copy = reader.directPath(of: shard.content)
            if copy == nil {
                let path = directory.path("copy.sqlite")
                try? FileManager.default.removeItem(atPath: path)
                try BackupKeyOptions.naming(reader.path) { try reader.extract(shard.content, to: path) }
                copy = path
            }
            checked.append(try await check(shard, at: copy ?? "", in: reader))
        }
        return checked
    }

    /// Checks one shard's copy in a file.
    ///
    /// - Throws: ``GatewayFailure``.
    func check(_ shard: BackupManifest.Shard, at path: String, in reader: BackupReader) async throws -> Checked {
        let name = "\(shard.household)/\(shard.service)"
        let found: ShardCopy.Description
        do {
            found = try await Blocking.run(.queued) {
                try ShardCopy.checkIntegrity(path)
                return try ShardCopy.describe(path)
            }
        } catch {
            throw GatewayFailure(
                "BACKUP_DAMAGED", "\(name) in \(reader.path) is no whole shard: \(error)",
                advice: "Take another backup.", status: .data)
        }
        guard found.schemaVersion == shard.schemaVersion, found.identity?.text == shard.identity else {
            throw GatewayFailure(
                "BACKUP_DAMAGED", "\(name) in \(reader.path) is another shard than its manifest says.", status: .data)
        }
        let household = reader.manifest.households.first { $0.name == shard.household }?.identity
        guard let household, let own = shard.identity, own != household else {
            return try await checkSchema(shard, reader)
        }
        throw GatewayFailure(
            "OTHER_HOUSEHOLD", "\(name) in \(reader.path) belongs to another household (\(own.prefix(8))).",
            status: .data)
    }

    private func checkSchema(_ shard: BackupManifest.Shard, _ reader: BackupReader) async throws -> Checked {
        var known: Int64?
        if asksExecutables { known = await SchemaProbe(gateway: gateway).version(of: shard.service) }
        let isNewer =
            ShardCopy.isNewerThanKnown(shard.schemaVersion)
            || known.map { !SchemaProbe.knows(shard.schemaVersion, $0) } ?? false
        guard !isNewer else {
            throw GatewayFailure(
                "SCHEMA_NEWER",
                "\(shard.household)/\(shard.service) in \(reader.path) was written by a later version (schema \(shard.schemaVersion)).",
                advice: "Update \(shard.service), then restore it.", status: .data)
        }
        return Checked(
            service: shard.service, household: shard.household, bytes: shard.content.bytes,
            schemaVersion: shard.schemaVersion, knownSchemaVersion: known)
    }
}

/// Asks a service's executable for the schema that it knows: services are installed and updated one by one.
struct SchemaProbe {
    let gateway: Gateway

    /// The flag that makes an executable print it, and end.
    static let flag = "--schema-version"

    /// The version; nil when the service is not installed here, or is too old to say.
    func version(of service: String) async -> Int64? {
        let path = "\(gateway.environment.executables)/\(service)"
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let lines = CollectedLines()
        let end = await gateway.environment.launcher.run(
            ServiceCommand(service: service, executable: path, arguments: [Self.flag])
        ) { _ in
        } line: {
            lines.add($0)
        }
        guard case .exited(0) = end else { return nil }
        return lines.last.flatMap { Int64($0) }
    }

    /// Whether a service that knows one version can open a shard of another: no part of it is later.
    static func knows(_ version: Int64, _ known: Int64) -> Bool {
        version / kitUnit <= known / kitUnit && version % kitUnit <= known % kitUnit
    }

    private static let kitUnit: Int64 = 10_000
}

/// The lines that a process has written.
final class CollectedLines: Sendable {
    private let lines = Mutex<[String]>([])
    private static let kept = 20

    func add(_ line: String) {
        lines.withLock { lines in
            lines.append(line)
            if lines.count > Self.kept { lines.removeFirst() }
        }
    }

    /// The last line that is not empty.
    var last: String? { lines.withLock { $0.last { !$0.isEmpty } } }
    /// The latest lines.
    var all: [String] { lines.withLock { $0 } }
}

/// A private directory for unpacked files, which goes with this value.
final class ScratchDirectory: Sendable {
    private let directory: String

    init(_ runtime: any Runtime) throws {
        directory = "\(NSTemporaryDirectory())/hearth-\(runtime.randomBytes(8).hexadecimal)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    deinit { try? FileManager.default.removeItem(atPath: directory) }
}
