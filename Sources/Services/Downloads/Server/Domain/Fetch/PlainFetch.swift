internal import DownloadsAPI
internal import HTTPFetch
internal import RPC
internal import ServiceKit

/// Fetches a plain file, resuming an earlier attempt.
struct PlainFetch {
    let job: FetchJob
    let source: MediaSource

    func run() async throws {
        if let main = job.record.main, try await isThere(main) { return try await job.complete() }
        var request = source.mediaRequest(bytes: DownloadsLimits.fileBytes)
        var kept: StagedFile?
        if let main = job.record.main, job.record.bytes > 0 {
            let (disk, path, bytes) = (job.disk, job.path(main), job.record.bytes)
            let file = try await job.store.blocking { try disk.open(path, keeping: bytes) }
            // Nothing is left to fetch: the previous attempt died just before the end.
            if file.bytes == job.record.total { return try await finish(file) }
            // Without a validator the rest cannot be matched to the same file.
            if file.bytes > 0, let validator = job.record.strongValidator {
                request.range = ByteRange(from: Int(file.bytes))
                request.validators.ifRange = validator
                kept = file
            }
        }
        let now = job.store.runtime.wallTime
        try await job.fetcher.stream(request) { head, url, body in
            // The range begins past the end: the file here is complete, or another version.
            if head.status == 416, let kept {
                guard kept.bytes == job.record.total else { throw FetchJob.RestartRequired() }
                return try await finish(kept)
            }
            try head.checkSuccess(from: url, at: now)
            let coding = try ContentCoding(head)
            if coding != .none, head.status == 206 {
                // A range of compressed bytes does not continue the decoded file: the whole is requested.
                guard kept == nil else { throw FetchJob.RestartRequired() }
                throw ContentCoding.refusal("in parts")
            }
            let file = try await file(going: kept, head, url, coding)
            try await take(MediaBody(body, coding, limitBytes: DownloadsLimits.fileBytes), head, into: file)
        }
    }

    /// Whether the file has its final name: a killed attempt had completed it.
    private func isThere(_ name: String) async throws -> Bool {
        let folder = job.disk.stagedFolder(of: job.record.id)
        let size = await job.store.blocking { DownloadDisk.sizes(in: folder)[name] }
        guard let size, size == job.record.total else { return false }
        try await job.keep(name, bytes: size)
        return true
    }

    /// The file that the response continues: the previous one, or a new one.
    private func file(
        going kept: StagedFile?, _ head: FetchHead, _ url: FetchURL, _ coding: ContentCoding
    ) async throws -> StagedFile {
        let range = head.contentRange
        if let kept, head.status == 206 {
            guard job.record.isSame(as: head), range?.first == Int(kept.bytes),
                range?.total.map({ Int64($0) == job.record.total ?? Int64($0) }) ?? true
            else { throw FetchJob.RestartRequired() }
            if job.record.total == nil, let total = range?.total { try await job.announce(Int64(total)) }
            return kept
        }
        // 200: the whole file, whatever range was requested.
        guard head.status != 206 || range?.first == 0 else { throw FetchJob.RestartRequired() }
        let name = "media.\(MediaKind.fileExtension(of: source.url, head: head))"
        // A compressed body cannot be resumed: the server counts compressed bytes, and its validators are of those. Nor
        // is the announced length that of the decoded body.
        let isPacked = coding != .none
        try await job.begin(main: name, etag: isPacked ? nil : head.etag, modified: isPacked ? nil : head.lastModified)
        // The content length of a range is not that of the whole.
        if !isPacked, let length = head.status == 206 ? range?.total : head.contentLength {
            try await job.announce(Int64(length))
        }
        let (disk, path) = (job.disk, job.path(name))
        return try await job.store.blocking { try disk.open(path) }
    }

    private func take(_ body: MediaBody, _ head: FetchHead, into file: StagedFile) async throws {
        do {
            try await write(body, head, to: file)
        } catch {
            // The next attempt resumes behind all written bytes, not only behind the last mark.
            if !Task.isCancelled, file.bytes > job.record.bytes { try? await mark(file) }
            throw error
        }
        try await finish(file)
    }

    private func write(_ body: MediaBody, _ head: FetchHead, to file: StagedFile) async throws {
        var (isFirst, body) = (file.bytes == 0, body)
        while let piece = try await body.next() {
            if isFirst { try MediaKind(head: head, beginning: piece).checkPlain() }
            isFirst = false
            try await job.makeRoom(file.bytes + Int64(piece.count))
            try await job.store.blocking { try file.append(piece) }
            job.show(file.bytes)
            if file.bytes - job.record.bytes >= DownloadsLimits.syncBytes { try await mark(file) }
        }
        guard file.bytes > 0 else {
            throw FetchJob.Interrupted(code: .damaged, message: "The server sent nothing. Retry the download later.")
        }
        if let total = job.record.total, total != file.bytes {
            throw FetchJob.Interrupted(message: "The server sent \(file.bytes) bytes and had announced \(total).")
        }
    }

    /// Makes a file's bytes durable, and records their number and whether they are all.
    private func mark(_ file: StagedFile, isAll: Bool = false) async throws {
        try await job.store.blocking { try file.sync() }
        try await job.keep(file.bytes, isAll: isAll)
    }

    private func finish(_ file: StagedFile) async throws {
        guard let main = job.record.main else { return }
        // Before the rename: an attempt that finds the file has to know that it is complete.
        try await mark(file, isAll: true)
        try await job.store.blocking { try file.publish() }
        try await job.keep(main, bytes: file.bytes)
        try await job.complete()
    }
}

extension FileRecord {
    /// The strong validator for `If-Range`: it changes with every byte (RFC 9110, 13.1.5).
    fileprivate var strongValidator: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return modified
    }

    /// Whether a response is of this file, as far as both say. Some servers send a range whatever `If-Range` says.
    fileprivate func isSame(as head: FetchHead) -> Bool {
        [(etag, head.etag), (modified, head.lastModified)].allSatisfy { known, received in
            known == nil || received == nil || known == received
        }
    }
}
