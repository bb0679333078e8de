internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Reads a job as the caller may see it.
struct ImportJobReader: Sendable {
    let context: HandlerContext
    let viewer: Viewer

    /// The job's present state.
    ///
    /// - Throws: `RPCError` NOT_FOUND.
    func job(_ id: String) async throws -> ImportJob {
        guard let record = try await context.queue.job(id, household: viewer.household) else {
            throw RPCError(.notFound, "There is no such import, or it was too long ago.")
        }
        var job = record.job
        if var report = job.report {
            report.addedSamples = report.addedSamples?.filter { viewer.policy.allows($0) }
            report.changedSamples = report.changedSamples?.filter { viewer.policy.allows($0) }
            report.removedSamples = report.removedSamples?.filter { viewer.policy.allows($0) }
            report.guideSamples = report.guideSamples?.limited(to: viewer.policy)
            if report.asksAboutAdult == true, try await !asksAboutAdult(job.source) {
                report.asksAboutAdult = nil
            }
            job.report = report
        }
        guard job.report != nil, !record.adultSamples.isEmpty else { return job }
        job.report?.adultSamples = try await context.read(viewer) { [viewer] db in
            let lens = try ReadScope(db, policy: viewer.policy)
            let found = try CardReader.find(record.adultSamples, db, lens)
            return record.adultSamples.compactMap { found[$0]?.card }
        }
        return job
    }

    /// Whether the household still has to decide about a source's adult titles, and the viewer may. A dry run does not
    /// ask yet.
    private func asksAboutAdult(_ source: String) async throws -> Bool {
        guard viewer.policy.allowsAdult else { return false }
        return try await context.read(viewer) { try SourceStore.find(source, $0)?.asksAboutAdult ?? false }
    }
}
