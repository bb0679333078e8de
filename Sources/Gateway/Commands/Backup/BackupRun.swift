internal import BackupFormat
internal import Foundation
internal import RPC
internal import ServiceKit

/// Makes one backup.
struct BackupRun {
    let gateway: Gateway
    let plan: BackupPlan
    let key: BackupKey?

    /// What was backed up, as `--json` writes it.
    struct Report: Encodable {
        struct Shard: Encodable {
            var service: String
            var household: String
            var bytes: Int64
            var schemaVersion: Int64
            var sha256: String
            /// Whether the running service made the copy; otherwise it was stopped, and its file was copied.
            var isFromService: Bool
        }

        var path: String
        var created: Date
        var isEncrypted: Bool
        var households: [String]
        var shards: [Shard]
        var keysAndRecords: Int
        var mediaFiles: Int
        var mediaBytes: Int64

        /// Bytes of all shards.
        var bytes: Int64 { shards.reduce(0) { $0 + $1.bytes } }

        init(_ manifest: BackupManifest, path: String, isEncrypted: Bool) {
            (self.path, self.isEncrypted, created) = (path, isEncrypted, manifest.created)
            households = manifest.households.map(\.name)
            shards = manifest.shards.map { shard in
                Shard(
                    service: shard.service, household: shard.household, bytes: shard.content.bytes,
                    schemaVersion: shard.schemaVersion, sha256: shard.content.sha256,
                    isFromService: shard.isFromService)
            }
            keysAndRecords = manifest.files.count
            mediaFiles = manifest.media.count
            mediaBytes = manifest.media.reduce(0) { $0 + $1.bytes }
        }
    }

    /// Makes the backup. It has its name only when it is whole; otherwise nothing of it is left.
    ///
    /// - Throws: ``GatewayFailure``, which names the services whose shards are missing.
    func make(at path: String) async throws -> Report {
        let points = try failPoints(gateway)
        let writer = try BackupKeyOptions.naming(path) {
            try BackupWriter(path, key: key, salt: gateway.runtime.randomBytes(BackupWriter.saltBytes))
        }
        defer { writer.abandon() }
        points.reach(.backupBegun)
        var manifest = BackupManifest(created: gateway.now, hearthVersion: HearthVersion.current)
        do {
            manifest.shards = try await copyShards(to: writer, points)
            for file in try plan.smallFiles() {
                try writer.begin("data/\(file.target)")
                try writer.append(file.bytes)
                manifest.files.append(.init(target: file.target, mode: file.mode, content: try writer.end()))
            }
            manifest.media = plan.media()
            manifest.households = plan.households.map { name in
                .init(name: name, identity: plan.identity(of: name) ?? manifest.shards.identity(of: name))
            }
            try writer.finish(manifest) { points.reach(.backupWritten) }
        } catch let error as BackupError { throw GatewayFailure(error, of: path) }
        points.reach(.backupNamed)
        return Report(manifest, path: path, isEncrypted: key != nil)
    }

    private func copyShards(to writer: BackupWriter, _ points: FailPoints) async throws -> [BackupManifest.Shard] {
        var shards: [BackupManifest.Shard] = []
        var missing: [(name: String, failure: GatewayFailure)] = []
        var display = ProgressDisplay(gateway.output, at: gateway.runtime.now)
        defer { display.end() }
        var done: Int64 = 0
        for household in plan.households {
            for service in BackupPlan.services {
                let copier = ShardCopier(
                    gateway: gateway, plan: plan, writer: writer, tokens: OperatorTokens(gateway: gateway)
                ) { service, bytes in
                    done += bytes
                    display.show(
                        ProgressBar("copying \(service)", done: done, unit: AmountFormatter.bytes),
                        at: gateway.runtime.now)
                }
                do {
                    guard let shard = try await copier.copy(service, of: household) else { continue }
                    shards.append(shard)
                    points.reach(.backupShard)
                } catch let failure as GatewayFailure {
                    missing.append(("\(household)/\(service)", failure))
                }
            }
        }
        guard let first = missing.first else { return shards }
        throw Self.incomplete(missing, first.failure)
    }

    private static func incomplete(
        _ missing: [(name: String, failure: GatewayFailure)], _ first: GatewayFailure
    ) -> GatewayFailure {
        let reasons = missing.map { "\($0.name): \($0.failure.message)" }
        var failure = GatewayFailure(
            "BACKUP_INCOMPLETE", "No backup was made. Missing: \(reasons.joined(separator: "; "))",
            advice: first.advice ?? "`hearth status` shows the services.", canRetry: true, status: first.status)
        failure.service = missing.first?.name.split(separator: "/").last.map(String.init)
        return failure
    }
}

/// The failpoints of this process: none unless the settings name a chaos directory.
func failPoints(_ gateway: Gateway) throws -> FailPoints {
    guard let directory = gateway.settings.chaosDirectory.value else { return .none }
    return try FailPoints(directory: directory, service: "hearth")
}

extension [BackupManifest.Shard] {
    /// The identity of a household, as its shards have it.
    fileprivate func identity(of household: String) -> String? {
        lazy.filter { $0.household == household }.compactMap(\.identity).first
    }
}
