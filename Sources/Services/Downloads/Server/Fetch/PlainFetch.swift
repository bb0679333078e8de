internal import DownloadsAPI
internal import HTTPFetch
internal import RPC
internal import ServiceKit

/// Fetches a plain file, from where an earlier try has got to.
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
            // Nothing is left to ask for: the try before died just before the end.
            if file.bytes == job.record.total { return try await finish(file) }
            // Without a validator the rest cannot be matched to the same file.
            if file.bytes > 0, let validator = job.record.strongValidator {
                request.range = ByteRange(from: Int(file.bytes))
                if !job.store.runtime.hasDefect(.mixesVersions) { request.validators.ifRange = validator }
                kept = file
            }
        }
        let now = job.store.runtime.wallTime
        try await job.fetcher.stream(request) { head, url, body in
            // Asked for what lies behind the end: what is here is whole, or of another file.
            if head.status == 416, let kept {
                guard kept.bytes == job.record.total else { throw FetchJob.RestartRequired() }
                return try await finish(kept)
            }
            try head.checkSuccess(from: url, at: now)
            let coding = try ContentCoding(head)
            if coding != .none, head.status == 206 {
                // A part of what is packed is no part of what is here: all of it is asked for.
                guard kept == nil else { throw FetchJob.RestartRequired() }
                throw ContentCoding.refusal("in parts")
            }
            let file = try await file(going: kept, head, url, coding)
            try await take(MediaBody(body, coding, limitBytes: DownloadsLimits.fileBytes), head, into: file)
        }
    }

    /// Whether the file is in its place: a try that was killed had come to its end.
    private func isThere(_ name: String) async throws -> Bool {
        let folder = job.disk.stagedFolder(of: job.record.id)
        let size = await job.store.blocking { DownloadDisk.sizes(in: folder)[name] }
        guard let size, size == job.record.total else { return false }
        try await job.keep(name, bytes: size)
        return true
    }

    /// The file that the answer goes on with: the one from before, or a new one.
    private func file(
        going kept: StagedFile?, _ head: FetchHead, _ url: FetchURL, _ coding: ContentCoding
    ) async throws -> StagedFile {
        let range = head.contentRange
        if let kept, head.status == 206 {
            let mixes = job.store.runtime.hasDefect(.mixesVersions)
            guard mixes || job.record.isSame(as: head), range?.first == Int(kept.bytes),
                mixes || range?.total.map({ Int64($0) == job.record.total ?? Int64($0) }) ?? true
            else { throw FetchJob.RestartRequired() }
            if job.record.total == nil, let total = range?.total { try await job.announce(Int64(total)) }
            return kept
        }
        // 200: all of it comes, whatever part was asked for.
        guard head.status != 206 || range?.first == 0 else { throw FetchJob.RestartRequired() }
        let name = "media.\(MediaKind.fileExtension(of: source.url, head: head))"
        // What comes packed is not gone on with later: the server counts packed bytes, and its validators are of those. Nor is
        // the length that it announces that of what comes out.
        let isPacked = coding != .none
        try await job.begin(main: name, etag: isPacked ? nil : head.etag, modified: isPacked ? nil : head.lastModified)
        // What a part announces as its length is not that of the whole.
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
            // The next try goes on behind all that has come, not only behind the last mark.
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
            if file.bytes - job.record.bytes >= DownloadsLimits.durableBytes { try await mark(file) }
        }
        guard file.bytes > 0 else {
            throw FetchJob.Interrupted(code: .damaged, message: "The server sent nothing. Retry the download later.")
        }
        if let total = job.record.total, total != file.bytes {
            throw FetchJob.Interrupted(message: "The server sent \(file.bytes) bytes and had announced \(total).")
        }
    }

    /// Makes what there is of a file durable, and keeps how much that is, and whether that is all.
    private func mark(_ file: StagedFile, isAll: Bool = false) async throws {
        let marksEarly =
            job.store.runtime.hasDefect(.marksBeforeSync) || job.store.runtime.hasDefect(.renamesBeforeSync)
        if !marksEarly { try await job.store.blocking { try file.sync() } }
        try await job.keep(file.bytes, isAll: isAll)
    }

    private func finish(_ file: StagedFile) async throws {
        guard let main = job.record.main else { return }
        // Before it is in its place: a try that finds it there has to know that it is whole.
        try await mark(file, isAll: true)
        try await job.store.blocking { try file.publish() }
        try await job.keep(main, bytes: file.bytes)
        try await job.complete()
    }
}

extension FileRecord {
    /// What tells a server which file there is a part of here: only what changes with every byte (RFC 9110, 13.1.5).
    fileprivate var strongValidator: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return modified
    }

    /// Whether an answer is of this file, as far as both say. Some servers send a part whatever `If-Range` says.
    fileprivate func isSame(as head: FetchHead) -> Bool {
        [(etag, head.etag), (modified, head.lastModified)].allSatisfy { known, told in
            known == nil || told == nil || known == told
        }
    }
}
