internal import Logging
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Fetches the metadata of the library's films and series, and of their episodes season by season, in the background:
/// requests each new one from metadata-gateway, and refreshes it from time to time. TMDB and TheTVDB are requested
/// separately, so that neither waits for the other's key.
///
/// Metadata is stored in the shard before it is published, and a title without a row is pending: so a killed run
/// resumes at any point. While metadata-gateway is down everything stays as it is.
struct MetadataRefresher: Service {
    let queue: ImportQueue
    let source: MetadataClient
    let limits: MetadataLimits
    var subject = Subject.titles

    /// The subject of requests.
    enum Subject {
        /// Titles and their episodes, from TMDB.
        case titles
        /// Intro times, from TheTVDB.
        case marks
    }

    private var runtime: any Runtime { queue.runtime }

    func run() async throws {
        await runtime.untilShutdown { await refreshAll() }
    }

    // MARK: Scheduling

    /// Refreshes a household whenever its shard is opened, a playlist was imported, its region changes, or the interval
    /// has passed, until the task is cancelled or the shards are closed. In between it sleeps.
    func refreshAll() async {
        let (openings, publications) = (queue.shards.openings(), queue.publications())
        let (rings, ring) = AsyncStream<String>.makeStream()
        await withTaskGroup { group in
            group.addTask {
                for await household in openings { ring.yield(household) }
                ring.finish()
            }
            group.addTask { for await household in publications { ring.yield(household) } }
            group.addTask {
                while (try? await runtime.sleep(for: limits.interval)) != nil {
                    for household in queue.shards.openShards.keys.sorted() { ring.yield(household) }
                }
            }
            var wakes: [String: AsyncStream<Void>.Continuation] = [:]
            for await household in rings {
                if let wake = wakes[household] {
                    wake.yield()
                    continue
                }
                // One signal is kept for later while the household is being refreshed.
                let (calls, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
                wakes[household] = wake
                wake.yield()
                group.addTask { for await _ in calls { await enrich(household) } }
            }
            group.cancelAll()
        }
    }

    /// The state of a household's refresh.
    private struct Walk {
        let begun: MonotonicInstant
        /// The cursor of titles without a row, by id.
        var after = ""
        /// The cursor of titles that were fetched for another region, by row.
        var moved: Int64 = 0
        /// The cursor of seasons.
        var season = MetadataSeasonTable.Position()
        /// The cursor of chosen orders of episodes, by series.
        var order = ""
        /// The rows up to this one are enqueued for publication.
        var queued: Int64 = 0
        /// Consecutive turns without a response of metadata-gateway.
        var failures = 0
        /// The requests pending when it did not answer.
        var waiting: [MetadataRequest] = []
        /// The unanswered requests, by key.
        var unresolved: Set<String> = []
    }

    /// Runs turns until no request is pending.
    private func enrich(_ household: String) async {
        var walk = Walk(begun: runtime.now)
        do {
            while let pause = try await turn(household, &walk) { try await runtime.sleep(for: pause) }
        } catch {
            queue.logger.debug(
                "Metadata could not be refreshed.", metadata: ["household": "\(household)", "error": "\(error)"])
        }
    }

    /// Requests the metadata of some titles.
    ///
    /// - Returns: how long to wait before the next turn; nil when no title is left, or the shard is closed.
    private func turn(_ household: String, _ walk: inout Walk) async throws -> Duration? {
        let begun = runtime.now
        guard let shard = queue.shards.openShards[household] else { return nil }
        if walk.failures > 0 {
            // Waiting for metadata-gateway must not keep an idle shard open, and ends.
            guard walk.begun.duration(to: begun) < limits.interval else { return nil }
            // Not always with the same one: it may be the cause of the failure.
            var generator = runtime.generator
            let (probe, problem) = await fetch(walk.waiting.shuffled(using: &generator).prefix(1), household, &walk)
            guard !probe.isEmpty else { return pause(after: problem, &walk) }
            try await put(probe, shard)
            walk.failures = 0
            return .zero
        }
        let requests = try await next(&walk, shard)
        let (rows, problem) = await fetch(requests[...], household, &walk)
        if !rows.isEmpty { try await put(rows, shard) }
        switch subject {
        case .titles: try await publish(&walk, household, shard, isDone: requests.isEmpty, hasProblem: problem != nil)
        case .marks where requests.isEmpty: try await shard.write { try MetadataIntroTable.deleteOrphans($0) }
        // They are read as they are; no one subscribes to them.
        case .marks: break
        }
        guard let problem else {
            if requests.isEmpty { return nil }
            return max(.zero, limits.timePerTitle * requests.count - begun.duration(to: runtime.now))
        }
        // A household without a key for TheTVDB does not want it.
        let isUnwanted = subject == .marks && (problem as? RPCError)?.detail(MetadataProblem.self)?.code == .noKey
        queue.logger.log(
            level: isUnwanted ? .debug : .notice, "metadata-gateway cannot tell of titles now; they wait.",
            metadata: ["household": "\(household)", "error": "\(problem)"])
        // Unanswered titles are found again when the walk restarts.
        (walk.after, walk.moved, walk.season, walk.order) = ("", 0, MetadataSeasonTable.Position(), "")
        walk.waiting = requests
        return pause(after: problem, &walk)
    }

    private func put(_ rows: [MetadataResult], _ shard: Shard) async throws {
        let soon = runtime.wallTime.millisecondsSince1970 + limits.failureLifetime.wholeMilliseconds
        try await shard.write { db in
            let (region, language) = (try TitleWatchProviders.region(db), try MetadataLanguage.current(db))
            for row in rows { try row.put(region: region, language: language, soon: soon, db) }
        }
    }

    private func pause(after problem: (any Error)?, _ walk: inout Walk) -> Duration {
        let doubled = limits.firstPause * (1 << min(walk.failures, 16))
        walk.failures += 1
        let retryAfter = (problem as? RPCError)?.retryAfter ?? .zero
        return min(max(doubled, retryAfter), limits.longestPause)
    }

    /// The next requests: titles without a row first, then due ones, then those with watch providers of another region,
    /// then the seasons of matched series, then the chosen orders of their episodes.
    private func next(_ walk: inout Walk, _ shard: Shard) async throws -> [MetadataRequest] {
        if subject == .marks { return try await nextMarks(&walk, shard) }
        let (after, limit) = (walk.after, limits.titlesPerBatch)
        let unknown = try await shard.read(deadline: .distantFuture) { db in
            try MetadataTitleTable.fixed(try MetadataTitleTable.unknown(after: after, limit: limit, db), db)
        }
        if let last = unknown.last {
            walk.after = last.id
            return unknown.map(MetadataRequest.title)
        }
        let now = runtime.wallTime.millisecondsSince1970
        let due = try await shard.read {
            try MetadataTitleTable.fixed(try MetadataTitleTable.due(at: now, limit: limit, $0), $0)
        }
        guard due.isEmpty else { return due.map(MetadataRequest.title) }
        let row = walk.moved
        let moved = try await shard.read(deadline: .distantFuture) { db in
            let (requests, through) = try MetadataTitleTable.moved(after: row, limit: limit, db)
            return (requests: try MetadataTitleTable.fixed(requests, db), through: through)
        }
        walk.moved = moved.through
        guard moved.requests.isEmpty else { return moved.requests.map(MetadataRequest.title) }
        let position = walk.season
        let seasons = try await shard.read(deadline: .distantFuture) {
            try MetadataSeasonTable.pending(after: position, at: now, limit: limit, $0)
        }
        if let last = seasons.last {
            walk.season = .init(series: last.series, season: last.season)
            return seasons.map(MetadataRequest.season)
        }
        let series = walk.order
        let orders = try await shard.read {
            try EpisodeOrderTable.pending(after: series, at: now, limit: limit, $0)
        }
        if let last = orders.last { walk.order = last.series }
        return orders.map(MetadataRequest.order)
    }

    /// The next seasons whose intro times to request.
    private func nextMarks(_ walk: inout Walk, _ shard: Shard) async throws -> [MetadataRequest] {
        let (position, now, limit) = (walk.season, runtime.wallTime.millisecondsSince1970, limits.titlesPerBatch)
        let seasons = try await shard.read(deadline: .distantFuture) {
            try MetadataIntroTable.pending(after: position, at: now, limit: limit, $0)
        }
        if let last = seasons.last { walk.season = .init(series: last.series, season: last.season) }
        return seasons.map(MetadataRequest.marks)
    }

    /// Enqueues the publication of fetched metadata and the deletion of expired ones: when there are enough, or before
    /// a pause.
    private func publish(
        _ walk: inout Walk, _ household: String, _ shard: Shard, isDone: Bool, hasProblem: Bool
    ) async throws {
        let isPausing = isDone || hasProblem
        let (now, queued) = (runtime.wallTime.millisecondsSince1970, walk.queued)
        let (waiting, forgets) = try await shard.read { db in
            let hasExpired = try isPausing && MetadataTitleTable.hasExpired(at: now, db)
            // Rows still due after all requests belong to titles that no longer exist.
            let hasUnwanted = try isDone && MetadataTitleTable.hasDue(at: now, db)
            return (try MetadataTitleTable.countUnpublished(after: queued, db), hasExpired || hasUnwanted)
        }
        let enough = isPausing ? 1 : limits.titlesPerPublication
        guard waiting.count >= enough || forgets else { return }
        queue.enqueueMetadata(household: household)
        walk.queued = max(walk.queued, waiting.through)
    }

    // MARK: Requests

    /// The results, and the error if metadata-gateway cannot answer.
    private typealias Results = (rows: [MetadataResult], problem: (any Error)?)

    /// Sends requests until all are answered or metadata-gateway cannot answer.
    private func fetch(
        _ requests: ArraySlice<MetadataRequest>, _ household: String, _ walk: inout Walk
    ) async -> Results {
        var ((rows, problem), unresolved) = await fetch(requests, household)
        // It answers for others: titles that failed twice must not block all that follow.
        let isAway = (problem as? RPCError)?.concernsGateway ?? true
        if !rows.isEmpty, !isAway, !Task.isCancelled {
            rows += unresolved.filter { walk.unresolved.contains($0.key) }.map(failed)
        }
        walk.unresolved.formUnion(unresolved.map(\.key))
        return (rows, problem)
    }

    /// Sends a few requests at a time.
    private func fetch(
        _ requests: ArraySlice<MetadataRequest>, _ household: String
    ) async -> (results: Results, unresolved: [MetadataRequest]) {
        await withTaskGroup(of: (MetadataRequest, Result<MetadataResult, any Error>).self) { group in
            var waiting = requests
            func begin() {
                guard let inquiry = waiting.popFirst() else { return }
                group.addTask {
                    do {
                        return (inquiry, .success(try await find(inquiry, household)))
                    } catch { return (inquiry, .failure(error)) }
                }
            }
            for _ in 0..<limits.concurrentTitles { begin() }
            var results: Results = ([], nil)
            var unresolved: [MetadataRequest] = []
            for await (inquiry, result) in group {
                switch result {
                case .success(let finding): results.rows.append(finding)
                case .failure(let error as RPCError) where error.concernsTitle: results.rows.append(failed(inquiry))
                case .failure(let error):
                    results.problem = results.problem ?? error
                    unresolved.append(inquiry)
                }
                if results.problem == nil { begin() }
            }
            return (results, unresolved)
        }
    }

    private func find(_ inquiry: MetadataRequest, _ household: String) async throws -> MetadataResult {
        switch inquiry {
        case .title(let title): .title(row(title, try await source.learn(title, household: household)))
        case .season(let season): .season(row(season, try await source.learn(season, household: household)))
        case .marks(let season): .marks(row(season, try await source.learn(season, household: household)))
        case .order(let order): .order(row(order, try await source.learn(order, household: household)))
        }
    }

    /// A failure keeps the previous metadata.
    private func failed(_ inquiry: MetadataRequest) -> MetadataResult {
        switch inquiry {
        case .title(let title): .title(row(title, title.known, after: limits.failureLifetime))
        case .season(let season): .season(row(season, .failed))
        case .marks(let season): .marks(row(season, .failed))
        case .order(let order): .order(row(order, .failed))
        }
    }

    private func row(_ title: MetadataTitleTable.Request, _ learned: MetadataTitle?) -> MetadataTitleTable.Row {
        // A title deleted at TMDB is searched by name, once its old match is no longer shown.
        if learned == nil, title.known != nil { return MetadataTitleTable.Row(id: title.id, title: nil, due: 0) }
        return row(title, learned, after: learned == nil ? limits.notFoundLifetime : limits.foundLifetime)
    }

    private func row(
        _ title: MetadataTitleTable.Request, _ learned: MetadataTitle?, after time: Duration
    ) -> MetadataTitleTable.Row {
        MetadataTitleTable.Row(id: title.id, title: learned, due: due(after: time))
    }

    private func row(
        _ season: MetadataSeasonTable.Request, _ outcome: MetadataSeasonTable.Outcome
    ) -> MetadataSeasonTable.Row {
        MetadataSeasonTable.Row(request: season, outcome: outcome, due: due(after: outcome))
    }

    private func row(
        _ season: MetadataIntroTable.Request, _ outcome: MetadataIntroTable.Outcome
    ) -> MetadataIntroTable.Row {
        let time =
            switch outcome {
            case .learned(let episodes): episodes.isEmpty ? limits.notFoundLifetime : limits.foundLifetime
            case .failed: limits.failureLifetime
            }
        return MetadataIntroTable.Row(request: season, outcome: outcome, due: due(after: time))
    }

    private func row(
        _ order: EpisodeOrderTable.Request, _ outcome: EpisodeOrderTable.Outcome
    ) -> EpisodeOrderTable.Row {
        EpisodeOrderTable.Row(request: order, outcome: outcome, due: due(after: outcome))
    }

    private func due<Value>(after outcome: LearnedOutcome<Value>) -> Int64 {
        switch outcome {
        case .learned: due(after: limits.foundLifetime)
        case .unknown: due(after: limits.notFoundLifetime)
        case .failed: due(after: limits.failureLifetime)
        }
    }

    private func due(after time: Duration) -> Int64 {
        runtime.wallTime.millisecondsSince1970 + time.wholeMilliseconds
    }
}

extension RPCError {
    /// Whether a request for another title may well succeed.
    fileprivate var concernsTitle: Bool {
        if detail(MetadataProblem.self)?.code == .unreadable { return true }
        let codes: Set<RPCCode> = [
            .invalidArgument, .notFound, .outOfRange, .unimplemented, .unknown, .internal, .dataLoss,
        ]
        return codes.contains(code)
    }

    /// Whether a request for another title would surely fail alike; otherwise unknown.
    fileprivate var concernsGateway: Bool { code != .unavailable && code != .deadlineExceeded }
}
