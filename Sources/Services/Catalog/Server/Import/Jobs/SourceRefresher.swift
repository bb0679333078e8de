internal import CatalogAPI
internal import HTTPFetch
internal import Logging
internal import RPC
internal import ServiceKit

/// Refreshes a source by its feed: fetches it, imports it, and records the outcome and the next refresh.
struct SourceRefresher {
    let queue: ImportQueue
    let context: JobContext
    /// When the job started.
    let begun: MonotonicInstant

    /// Fetches the source: that may take long, and other jobs run meanwhile.
    ///
    /// - Returns: the body, or the error.
    func fetch() async -> FetchedSource {
        var feed: Feed?
        var fetching: JobFetcher?
        do {
            try context.checkCancellation()
            let found = try await self.feed()
            feed = found
            guard let fetcher = queue.fetcher else { throw JobAbort.failed("This service fetches nothing.") }
            context.progress.begin(.fetching, total: 0)
            let files = try FetchDirectory(
                job: context.record.id, in: queue.shards.fetched(of: context.household), run: queue.run)
            let made = JobFetcher(context: context, fetcher: fetcher, files: files, userAgent: found.userAgent)
            fetching = made
            return FetchedSource(found, made, .success(try await fetch(found, made)))
        } catch {
            return FetchedSource(feed, fetching, .failure(error))
        }
    }

    /// Imports the fetched body, and records the outcome.
    ///
    /// - Throws: ``JobAbort``.
    func run(_ fetched: FetchedSource) async throws -> ImportJob {
        let feed = try await feed()
        guard fetched.isOf(feed) else {
            // The state belongs to the new feed, which is due now.
            queue.notifyFeedsChanged(household: context.household)
            throw JobAbort.failed("The source was changed while it was fetched. It is fetched again.")
        }
        do {
            let job = try await take(fetched, feed)
            queue.notifyFeedsChanged(household: context.household)
            return job
        } catch {
            await note(error, of: feed)
            throw error
        }
    }

    private func feed() async throws -> Feed {
        let name = context.record.source
        guard let feed = try await context.read({ try FeedTable.find(name, $0) }) else {
            throw JobAbort.failed("The source is not kept up to date any more.")
        }
        return feed
    }

    /// The job's context, which records the feed's success together with the job's end.
    private func ending(
        _ feed: Feed, _ validators: FetchValidators = FetchValidators(), rest: XtreamFetchOutcome = .nothing
    ) -> JobContext {
        let now = context.now
        var ending = context
        if case .stopped(let reason, let wait) = rest {
            // The part that arrived is imported; the missing part is retried as a failure is.
            let failures = feed.failures + 1
            let due = FeedRefreshPolicy.afterFailure(
                failures, minutes: feed.minutes, retryAfter: wait, at: now, spread: spread)
            ending.atEnd = {
                try FeedTable.noteTaken(
                    feed.name, validators, failures: failures, problem: reason, at: now, due: due, $0)
            }
            return ending
        }
        let hasMore = if case .more = rest { true } else { false }
        let due = FeedRefreshPolicy.afterSuccess(minutes: feed.minutes, hasMore: hasMore, at: now, spread: spread)
        ending.atEnd = { try FeedTable.noteTaken(feed.name, validators, at: now, due: due, $0) }
        // The validators are dropped: a "not modified" must not skip the missing part.
        let failures = feed.failures + 1
        let again = FeedRefreshPolicy.afterFailure(
            failures, minutes: feed.minutes, retryAfter: nil, at: now, spread: spread)
        ending.onTruncatedPublish = {
            try FeedTable.noteTaken(
                feed.name, FetchValidators(), failures: failures, problem: Self.truncatedProblem, at: now, due: again,
                $0)
        }
        return ending
    }

    private static let truncatedProblem =
        "The guide broke off before its end. The part before is imported; no programme was removed."

    /// A random number from 0 to 1.
    private var spread: Double { Double(context.runtime.random() >> 11) / Double(1 << 53) }

    private func note(_ error: any Error, of feed: Feed) async {
        // A dry run or a cancelled job leaves the feed's state unchanged.
        if context.record.isDryRun || error as? JobAbort == .cancelled { return }
        let (now, failures) = (context.now, feed.failures + 1)
        var due = FeedRefreshPolicy.afterFailure(
            failures, minutes: feed.minutes, retryAfter: nil, at: now, spread: spread)
        var problem = "The service failed; its log has the details."
        switch error as? JobAbort {
        case .held(let reason):
            (problem, due) = (reason, FeedRefreshPolicy.afterHeldImport(minutes: feed.minutes, at: now, spread: spread))
        case .failed(let reason), .unusable(let reason): problem = reason
        case .forbidden(let reason): (problem, due) = (reason, nil)
        case .unreachable(let reason, let failure):
            problem = reason
            due = FeedRefreshPolicy.afterFailure(
                failures, minutes: feed.minutes, retryAfter: failure.retryAfter, at: now, spread: spread)
        default: break
        }
        let (reported, next) = (problem, due)
        do {
            try await context.write {
                try FeedTable.noteFailure(feed.name, problem: reported, failures: failures, at: now, due: next, $0)
            }
        } catch {
            context.logger.error(
                "The outcome of a refresh could not be recorded.",
                metadata: ["household": "\(context.household)", "source": "\(feed.name)", "error": "\(error)"])
        }
        queue.notifyFeedsChanged(household: context.household)
    }

    // MARK: Importing

    private func fetch(_ feed: Feed, _ fetching: JobFetcher) async throws -> FetchedSource.Body {
        if feed.kind == .xtream {
            return .panel(try await XtreamAccountFetcher(context: context, feed: feed, fetching: fetching).run())
        }
        // A forced import or a dry run reads the source in any case.
        let isForced = context.record.allowsShrinking || context.record.isDryRun
        let known = isForced ? FetchValidators() : feed.validators
        return switch try await fetching.file(try await address(of: feed), known, isAlone: true) {
        case .notModified: .notModified
        case .file(let path, let validators, let url): .file(path, validators, url)
        }
    }

    private func take(_ fetched: FetchedSource, _ feed: Feed) async throws -> ImportJob {
        switch try fetched.body.get() {
        case .notModified: return try await finishUnchanged(ending(feed, feed.validators))
        case .panel(let responses):
            let ending = ending(feed, rest: responses.rest)
            return try await FileImport(context: ending, begun: begun).run(
                XtreamEntryStream(responses, context: ending))
        case .file(let path, let validators, let url):
            let file = try ImportFile(path: path)
            var guide: XtreamGuideFetcher?
            if let panel = try await panel(of: feed), let fetching = fetched.fetching {
                let limited = fetching.limited(to: context.limits.panelGuideTime)
                guide = XtreamGuideFetcher(context: context, panel: panel, fetching: limited)
            }
            let ending = ending(feed, validators)
            return try await FileImport(context: ending, begun: begun, panel: guide, base: url).run(file)
        }
    }

    /// The panel of a guide feed; nil for any other.
    private func panel(of feed: Feed) async throws -> Feed? {
        guard let name = feed.guideOf else { return nil }
        return try await context.read { try FeedTable.find(name, $0) }.flatMap { $0.kind == .xtream ? $0 : nil }
    }

    /// The address to fetch: the feed's own, or the guide that another source names.
    private func address(of feed: Feed) async throws -> String {
        guard let name = feed.guideOf else { return feed.address }
        let (other, source) = try await context.read { db in
            (try FeedTable.find(name, db), try SourceStore.find(name, db))
        }
        if let other, other.kind == .xtream { return try XtreamEndpoint(other).guide }
        let guides = source?.guides ?? []
        guard guides.indices.contains(Int(feed.guideNumber)) else {
            throw JobAbort.failed("\(name) names no such guide (any more).")
        }
        return guides[Int(feed.guideNumber)]
    }

    /// Ends the job with the source unchanged.
    private func finishUnchanged(_ context: JobContext) async throws -> ImportJob {
        let source = try await context.read { [name = context.record.source] in try SourceStore.find(name, $0) }
        var job = context.record.job
        (job.state, job.phase) = (.done, .tidying)
        var report = ImportReport()
        report.isNotModified = true
        report.read = source?.entries ?? 0
        report.unchanged = source.map { $0.kind == .guide ? $0.entries : $0.titles } ?? 0
        report.grouped = report.read - report.unchanged
        report.milliseconds = begun.duration(to: context.runtime.now).wholeMilliseconds
        job.report = report
        let (ended, now) = (job, context.now)
        try await context.write { db in
            try context.atEnd?(db)
            try JobRecord.end(ended, adultSamples: [], at: now, db)
        }
        return ended
    }
}
