internal import Access
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
        handlers.on(Catalog.CancelImport.self) { request, call in try await cancel(request.job, for: call.viewer) }
    }

    private func cancel(_ id: String, for viewer: Viewer) async throws -> ImportJob {
        // Also one that an earlier run of the service has left.
        try await context.queue.resume(household: viewer.household)
        context.queue.cancel(id, household: viewer.household)
        return try await read(id, for: viewer)
    }

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
