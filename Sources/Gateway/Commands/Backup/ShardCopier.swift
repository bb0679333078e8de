internal import BackupFormat
internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Adds copies of shards to a backup: from the service, or from the file of one that is stopped.
struct ShardCopier {
    let gateway: Gateway
    let plan: BackupPlan
    let writer: BackupWriter
    /// The tokens to ask services with.
    let tokens: OperatorTokens
    /// Called as bytes arrive.
    let progress: (_ service: String, _ bytes: Int64) -> Void

    /// A service that crashes is started again within this time.
    private static let attempts = 6
    private static let pause = Duration.milliseconds(500)
    private static let stepBytes = 256 << 10

    /// Why an attempt came to nothing, and whether another way may work.
    private struct Unavailable: Error {
        var failure: GatewayFailure
    }

    /// Copies a shard.
    ///
    /// - Returns: the copy; nil when the service has no shard of the household.
    /// - Throws: ``GatewayFailure`` when it has one that cannot be copied.
    func copy(_ service: String, of household: String) async throws -> BackupManifest.Shard? {
        var last: GatewayFailure?
        for attempt in 0..<Self.attempts {
            if attempt > 0 { try await gateway.runtime.sleep(for: Self.pause) }
            if gateway.runningServices.contains(service) {
                do { return try await copyFromService(service, household) } catch let error as Unavailable {
                    last = error.failure
                }
            }
            guard plan.hasShard(of: service, household) else {
                guard last != nil || plan.expectsShard(of: service, household) else { return nil }
                // Another machine's, or a volume that is not mounted.
                throw last ?? missing(service, household)
            }
            do { return try await copyFromFile(service, household) } catch let error as ShardError {
                guard case .inUse = error else {
                    throw GatewayFailure("NOT_COPIED", "\(error)", status: .fatal)
                }
                if last == nil { last = GatewayFailure("NOT_COPIED", "\(error)", canRetry: true, status: .held) }
            }
        }
        throw last ?? missing(service, household)
    }

    private func missing(_ service: String, _ household: String) -> GatewayFailure {
        GatewayFailure(
            "SHARD_MISSING", "\(service) is stopped, and \(plan.shard(of: service, household)) is not here.",
            advice: "Start it, or mount its volume.", status: .unavailable)
    }

    // MARK: From the service

    private func copyFromService(_ service: String, _ household: String) async throws -> BackupManifest.Shard? {
        let client = RPCClient<Backup>(gateway.clients.channel(to: service))
        let path = Self.path(service, household)
        var header: ShardCopyHeader?
        var end: ShardCopyEnd?
        do {
            let source = try await tokens.source(of: household)
            for try await item in try await client.stream(Backup.CopyShard(), options: CallOptions(tokens: source)) {
                if let found = item.header {
                    guard header == nil, found.service == service, found.household == household else {
                        throw Self.broken(service)
                    }
                    header = found
                    try writer.begin(path)
                }
                if let data = item.data {
                    guard header != nil, end == nil else { throw Self.broken(service) }
                    try writer.append([UInt8](data))
                    progress(service, Int64(data.count))
                }
                if let found = item.end { end = found }
            }
        } catch let error as RPCError {
            try writer.discard()
            if error.code == .notFound { return nil }
            let failure = GatewayFailure(error, service: service, safety: .readOnly, see: nil)
            if [.unavailable, .cancelled, .deadlineExceeded].contains(error.code) {
                throw Unavailable(failure: failure)
            }
            throw failure
        } catch let failure as GatewayFailure where failure.status == .unavailable {
            // No token, as profiles is down, or no whole copy.
            try writer.discard()
            throw Unavailable(failure: failure)
        }
        guard let header, let end else {
            try writer.discard()
            throw Unavailable(failure: Self.broken(service))
        }
        let content = try writer.end()
        guard content.sha256 == end.sha256.hexadecimal, content.bytes == header.bytes else {
            throw GatewayFailure(
                "COPY_DAMAGED", "The copy of \(service)'s shard was changed on its way.", canRetry: true,
                status: .fatal)
        }
        return BackupManifest.Shard(
            service: service, household: household, identity: header.identity, schemaVersion: header.schemaVersion,
            outboxGeneration: Self.text(header.outbox.generation), outboxSequence: header.outbox.sequence,
            takenAt: header.takenAt, isFromService: true, content: content)
    }

    private static func broken(_ service: String) -> GatewayFailure {
        GatewayFailure("COPY_BROKEN", "\(service) did not send a whole copy.", canRetry: true, status: .unavailable)
    }

    // MARK: From the file

    private func copyFromFile(_ service: String, _ household: String) async throws -> BackupManifest.Shard {
        let copy: StoppedShardCopy
        do { copy = try await StoppedShardCopy(of: plan.shard(of: service, household)) } catch let error as RPCError {
            throw GatewayFailure(error, service: service, safety: .readOnly, see: nil)
        }
        defer { withExtendedLifetime(copy) {} }
        let description = try ShardCopy.describe(copy.path)
        try writer.begin(Self.path(service, household))
        guard let file = FileHandle(forReadingAtPath: copy.path) else { throw missing(service, household) }
        defer { try? file.close() }
        while let data = try file.read(upToCount: Self.stepBytes), !data.isEmpty {
            try writer.append([UInt8](data))
            progress(service, Int64(data.count))
        }
        return BackupManifest.Shard(
            service: service, household: household, identity: description.identity?.text,
            schemaVersion: description.schemaVersion, outboxGeneration: Self.text(description.outbox.generation),
            outboxSequence: description.outbox.sequence, takenAt: gateway.now, isFromService: false,
            content: try writer.end())
    }

    private static func path(_ service: String, _ household: String) -> String {
        "shards/\(household)/\(service).sqlite"
    }

    private static func text(_ generation: UInt64) -> String {
        let digits = String(generation, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
