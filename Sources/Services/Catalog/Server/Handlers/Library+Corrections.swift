internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

extension Library {
    /// Stores a correction under the caller's viewing policy.
    func correct(
        _ call: ServerCall, for viewer: Viewer,
        _ body: @escaping @Sendable (CorrectionWriter, Database) throws -> CorrectionMade
    ) async throws -> CorrectionMade {
        let id = "fix-" + String(runtime.random(), radix: 16)
        let (policy, now) = (viewer.policy, runtime.wallTime.millisecondsSince1970)
        return try await desk.correct(household: viewer.household, call: call) { db, job in
            try body(CorrectionWriter(id: id, job: job, now: now, lens: ReadScope(db, policy: policy)), db)
        }
    }

    func corrections(_ request: Catalog.ListCorrections, for viewer: Viewer) async throws -> CorrectionList {
        let reader = try CorrectionReader(request, policy: viewer.policy)
        return try await read(viewer) { try reader.run($0) }
    }

    func summary(_ request: Catalog.Summarize, for viewer: Viewer) async throws -> Summary {
        let count = request.sentences ?? Catalog.Summarize.defaultSentences
        guard (1...Catalog.Summarize.maximumSentences).contains(count) else {
            throw RPCError.invalidArgument("sentences", "1 to \(Catalog.Summarize.maximumSentences)")
        }
        let reader = try TitleReader(request.id, policy: viewer.policy)
        let overview = try await read(viewer) { try reader.overview($0) }
        return Summarizer.summary(of: overview, sentences: Int(count))
    }

    func franchise(_ request: Catalog.GetFranchise, for viewer: Viewer) async throws -> Franchise {
        let reader = try FranchiseReader(request.id, policy: viewer.policy)
        return try await read(viewer) { try reader.run($0) }
    }

    func introTimes(_ request: Catalog.GetIntroTimes, for viewer: Viewer) async throws -> IntroTimes {
        let reader = try IntroTimesReader(request.id, policy: viewer.policy)
        return try await read(viewer) { try reader.introTimes($0) }
    }

    func skippable(_ request: Catalog.SkippableEpisodes, for viewer: Viewer) async throws -> SkippableList {
        let reader = try IntroTimesReader(request.series, policy: viewer.policy, field: "series")
        return try await read(viewer) { try reader.skippable($0) }
    }
}
