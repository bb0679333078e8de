internal import Access
internal import Basics
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Reads, follows and cancels import jobs, each as the caller may see it.
struct ImportJobReader: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.GetImport.self) { request, call in try await read(request.job, for: call.viewer) }
        handlers.on(Catalog.FollowImport.self) { request, writer, call in
            let viewer = try call.viewer
            try await writer.follow(job: request.job, after: call.resumeAfter, runtime: context.runtime) {
                let job = try await read(request.job, for: viewer)
                return JobState(job, sequence: job.sequence, isEnd: job.state.isEnd)
            }
        }
        handlers.on(Catalog.FollowImports.self) { _, writer, call in
            try await followAll(writer, after: call.resumeAfter, for: call.viewer)
        }
        handlers.on(Catalog.CancelImport.self) { request, call in try await cancel(request.job, for: call.viewer) }
    }

    private func cancel(_ id: String, for viewer: Viewer) async throws -> ImportJob {
        // Also one that an earlier run of the service has left.
        try await context.queue.resume(household: viewer.household)
        context.queue.cancel(id, household: viewer.household)
        return try await read(id, for: viewer)
    }

    /// Tells the progress of all jobs.
    ///
    /// - Parameter last: the time, in milliseconds since 1970, up to which the follower knows what has ended.
    private func followAll(
        _ writer: RPCWriter<ImportItem>, after last: StreamPosition?, for viewer: Viewer
    ) async throws {
        var time = last.flatMap { Int64(exactly: $0.sequence) } ?? context.runtime.wallTime.millisecondsSince1970
        // Those that have ended at this very time.
        var told: Set<String> = []
        func write(_ item: ImportItem) async throws {
            let position = StreamPosition(generation: Self.generation, sequence: UInt64(max(0, time)))
            try await writer.write(item, at: position)
        }
        let open = try await context.queue.openJobs(household: viewer.household)
        var sent = Dictionary(open.map { ($0.id, $0.sequence) }) { $1 }
        try await write(ImportItem(snapshot: open))
        while !Task.isCancelled {
            let ended = try await context.read(viewer) { [time] db in
                try JobRecord.ended(since: time, limit: Followed.ends, db)
            }
            for job in ended where !told.contains(job.id) {
                if job.at > time { told = [] }
                time = job.at
                told.insert(job.id)
                sent[job.id] = nil
                try await write(ImportItem(changed: try await read(job.id, for: viewer)))
            }
            let jobs = try await context.queue.openJobs(household: viewer.household)
            for job in jobs where sent[job.id] != job.sequence {
                sent[job.id] = job.sequence
                try await write(ImportItem(changed: job))
            }
            try await context.runtime.sleep(for: Followed.interval)
        }
    }

    /// What is looked at for followers of all jobs.
    private enum Followed {
        /// How often: each open page follows, and mostly there is nothing to tell.
        static let interval = Duration.seconds(1)
        /// Ends that are told at a time.
        static let ends = 50
    }

    /// Names the log of ends: times are the same in each life of the service.
    private static let generation = FNV1a.hash("imports".utf8)

    /// The job's present state.
    ///
    /// - Throws: `RPCError` NOT_FOUND.
    private func read(_ id: String, for viewer: Viewer) async throws -> ImportJob {
        guard let record = try await context.queue.job(id, household: viewer.household) else {
            throw RPCError(.notFound, "There is no such import, or it was too long ago.")
        }
        var job = record.job
        if var report = job.report {
            report.addedSamples = report.addedSamples?.filter { viewer.policy.allows($0) }
            report.changedSamples = report.changedSamples?.filter { viewer.policy.allows($0) }
            report.removedSamples = report.removedSamples?.filter { viewer.policy.allows($0) }
            report.guideSamples = report.guideSamples?.limited(to: viewer.policy)
            if report.asksAboutAdult == true, try await !asksAboutAdult(job.source, viewer) {
                report.asksAboutAdult = nil
            }
            job.report = report
        }
        guard job.report != nil, !record.adultSamples.isEmpty else { return job }
        job.report?.adultSamples = try await context.read(viewer) { db in
            let scope = try ReadScope(db, policy: viewer.policy)
            let found = try CardReader.find(record.adultSamples, db, scope)
            return record.adultSamples.compactMap { found[$0]?.card }
        }
        return job
    }

    /// Whether the household still has to decide about a source's adult titles, and the viewer may. A dry run does not
    /// ask yet.
    private func asksAboutAdult(_ source: String, _ viewer: Viewer) async throws -> Bool {
        guard viewer.policy.allowsAdult else { return false }
        return try await context.read(viewer) { try SourceStore.find(source, $0)?.asksAboutAdult ?? false }
    }
}
