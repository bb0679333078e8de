internal import DownloadsAPI
internal import HTTPFetch
internal import RPC
internal import ServiceKit

/// Fetches a stream, segment by segment, and writes what a player opens.
// Unchecked: owned by one task, which uses it from one step to the next.
final class StreamFetch: @unchecked Sendable {
    private let job: FetchJob
    private let source: MediaSource
    private let located: LocatedPlan
    /// Keys that were fetched, by their addresses.
    private var keys: [FetchURL: [UInt8]] = [:]

    init(job: FetchJob, source: MediaSource, located: LocatedPlan) {
        (self.job, self.source, self.located) = (job, source, located)
    }

    func run() async throws {
        let plan = located.plan
        let there = try await settle()
        var seconds = plan.pieces.filter { there[$0.name] != nil }.reduce(0) { $0 + $1.duration }
        let allSeconds = plan.tracks.reduce(0) { $0 + $1.duration }
        if there.isEmpty, let bytes = plan.expectedBytes { try await job.expect(bytes) }
        for (track, base) in zip(plan.tracks, located.bases) {
            for piece in track.pieces where there[piece.name] == nil {
                try Task.checkCancellation()
                let bytes = try await fetch(piece, from: base)
                try await job.keep(piece.name, bytes: bytes)
                job.show(job.record.bytes)
                seconds += piece.duration
                if seconds > 0 {
                    // As much a second as until now, for what is left.
                    try await job.expect(Int64(Double(job.record.bytes) * max(1, allSeconds / seconds)))
                }
            }
        }
        try await writePlaylists()
        try await job.complete()
    }

    /// Finds out which pieces are in their places, in a folder that may be of another plan.
    private func settle() async throws -> [String: Int64] {
        let signature = Int64(bitPattern: located.plan.signature)
        let (disk, id, names) = (job.store.disk(of: job.household), job.record.id, Set(located.plan.pieces.map(\.name)))
        if let known = job.record.signature, known != signature {
            try await Blocking.run(.queued) {
                try disk.remove(id)
                try disk.stage(id)
            }
        }
        // What is under its own name was durable before it was called so.
        let sizes = await Blocking.run(.queued) { DownloadDisk.sizes(in: disk.stagedFolder(of: id)) }
        let (file, household) = (job.record.row, job.household)
        let known = try await job.store.read(household) { try PieceTable.all(of: file, $0) }
        let there = sizes.filter { names.contains($0.key) && known[$0.key] ?? $0.value == $0.value }
        try await job.settle(signature, pieces: there)
        return there
    }

    // MARK: A piece

    private func fetch(_ piece: HLSPiece, from base: FetchURL) async throws -> Int64 {
        var decryptor = try await decryptor(for: piece, base)
        var request = source.request(for: try base.resolving(piece.uri))
        let limit = DownloadsLimits.segmentBytes
        (request.limits.transferBytes, request.limits.bodyBytes) = (limit, limit)
        if let range = piece.range, let offset = range.offset {
            let (last, overflow) = offset.addingReportingOverflow(range.length - 1)
            guard !overflow else { throw HLSError.malformed("a part of a segment ends nowhere") }
            request.range = ByteRange(from: offset, through: last)
        }
        let (path, now) = (job.path(piece.name), job.store.runtime.wallTime)
        let file = try await Blocking.run(.queued) { () throws(DiskError) in try StagedFile(path) }
        try await job.fetcher.stream(request) { head, url, body in
            try head.checkSuccess(from: url, at: now)
            var cutter = try PieceCutter(piece.range, head)
            for try await bytes in body {
                let part = cutter.cut(bytes)
                try await write(try decryptor?.take(part) ?? part, to: file)
                if cutter.isDone { break }
            }
            guard cutter.isComplete else {
                throw FetchJob.Interrupted(message: "A segment ended before it was complete.")
            }
        }
        if let rest = try decryptor?.finish() { try await write(rest, to: file) }
        try await Blocking.run(.queued) { () throws(DiskError) in try file.publish() }
        return file.bytes
    }

    private func write(_ bytes: [UInt8], to file: StagedFile) async throws {
        guard !bytes.isEmpty else { return }
        try await job.makeRoom(job.record.bytes + file.bytes + Int64(bytes.count))
        try await Blocking.run(.queued) { () throws(DiskError) in try file.append(bytes) }
        job.show(job.record.bytes + file.bytes)
    }

    private func decryptor(for piece: HLSPiece, _ base: FetchURL) async throws -> SegmentDecryptor? {
        guard let uri = piece.key?.uri else { return nil }
        let url = try base.resolving(uri)
        if let key = keys[url] { return try SegmentDecryptor(key: key, vector: piece.vector) }
        var request = source.request(for: url)
        // A longer one is a web page.
        (request.limits.transferBytes, request.limits.bodyBytes) = (DownloadsLimits.keyBytes, DownloadsLimits.keyBytes)
        let key = try await job.fetcher.fetch(request).successful().body
        keys[url] = key
        return try SegmentDecryptor(key: key, vector: piece.vector)
    }

    private func writePlaylists() async throws {
        for (name, text) in LocalPlaylist.files(of: located.plan) {
            let path = job.path(name)
            try await job.makeRoom(job.record.bytes + Int64(text.utf8.count))
            let bytes = try await Blocking.run(.queued) { () throws(DiskError) in
                try StagedFile.write(text, to: path)
            }
            try await job.keep(name, bytes: bytes)
        }
    }
}

/// Cuts the part that was asked for out of what comes: a server that knows no parts sends everything.
private struct PieceCutter {
    private var skipped: Int
    private var left: Int?

    init(_ range: HLSByteRange?, _ head: FetchHead) throws {
        (skipped, left) = (0, range?.length)
        guard let range, let offset = range.offset else { return }
        if head.status == 206 {
            guard head.contentRange?.first == offset else {
                throw FetchJob.Interrupted(message: "The server sent another part of a segment than was asked for.")
            }
        } else {
            skipped = offset
        }
    }

    mutating func cut(_ bytes: [UInt8]) -> [UInt8] {
        let dropped = min(skipped, bytes.count)
        skipped -= dropped
        let rest = bytes.dropFirst(dropped)
        guard let wanted = left else { return Array(rest) }
        let part = rest.prefix(wanted)
        left = wanted - part.count
        return Array(part)
    }

    /// Nothing more is wanted.
    var isDone: Bool { left == 0 }

    /// All that was wanted has come.
    var isComplete: Bool { (left ?? 0) == 0 }
}
