internal import Access
internal import Household
internal import RPC
internal import ReadingListAPI
internal import ServiceKit

/// Starting imports, looking at them, and stopping them.
struct LinkImports: Sendable {
    let lists: Lists
    let desk: ImportDesk

    private static let pathBytes = 4_096

    func start(
        _ request: ReadingList.ImportLinks, _ call: ServerCall, for viewer: Viewer
    ) async throws -> LinkImportStarted {
        let path = request.path
        guard path.hasPrefix("/"), path.utf8.count <= Self.pathBytes, !path.utf8.contains(0) else {
            throw RPCError.invalidArgument("path", "must be absolute.")
        }
        if let format = request.format, !LinkFileFormat.all.contains(format) {
            let known = LinkFileFormat.all.map(\.rawValue).joined(separator: ", ")
            throw RPCError.invalidArgument("format", "must be one of \(known).")
        }
        let (id, now) = ("i" + lists.makeID().dropFirst(), lists.now)
        let job = try await lists.write(onceIfKeyed: call, for: viewer) { db, reader in
            try ImportTable.enqueue(id, path: path, format: request.format, reader: reader, at: now, db)
        }
        desk.wake(viewer.household)
        return LinkImportStarted(job: job)
    }

    func get(_ id: String, for viewer: Viewer) async throws -> LinkImport {
        try await lists.read(for: viewer) { db, reader in
            guard let reader, let record = try ImportTable.find(id, db), record.reader == reader else {
                throw ReadingListError.unknownImport
            }
            return record.job
        }
    }

    /// Writes the job whenever it is further, up to its end.
    func follow(_ id: String, _ writer: RPCWriter<LinkImport>, _ call: ServerCall) async throws {
        let viewer = try call.viewer
        try await writer.follow(job: id, after: call.resumeAfter, runtime: lists.runtime) {
            let job = try await get(id, for: viewer)
            // Entries only grow, and the end comes after all of them.
            let rank: UInt64 = job.state.isEnd ? 3 : job.state == .waiting ? 1 : 2
            let sequence = UInt64(max(0, job.report.read)) << 2 | rank
            return JobState(job, sequence: sequence, isEnd: job.state.isEnd)
        }
    }

    func cancel(_ id: String, for viewer: Viewer) async throws -> LinkImport {
        _ = try await get(id, for: viewer)
        let now = lists.now
        try await lists.shards.shard(for: viewer.household).write { db in
            let problem = "It was stopped. What had been read is there."
            try ImportTable.end(id, .cancelled, problem: problem, at: now, db)
        }
        return try await get(id, for: viewer)
    }
}
