internal import DownloadsAPI
internal import HTTPFetch
internal import RPC
internal import ServiceKit

/// Fetches a stream, segment by segment, and writes the local playlist.
// Unchecked: owned by one task, which uses it from one step to the next.
final class StreamFetch: @unchecked Sendable {
    private let job: FetchJob
    private let source: MediaSource
    private let located: LocatedPlan
    /// Fetched keys, by address.
    private var keys: [FetchURL: [UInt8]] = [:]

    /// The seconds of the stream on the disk.
    private var seconds = 0.0

    init(job: FetchJob, source: MediaSource, located: LocatedPlan) {
        (self.job, self.source, self.located) = (job, source, located)
    }

    func run() async throws {
        let plan = located.plan
        let there = try await settle()
        seconds = plan.pieces.filter { there[$0.name] != nil }.reduce(0) { $0 + $1.duration }
        if there.isEmpty, let bytes = plan.expectedBytes { try await job.expect(bytes) }
        for (track, base) in zip(plan.tracks, located.bases) {
            var missing = track.fetched.filter { there[$0.name] == nil }[...]
            while !missing.isEmpty {
                try Task.checkCancellation()
                missing = missing.dropFirst(try await fetch(missing, from: base))
            }
        }
        try await writePlaylists()
        try await job.complete()
    }

    /// Finds the complete pieces, in a folder that may be of another plan.
    private func settle() async throws -> [String: Int64] {
        let signature = Int64(bitPattern: located.plan.signature)
        let (disk, id, names) = (job.disk, job.record.id, Set(located.plan.pieces.map(\.name)))
        if let known = job.record.signature, known != signature {
            try await clear()
        }
        // A file with its final name was durable before the rename.
        let sizes = await job.store.blocking { DownloadDisk.sizes(in: disk.stagedFolder(of: id)) }
        let (file, household) = (job.record.row, job.household)
        let known = try await job.store.read(household) { try PieceTable.all(of: file, $0) }
        let there = sizes.filter { names.contains($0.key) && known[$0.key] ?? $0.value == $0.value }
        do {
            // Pieces completed just before a crash may not be in the record, and their reservation has been released
            // since.
            try await job.makeRoom(there.values.reduce(0, +))
        } catch let error as DownloadsError {
            try await clear()
            throw error
        }
        try await job.settle(signature, pieces: there, gaps: located.plan.gaps)
        return there
    }

    /// Deletes the stream's files.
    private func clear() async throws {
        let (disk, id) = (job.disk, job.record.id)
        try await job.store.blocking {
            try disk.remove(id)
            try disk.stage(id)
        }
    }

    // MARK: Pieces

    /// Fetches the first of some pieces, and the following ones that the response contains as well, where a server
    /// without range support sends the whole resource.
    ///
    /// - Returns: how many were fetched.
    private func fetch(_ pieces: ArraySlice<HLSPiece>, from base: FetchURL) async throws -> Int {
        guard let first = pieces.first else { return 0 }
        let limit = first.range == nil ? DownloadsLimits.segmentBytes : HLSLimits.resourceBytes
        var request = source.mediaRequest(for: try base.resolving(first.uri), bytes: limit)
        if let range = first.range, let offset = range.offset {
            request.range = ByteRange(from: offset, through: offset + range.length - 1)
        }
        let now = job.store.runtime.wallTime
        return try await job.fetcher.stream(request) { head, url, body in
            try head.checkSuccess(from: url, at: now)
            var (reader, count) = (try RangeReader(body, head, requested: first.range, limitBytes: limit), 0)
            for piece in pieces {
                guard count == 0 || piece.uri == first.uri && reader.reaches(piece.range) else { break }
                try await take(piece, base, from: &reader)
                count += 1
            }
            return count
        }
    }

    private func take(_ piece: HLSPiece, _ base: FetchURL, from reader: inout RangeReader) async throws {
        let decryptor = try await decryptor(for: piece, base)
        let (disk, path) = (job.disk, job.path(piece.name))
        let file = try await job.store.blocking { try disk.open(path) }
        var isFirst = true
        while let bytes = try await reader.next(of: piece.range) {
            // Encrypted bytes may look like anything; the decrypted ones are checked when written.
            guard !isFirst || [.media, .archive].contains(MediaKind(beginning: bytes)) else {
                throw FetchJob.Interrupted(code: .damaged, message: "A web page came instead of a segment.")
            }
            isFirst = false
            try await write(try decryptor?.take(bytes) ?? bytes, to: file)
        }
        guard reader.hasRead(piece.range) else {
            throw FetchJob.Interrupted(message: "A segment ended before it was complete.")
        }
        if let rest = try decryptor?.finish() { try await write(rest, to: file) }
        guard file.bytes > 0 else { throw FetchJob.Interrupted(code: .damaged, message: "A segment has no bytes.") }
        try await job.store.blocking { try file.publish() }
        try await keep(piece, file.bytes)
    }

    private func keep(_ piece: HLSPiece, _ bytes: Int64) async throws {
        try await job.keep(piece.name, bytes: bytes)
        job.show(job.record.bytes)
        seconds += piece.duration
        guard seconds > 0 else { return }
        // Estimates the rest at the bytes per second so far.
        let all = located.plan.tracks.reduce(0) { $0 + $1.duration }
        try await job.expect(Int64(estimate: Double(job.record.bytes) * max(1, all / seconds)))
    }

    private func write(_ bytes: [UInt8], to file: StagedFile) async throws {
        guard !bytes.isEmpty else { return }
        if file.bytes == 0, GzipDecoder.isBeginning(bytes) {
            throw FetchJob.Interrupted(code: .damaged, message: "A gzip archive came instead of a segment.")
        }
        try await job.makeRoom(job.record.bytes + file.bytes + Int64(bytes.count))
        try await job.store.blocking { try file.append(bytes) }
        job.show(job.record.bytes + file.bytes)
    }

    private func decryptor(for piece: HLSPiece, _ base: FetchURL) async throws -> SegmentDecryptor? {
        guard let uri = piece.key?.uri else { return nil }
        let url = try base.resolving(uri)
        if let key = keys[url] { return try SegmentDecryptor(key: key, vector: piece.vector) }
        var request = source.request(for: url)
        // A longer response is a web page.
        request.limits.transferBytes = DownloadsLimits.encodedKeyBytes
        request.limits.bodyBytes = DownloadsLimits.encodedKeyBytes
        let key = try await job.fetcher.small(
            request, limitBytes: DownloadsLimits.keyBytes, at: job.store.runtime.wallTime,
            isRaw: { $0 <= DownloadsLimits.keyBytes }
        ).bytes
        keys[url] = key
        return try SegmentDecryptor(key: key, vector: piece.vector)
    }

    private func writePlaylists() async throws {
        for (name, text) in LocalPlaylist.files(of: located.plan) {
            let (disk, path) = (job.disk, job.path(name))
            try await job.makeRoom(job.record.bytes + Int64(text.utf8.count))
            let bytes = try await job.store.blocking { try disk.write(text, to: path) }
            try await job.keep(name, bytes: bytes)
        }
    }
}
