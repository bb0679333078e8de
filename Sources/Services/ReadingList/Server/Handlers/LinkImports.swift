internal import Access
internal import HearthModel
internal import RPC
internal import ReadingListAPI
internal import ServiceKit
internal import TextFolding

/// Starts, reads and cancels imports.
struct LinkImports: Sendable {
    private let store: ReadingListStore
    private let queue: ImportQueue

    /// The longest file name, in bytes.
    private static let fileBytes = 4_096
    /// The most stored characters of it.
    private static let fileCharacters = 1_000

    init(store: ReadingListStore, queue: ImportQueue) { (self.store, self.queue) = (store, queue) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.ImportLinks.self) { request, items, call in
            try await receive(request, items, call, for: call.viewer)
        }
        handlers.on(ReadingList.GetLinkImport.self) { request, call in try await get(request.job, for: call.viewer) }
        handlers.on(ReadingList.FollowLinkImport.self) { request, writer, call in
            try await follow(request.job, writer, call)
        }
        handlers.on(ReadingList.CancelLinkImport.self) { request, call in
            try await cancel(request.job, for: call.viewer)
        }
    }

    /// Receives a file, and queues its import job.
    private func receive(
        _ request: ReadingList.ImportLinks, _ items: RPCItems<UploadPiece>, _ call: ServerCall, for viewer: Viewer
    ) async throws -> LinkImportStarted {
        guard (1...Self.fileBytes).contains(request.file.utf8.count) else {
            throw RPCError.invalidArgument("file", "must have between 1 and \(Self.fileBytes) bytes.")
        }
        if let format = request.format, !LinkFileFormat.all.contains(format) {
            let known = LinkFileFormat.all.map(\.rawValue).joined(separator: ", ")
            throw RPCError.invalidArgument("format", "must be one of \(known).")
        }
        let file = Excerpt.of(request.file, maximumCharacters: Self.fileCharacters)
        let offer = UploadDeclaration(
            noun: "file of links", maximumBytes: ReadingListLimits.fileBytes, declaredBytes: request.bytes)
        let (id, household) = ("i" + store.makeID().dropFirst(), viewer.household)
        _ = try viewer.actingProfile
        let upload = try await queue.uploads.receive(items, offer, household: household, caller: viewer.subject)
        let job: String
        do {
            job = try await store.write(onceIfKeyed: call, for: viewer) { [now = store.now] db, reader in
                try ImportTable.enqueue(
                    id, file: file, upload: upload, format: request.format, reader: reader, at: now, db)
            }
        } catch {
            await queue.uploads.settle(upload.name, household: household, isKept: false)
            throw error
        }
        // A repeated call's job has the file that came first.
        await queue.uploads.settle(upload.name, household: household, isKept: job == id)
        queue.wake(household)
        return LinkImportStarted(job: job)
    }

    private func get(_ id: String, for viewer: Viewer) async throws -> LinkImport {
        try await store.read(for: viewer) { db, reader in
            guard let reader, let record = try ImportTable.find(id, db), record.reader == reader else {
                throw ReadingListError.unknownImport
            }
            return record.job
        }
    }

    /// Writes the job whenever it is further, up to its end.
    private func follow(_ id: String, _ writer: RPCWriter<LinkImport>, _ call: ServerCall) async throws {
        let viewer = try call.viewer
        try await writer.follow(job: id, after: call.resumeAfter, runtime: store.runtime) {
            let job = try await get(id, for: viewer)
            // Entries only grow, and the end comes after all of them.
            let rank: UInt64 = job.state.isEnd ? 3 : job.state == .waiting ? 1 : 2
            let sequence = UInt64(max(0, job.report.read)) << 2 | rank
            return JobState(job, sequence: sequence, isEnd: job.state.isEnd)
        }
    }

    private func cancel(_ id: String, for viewer: Viewer) async throws -> LinkImport {
        let upload = try await store.read(for: viewer) { db, reader in
            guard let reader, let record = try ImportTable.find(id, db), record.reader == reader else {
                throw ReadingListError.unknownImport
            }
            return record.upload
        }
        let now = store.now
        try await store.shards.shard(for: viewer.household).write { db in
            let problem = "It was cancelled. Links added before stay."
            try ImportTable.end(id, .cancelled, problem: problem, at: now, db)
        }
        if let upload { await queue.uploads.remove(upload, household: viewer.household) }
        return try await get(id, for: viewer)
    }
}
