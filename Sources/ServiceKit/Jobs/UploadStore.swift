internal import Foundation
package import HearthModel
package import Logging
package import RPC
internal import Synchronization

/// Receives uploaded files, and keeps each until its job has ended.
///
/// A file is stored beside the household's shard, as `<household>/<service>.uploads/<name>`, with a generated name. It
/// is durable before a job owns it, and removed when its upload fails, when its job ends, or at the next
/// ``sweep(_:referenced:)``.
package final class UploadStore: Sendable {
    /// The upload limits.
    package let limits: UploadLimits

    private struct State {
        /// The bytes reserved for each household's files, by file name.
        var files: [String: [String: Int64]] = [:]
        /// Files not owned by a job yet, by household.
        var incoming: [String: Set<String>] = [:]
        /// Uploads in progress, by household and caller.
        var callers: [String: [String: Int]] = [:]
    }

    private let shards: ShardDirectory
    private let runtime: any Runtime
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates a store for a service's uploads.
    package init(
        shards: ShardDirectory, runtime: any Runtime, logger: Logger, limits: UploadLimits = UploadLimits()
    ) {
        (self.shards, self.runtime, self.logger, self.limits) = (shards, runtime, logger, limits)
    }

    /// The path of a file.
    package func path(of name: String, household: String) -> String { "\(directory(household))/\(name)" }

    private func directory(_ household: String) -> String { shards.uploads(of: household) }

    // MARK: Receiving

    /// Receives a whole file. The file is kept until ``settle(_:household:isKept:)`` decides its fate.
    ///
    /// - Parameter caller: the uploading caller: each may have ``UploadLimits/uploadsPerCaller`` uploads at a time.
    /// - Throws: `RPCError`, after removing the file: RESOURCE_EXHAUSTED when a size or concurrency limit is exceeded,
    ///   and on a full disk; DEADLINE_EXCEEDED for a transfer that is too slow; INVALID_ARGUMENT for a truncated file.
    package func receive<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, _ offer: UploadDeclaration, household: String, caller: String
    ) async throws -> Upload where Pieces.Element == UploadPiece {
        guard offer.declaredBytes ?? 0 >= 0 else { throw Self.invalid("bytes", "must be 0 or more.") }
        if let declared = offer.declaredBytes, declared > offer.maximumBytes { throw Self.tooLarge(offer, declared) }
        // Checks that the household exists, and creates a directory for it.
        _ = try await shards.shard(for: household)
        try await load(household)
        let name = try begin(offer, household, caller)
        defer { end(household, caller) }
        do {
            return try await withThrowingTaskGroup(of: Upload?.self) { group in
                defer { group.cancelAll() }
                let received = Atomic64()
                group.addTask { try await self.write(pieces, to: name, offer, household, received) }
                group.addTask {
                    try await self.watch(received)
                    return nil
                }
                guard let upload = try await group.next() ?? nil else { throw CancellationError() }
                return upload
            }
        } catch {
            await settle(name, household: household, isKept: false)
            throw error
        }
    }

    private func write<Pieces: AsyncSequence>(
        _ pieces: Pieces, to name: String, _ offer: UploadDeclaration, _ household: String, _ received: Atomic64
    ) async throws -> Upload where Pieces.Element == UploadPiece {
        let path = path(of: name, household: household)
        let file = try await blocking { () throws(UploadFile.Failure) in try UploadFile(creating: path) }
        defer { file.close() }
        var digest = UploadDigest()
        var bytes: Int64 = 0
        for try await piece in pieces {
            guard piece.data.count <= UploadPiece.maximumBytes else {
                throw Self.invalid("data", "must have at most \(UploadPiece.maximumBytes) bytes a piece.")
            }
            bytes += Int64(piece.data.count)
            guard bytes <= offer.maximumBytes else { throw Self.tooLarge(offer, nil) }
            if let declared = offer.declaredBytes, bytes > declared {
                throw Self.invalid("bytes", "is \(declared), and more bytes came. Nothing was imported.")
            }
            try reserve(bytes, for: name, household)
            received.set(bytes)
            digest.add(piece.data)
            try await blocking { () throws(UploadFile.Failure) in try file.write(piece.data) }
        }
        if let declared = offer.declaredBytes, bytes < declared {
            throw Self.invalid("bytes", "is \(declared), and \(bytes) came. Nothing was imported.")
        }
        // A sequence may end early when its reader is cancelled, as if it were complete.
        try Task.checkCancellation()
        try await blocking { () throws(UploadFile.Failure) in try file.sync() }
        return Upload(name: name, bytes: bytes, digest: digest.value)
    }

    /// Ends an upload that is too slow.
    private func watch(_ received: Atomic64) async throws {
        var pace = TransferRateMonitor(limits.pace, at: runtime.now)
        while true {
            try await runtime.sleep(for: limits.rateCheckInterval)
            guard let problem = pace.look(total: received.value, at: runtime.now) else { continue }
            let reason =
                switch problem {
                case .silent: "nothing came for \(limits.pace.silence.components.seconds) seconds"
                case .slow: "less than \(limits.pace.bytesPerSecond) bytes a second came"
                case .late: "it took more than \(limits.pace.time.components.seconds / 60) minutes"
                }
            throw RPCError(
                .deadlineExceeded, "The upload was ended: \(reason). Nothing was imported.", executed: .no)
        }
    }

    /// Runs blocking disk work, and translates its errors for callers.
    private func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws(UploadFile.Failure) -> Value
    ) async throws(RPCError) -> Value {
        do {
            return try await Blocking.run(shards.face, body)
        } catch {
            if error.isFull { throw .diskFull(shards.service) }
            if error.isExhausted {
                throw RPCError(
                    .resourceExhausted, "\(shards.service) has too many files and connections open. Try again later.",
                    executed: .no, retryAfter: .seconds(1))
            }
            logger.error("An upload could not be saved.", metadata: ["errno": "\(error.number)"])
            throw .storeBug(shards.service)
        }
    }

    private static func tooLarge(_ offer: UploadDeclaration, _ bytes: Int64?) -> RPCError {
        let size = bytes.map { "\($0)" } ?? "more than \(offer.maximumBytes)"
        return RPCError(
            .resourceExhausted,
            "The file has \(size) bytes, and a \(offer.noun) may have \(offer.maximumBytes). Nothing was imported.",
            executed: .no)
    }
}

// MARK: - Stored files

extension UploadStore {
    /// Decides the fate of a received file: it is kept, because a job owns it, or removed.
    package func settle(_ name: String, household: String, isKept: Bool) async {
        if !isKept { await remove(name, household: household) }
        state.withLock { _ = $0.incoming[household]?.remove(name) }
    }

    /// Removes a file, if it exists.
    package func remove(_ name: String, household: String) async {
        let path = path(of: name, household: household)
        await Blocking.run(shards.face) { _ = unlink(path) }
        state.withLock { $0.files[household]?[name] = nil }
    }

    /// Removes the files of a household that no job owns: those of uploads interrupted by a kill, and of removed jobs.
    ///
    /// - Parameter referenced: reads the names owned by jobs. It runs after the directory was listed, so that no job's
    ///   file is mistaken for a leftover.
    package func sweep(_ household: String, referenced: () async throws -> Set<String>) async throws {
        let directory = directory(household)
        let incoming = state.withLock { $0.incoming[household] ?? [] }
        let found = await Blocking.run(shards.face) { Self.files(in: directory) }
        let candidates = Set(found.keys).subtracting(incoming)
        guard !candidates.isEmpty else { return }
        for name in candidates.subtracting(try await referenced()).sorted() {
            await remove(name, household: household)
        }
    }

    /// The bytes reserved for a household's files.
    package func usedBytes(_ household: String) -> Int64 {
        state.withLock { $0.files[household]?.values.reduce(0, +) ?? 0 }
    }

    /// Counts the files of an earlier run, once.
    private func load(_ household: String) async throws {
        guard state.withLock({ $0.files[household] == nil }) else { return }
        let directory = directory(household)
        let found = try await Blocking.run(shards.face) {
            try Files.makePrivate(directory)
            return Self.files(in: directory)
        }
        state.withLock { state in if state.files[household] == nil { state.files[household] = found } }
    }

    private static func files(in directory: String) -> [String: Int64] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, Int64(Files.bytes("\(directory)/\($0)"))) })
    }

    // MARK: Reservations

    /// Reserves a place for an upload, and generates the file's name.
    private func begin(_ offer: UploadDeclaration, _ household: String, _ caller: String) throws -> String {
        let name = String(runtime.random(), radix: 36)
        return try state.withLock { state in
            let callers = state.callers[household] ?? [:]
            if callers[caller] ?? 0 >= limits.uploadsPerCaller {
                throw Self.busy("You send \(limits.uploadsPerCaller) files already.")
            }
            if callers.values.reduce(0, +) >= limits.uploadsPerHousehold {
                throw Self.busy("The household sends \(limits.uploadsPerHousehold) files already.")
            }
            try Self.reserve(offer.declaredBytes ?? 0, for: name, household, limits, &state)
            state.callers[household, default: [:]][caller, default: 0] += 1
            state.incoming[household, default: []].insert(name)
            return name
        }
    }

    private func end(_ household: String, _ caller: String) {
        state.withLock { state in
            let left = (state.callers[household]?[caller] ?? 1) - 1
            state.callers[household]?[caller] = left > 0 ? left : nil
        }
    }

    private func reserve(_ bytes: Int64, for name: String, _ household: String) throws {
        try state.withLock { try Self.reserve(bytes, for: name, household, limits, &$0) }
    }

    /// Reserves at least this many bytes for a file.
    private static func reserve(
        _ bytes: Int64, for name: String, _ household: String, _ limits: UploadLimits, _ state: inout State
    ) throws {
        let files = state.files[household] ?? [:]
        let (known, others) = (files[name] ?? 0, files.reduce(0) { $1.key == name ? $0 : $0 + $1.value })
        guard others + bytes <= limits.householdBytes else {
            throw busy("Files that wait to be imported take up \(others) of \(limits.householdBytes) bytes.")
        }
        state.files[household, default: [:]][name] = max(known, bytes)
    }

    /// Rejects the caller's declaration of the file; nothing was imported.
    private static func invalid(_ field: String, _ problem: String) -> RPCError {
        var error = RPCError.invalidArgument(field, problem)
        error.executed = .no
        return error
    }

    private static func busy(_ reason: String) -> RPCError {
        RPCError(
            .resourceExhausted, "\(reason) Try again when one has ended. Nothing was imported.", executed: .no,
            retryAfter: .seconds(10))
    }
}

/// A number that one task writes and another reads.
private final class Atomic64: Sendable {
    private let number = Atomic<Int64>(0)

    var value: Int64 { number.load(ordering: .relaxed) }

    func set(_ value: Int64) { number.store(value, ordering: .relaxed) }
}
