internal import CatalogAPI
internal import RPC
internal import ServiceKit

/// Watches a job to its end and shows how far it is.
struct ImportFollower {
    let gateway: Gateway
    let file: String

    private static let pollInterval = Duration.milliseconds(150)
    /// Progress is shown once a job takes longer than this.
    private static let quietTime = Duration.seconds(1)
    /// How long the catalog may be away in the middle of a job.
    private static let patience = Duration.seconds(30)

    /// Waits for a job's end.
    ///
    /// - Throws: ``GatewayFailure`` when nobody can tell any more.
    func follow(_ job: String) async throws -> ImportJob {
        let (output, runtime) = (gateway.output, gateway.runtime)
        let begun = runtime.now
        var lastAnswer = begun
        defer { output.endProgress() }
        while true {
            do {
                let state = try await gateway.send(Catalog.GetImport(job: job), to: "catalog")
                if state.state.isEnd { return state }
                lastAnswer = runtime.now
                if begun.duration(to: runtime.now) >= Self.quietTime { output.progress(Self.line(state)) }
            } catch let failure as GatewayFailure where failure.status == .unavailable {
                guard lastAnswer.duration(to: runtime.now) < Self.patience else { throw lost(failure) }
            } catch let failure as GatewayFailure where failure.code == RPCCode.notFound.description {
                // Jobs are forgotten with the process that ran them; what it published is there.
                throw lost(failure)
            }
            try await runtime.sleep(for: Self.pollInterval)
        }
    }

    private static func line(_ job: ImportJob) -> String {
        if job.state == .waiting { return "waiting for another import" }
        return ProgressBar.line(job.phase.rawValue, done: job.done, total: job.total) {
            job.phase == .reading ? Amounts.bytes($0) : Amounts.number($0)
        }
    }

    private func lost(_ failure: GatewayFailure) -> GatewayFailure {
        var unknown = GatewayFailure(
            "UNKNOWN_OUTCOME",
            "The outcome is unknown: the catalog was lost while it took \(file) in. \(failure.message)",
            advice: "Run `hearth import \(file)` to see: a file that was taken in before changes nothing.",
            canRetry: true,
            status: .unknown)
        unknown.service = "catalog"
        return unknown
    }
}
