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
        var request = source.request()
        (request.limits.transferBytes, request.limits.bodyBytes) = (
            DownloadsLimits.fileBytes, DownloadsLimits.fileBytes
        )
        var kept: StagedFile?
        if let main = job.record.main, job.record.bytes > 0 {
            let (path, bytes) = (job.path(main), job.record.bytes)
            let file = try await Blocking.run(.queued) { () throws(DiskError) in
                try StagedFile(path, keeping: bytes)
            }
            // Nothing is left to ask for: the try before died just before the end.
            if file.bytes == job.record.total { return try await finish(file) }
            if file.bytes > 0 {
                request.range = ByteRange(from: Int(file.bytes))
                request.validators.ifRange = job.record.strongValidator
                kept = file
            }
        }
        let now = job.store.runtime.wallTime
        try await job.fetcher.stream(request) { head, url, body in
            // Asked for what lies behind the end: what is here is whole, or of another file.
            if head.status == 416, let kept {
                guard kept.bytes == job.record.total else { throw FetchJob.StartOver() }
                return try await finish(kept)
            }
            try head.checkSuccess(from: url, at: now)
            let file = try await file(going: kept, head, url)
            try await take(body, head, into: file)
        }
    }

    /// Whether the file is in its place: a try that was killed had come to its end.
    private func isThere(_ name: String) async throws -> Bool {
        let folder = job.store.disk(of: job.household).stagedFolder(of: job.record.id)
        let size = await Blocking.run(.queued) { DownloadDisk.sizes(in: folder)[name] }
        guard let size, size == job.record.total else { return false }
        try await job.keep(name, bytes: size)
        return true
    }

    /// The file that the answer goes on with: the one from before, or a new one.
    private func file(going kept: StagedFile?, _ head: FetchHead, _ url: FetchURL) async throws -> StagedFile {
        if let kept, head.status == 206 {
            let isSame = job.record.etag == nil || head.etag == nil || job.record.etag == head.etag
            let range = head.contentRange
            guard isSame, range?.first == Int(kept.bytes),
                range?.total.map({ Int64($0) == job.record.total ?? Int64($0) }) ?? true
            else { throw FetchJob.StartOver() }
            return kept
        }
        // 200: all of it comes, whatever part was asked for.
        guard head.status != 206 || head.contentRange?.first == 0 else { throw FetchJob.StartOver() }
        let name = "media.\(MediaKind.fileExtension(of: source.url, head: head))"
        try await job.begin(main: name, etag: head.etag, modified: head.lastModified)
        if let length = head.contentLength { try await job.announce(Int64(length)) }
        let path = job.path(name)
        return try await Blocking.run(.queued) { () throws(DiskError) in try StagedFile(path) }
    }

    private func take(_ body: FetchBody, _ head: FetchHead, into file: StagedFile) async throws {
        var durable = file.bytes
        var isFirst = file.bytes == 0
        for try await piece in body {
            if isFirst { try MediaKind(head: head, beginning: piece).checkPlain() }
            isFirst = false
            try await job.makeRoom(file.bytes + Int64(piece.count))
            let isDue = file.bytes + Int64(piece.count) - durable >= DownloadsLimits.durableBytes
            try await Blocking.run(.queued) { () throws(DiskError) in
                try file.append(piece)
                if isDue { try file.sync() }
            }
            job.show(file.bytes)
            if isDue {
                durable = file.bytes
                try await job.keep(durable)
            }
        }
        if let total = job.record.total, total != file.bytes {
            throw FetchJob.Interrupted(message: "The server sent \(file.bytes) bytes and had announced \(total).")
        }
        try await finish(file)
    }

    private func finish(_ file: StagedFile) async throws {
        guard let main = job.record.main else { return }
        try await Blocking.run(.queued) { () throws(DiskError) in try file.publish() }
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
}
