internal import Access
internal import Cryptography
internal import Foundation
internal import HearthModel
internal import Logging
internal import RPC
internal import Synchronization

/// Makes a copy of a household's shard and streams it to its caller, one at a time.
///
/// The copy is a temporary file beside the shard. It loses its name before the first byte is sent: whatever happens then, the
/// system frees it with the last descriptor. One that a kill left unfinished is removed when the shard is opened again,
/// and before the next copy.
struct ShardCopySender: Sendable {
    private let shards: ShardDirectory
    private let logger: Logger
    private let pace: TransferRateMonitor.Limits
    private let slot = CopySlot()

    /// Bytes that stay free on the disk beside a copy.
    private static let spareBytes: Int64 = 16 << 20
    /// The interval at which the rate of a caller is checked.
    private static let rateCheckInterval = Duration.seconds(5)

    init(shards: ShardDirectory, logger: Logger, pace: TransferRateMonitor.Limits = TransferRateMonitor.Limits()) {
        (self.shards, self.logger, self.pace) = (shards, logger, pace)
    }

    var handlers: RPCHandlers<Backup> {
        var handlers = RPCHandlers<Backup>()
        handlers.on(Backup.CopyShard.self) { _, writer, call in
            try await send(to: writer, household: call.viewer.household)
        }
        return handlers
    }

    private func send(to writer: RPCWriter<ShardCopyItem>, household: String) async throws {
        guard shards.knows(household) else {
            throw RPCError(.notFound, "\(shards.service) has no shard of the household.", executed: .no)
        }
        guard slot.take() else {
            throw RPCError(
                .resourceExhausted, "\(shards.service) makes a copy of a shard already. Try again when it has ended.",
                executed: .no, retryAfter: .seconds(5))
        }
        defer { slot.leave() }
        let (copy, header) = try await make(household)
        try await send(copy, header, to: writer)
        logger.info(
            "A copy of a shard was sent.",
            metadata: ["household": "\(household)", "bytes": "\(header.bytes)"])
    }

    // MARK: Making a copy

    private func make(_ household: String) async throws -> (SentCopy, ShardCopyHeader) {
        let shard = try await shards.shard(for: household)
        let path = shards.copyPath(of: household)
        await Blocking.run(shards.face) { [shards] in shards.removeCopy(of: household) }
        try checkRoom(for: shard)
        shards.options.failPoints.reach(.copyBegun)
        try await shard.backup(to: path)
        return try await Blocking.run(shards.face) { [shards] in
            // The open file is all that is needed from here on.
            defer { shards.removeCopy(of: household) }
            shards.options.failPoints.reach(.copyMade)
            let copy = try ShardCopy.describe(path)
            let file: StoredFile
            do { file = try StoredFile(path: path) } catch { throw RPCError.storeBug(shards.service) }
            let header = ShardCopyHeader(
                service: shards.service, household: household, identity: copy.identity?.text,
                schemaVersion: copy.schemaVersion, bytes: file.size, outbox: copy.outbox,
                takenAt: Date(timeIntervalSince1970: shards.runtime.wallTime.secondsSince1970))
            return (SentCopy(file: file), header)
        }
    }

    /// Rejects a copy that the disk has no room for, before a byte of it is written.
    private func checkRoom(for shard: Shard) throws(RPCError) {
        let stats = shard.stats
        let needed = Int64(stats.databaseBytes + stats.logBytes) + Self.spareBytes
        let path = (shard.path as NSString).deletingLastPathComponent
        guard let free = DiskSpace.freeBytes(below: path), free < needed else { return }
        throw RPCError(
            .resourceExhausted,
            "A copy of \(shards.service)'s shard needs \(needed) bytes beside it, and \(free) are free. Free some space, then "
                + "try again.",
            executed: .no)
    }

    // MARK: Sending it

    private func send(
        _ copy: SentCopy, _ header: ShardCopyHeader, to writer: RPCWriter<ShardCopyItem>
    ) async throws {
        let sent = SentBytes()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask { [self] in
                try await writer.write(ShardCopyItem(header: header))
                while let data = try await Blocking.run(shards.face, { try copy.next() }) {
                    shards.options.failPoints.reach(.copySending)
                    try await writer.write(ShardCopyItem(data: data))
                    sent.add(data.count)
                }
                let digest = try await Blocking.run(shards.face) { try copy.digest() }
                try await writer.write(ShardCopyItem(end: ShardCopyEnd(sha256: digest)))
                return true
            }
            group.addTask { [self] in
                try await watch(sent)
                return false
            }
            _ = try await group.next()
        }
    }

    /// Ends the stream of a caller that reads too slowly: no other caller gets a copy meanwhile.
    private func watch(_ sent: SentBytes) async throws {
        var monitor = TransferRateMonitor(pace, at: shards.runtime.now)
        while true {
            try await shards.runtime.sleep(for: Self.rateCheckInterval)
            guard monitor.look(total: sent.count, at: shards.runtime.now) != nil else { continue }
            throw RPCError(
                .deadlineExceeded, "The copy was read too slowly, and was ended. It is not whole.", executed: .no)
        }
    }
}

/// Whether a copy is being made or read.
private final class CopySlot: Sendable {
    private let isTaken = Atomic<Bool>(false)

    func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
    func leave() { isTaken.store(false, ordering: .relaxed) }
}

private final class SentBytes: Sendable {
    private let number = Atomic<Int64>(0)

    var count: Int64 { number.load(ordering: .relaxed) }
    func add(_ bytes: Int) { number.add(Int64(bytes), ordering: .relaxed) }
}

/// An open copy, read once from its beginning to its end, with its digest.
private final class SentCopy: Sendable {
    private struct State {
        var file: StoredFile
        var hasher: SHA256Hasher?
    }

    private let state: Mutex<State>

    init(file: sending StoredFile) { state = Mutex(State(file: file, hasher: nil)) }

    /// The next bytes; nil at the end.
    func next() throws -> Data? {
        try state.withLock { state in
            let hasher = try state.hasher ?? SHA256Hasher()
            state.hasher = hasher
            var bytes = [UInt8](repeating: 0, count: ShardCopyItem.maximumBytes)
            let count = try bytes.withUnsafeMutableBytes { try state.file.read(into: $0) }
            guard count > 0 else { return nil }
            bytes.removeLast(bytes.count - count)
            try hasher.add(bytes)
            return Data(bytes)
        }
    }

    func digest() throws -> Data {
        try state.withLock { state in Data(try (state.hasher ?? SHA256Hasher()).finish()) }
    }
}

extension ShardDirectory {
    /// The temporary file of a copy of a household's shard.
    func copyPath(of household: String) -> String { path(of: household) + ".copy" }

    /// Removes a copy that was not removed, such as one that a kill left unfinished. The caller owns the shard.
    func removeCopy(of household: String) {
        for suffix in ["", ".partial", ".partial-wal", ".partial-shm", ".partial-journal"] {
            unlink(copyPath(of: household) + suffix)
        }
    }
}
