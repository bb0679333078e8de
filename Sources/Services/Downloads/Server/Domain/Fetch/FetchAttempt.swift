internal import CatalogAPI
internal import DownloadsAPI
internal import HTTPFetch
internal import RPC
internal import ServiceKit

/// One attempt to fetch a file: resolves its link, probes it, and fetches the rest.
struct FetchAttempt: Sendable {
    /// The outcome of an attempt.
    enum End: Sendable {
        case completed
        /// It was cancelled: paused, released, or the service stops.
        case stopped
        /// A retry may succeed later.
        case again(after: Duration?, DownloadsError)
        /// A retry will not succeed as things are.
        case failed(DownloadsError)
    }

    let job: FetchJob
    let links: LinkResolver
    let look: LinkProbe

    /// The most renewals in one attempt without progress in between: new links because the old ones were refused, and
    /// files restarted from the first byte.
    private static let renewals = 2

    func run() async -> End {
        var (renewals, seen) = (0, job.record.bytes)
        while true {
            do {
                try await fetch()
                await report(.worked)
                return .completed
            } catch {
                if Task.isCancelled { return .stopped }
                // Progress since then shows that the previous link worked.
                if job.record.bytes > seen { renewals = 0 }
                (renewals, seen) = (renewals + 1, max(seen, job.record.bytes))
                // A link may have expired; the catalog resolves another one.
                let isRenewed = renewals <= Self.renewals && (error.isRefusal || error is FetchJob.RestartRequired)
                guard isRenewed else {
                    // Also refused at the addresses that the catalog resolved again.
                    if error.isRefusal { await report(.failed) }
                    return Self.end(of: error)
                }
                if error is FetchJob.RestartRequired { try? await job.forget() }
            }
        }
    }

    private func report(_ outcome: StreamOutcome) async {
        let record = job.record
        await links.report(outcome, of: record.content, variant: record.variant, in: job.household)
    }

    private func fetch() async throws {
        let record = job.record
        let source = try await links.source(of: record.content, variant: record.variant, in: job.household)
        let (disk, id) = (job.disk, record.id)
        try await job.store.blocking { try disk.stage(id) }
        if record.kind == .plain { return try await PlainFetch(job: job, source: source).run() }
        switch try await look.look(at: source, quality: record.quality) {
        case .plain:
            try await job.become(.plain)
            try await PlainFetch(job: job, source: source).run()
        case .stream(let located):
            try await job.become(.stream)
            try await StreamFetch(job: job, source: source, located: located).run()
        }
    }

    private static func end(of error: any Error) -> End {
        switch error {
        case is CancellationError: .stopped
        case let error as DownloadsError: .failed(error)
        case let error as HLSError: .failed(error.asTrouble)
        case let error as DiskError: .failed(error.asTrouble)
        case is SegmentDecryptor.Failed:
            .again(after: nil, .trouble(.damaged, "A segment or its key is damaged. Retry the download later."))
        case let error as FetchJob.Interrupted: .again(after: nil, .trouble(error.code, error.message))
        case is FetchJob.RestartRequired:
            .failed(.trouble(.damaged, "The file changes while it is fetched. Retry the download later."))
        case let error as FetchError: end(of: error)
        case let error as RPCError: .again(after: error.retryAfter, .trouble(.unreachable, error.message))
        default: .failed(.trouble(.diskFailed, "The download could not be written (\(type(of: error))). Retry it."))
        }
    }

    private static func end(of error: FetchError) -> End {
        let trouble = DownloadsError(error)
        if error.kind == .stopped { return .stopped }
        guard error.isTransient else { return .failed(trouble) }
        if case .status(_, let retryAfter) = error.kind { return .again(after: retryAfter, trouble) }
        return .again(after: nil, trouble)
    }
}

extension DownloadsError {
    /// Maps a fetch error to this service's.
    init(_ error: FetchError) {
        let code: DownloadsProblem.Code =
            switch error.kind {
            case .invalidURL: .invalidURL
            case .tooLarge: .damaged
            default: error.isTransient ? .unreachable : .refused
            }
        self = .trouble(code, error.rpcError.message)
    }
}

extension Error {
    /// A server's refusal or "gone": its response for an expired address.
    var isRefusal: Bool {
        guard case .status(let status, _)? = (self as? FetchError)?.kind else { return false }
        return [401, 403, 404, 410].contains(status)
    }
}
