internal import Logging
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Learns what TMDB knows of the films and series that are there, in the background: asks metadata-gateway after each that
/// nothing is known of yet, and from time to time again.
///
/// What was learned is in the shard before it is published, and a title without a row is one to ask after: so a run that is
/// killed at any point goes on where it was. While metadata-gateway is down everything stays as it is.
struct Enrichment: Service {
    let desk: ImportDesk
    let source: MetadataSource
    let limits: EnrichmentLimits

    private var runtime: any Runtime { desk.runtime }

    func run() async throws {
        await runtime.untilShutdown { await enrichAll() }
    }

    /// Enriches the households that have a shard here, and those whose shards come later, until the task is cancelled.
    func enrichAll() async {
        let openings = desk.shards.openings()
        await withTaskGroup { group in
            var known: Set<String> = []
            for await household in openings where known.insert(household).inserted {
                group.addTask { await enrich(household) }
            }
            group.cancelAll()
        }
    }

    /// Where a household's enrichment is.
    private struct Walk {
        /// Titles without a row come after this id.
        var after = ""
        /// The generation whose titles all have a row; nil while that is not known.
        var walked: Int64?
        /// What was learned since the last publication; at the start that may be something.
        var unpublished = 1
        /// Turns in a row that metadata-gateway did not answer.
        var failures = 0
    }

    private func enrich(_ household: String) async {
        var walk = Walk()
        while !Task.isCancelled {
            var pause = limits.idlePause
            do {
                pause = try await turn(household, &walk)
            } catch {
                desk.logger.debug(
                    "Titles could not be enriched.", metadata: ["household": "\(household)", "error": "\(error)"])
            }
            do { try await runtime.sleep(for: pause) } catch { return }
        }
    }

    /// Asks after some titles.
    ///
    /// - Returns: how long to wait before the next turn.
    private func turn(_ household: String, _ walk: inout Walk) async throws -> Duration {
        let shard = try await desk.shards.shard(for: household)
        let wanted = try await next(&walk, shard)
        let (rows, problem) = await ask(wanted, household)
        if !rows.isEmpty { try await shard.write { db in for row in rows { try LearnedTable.put(row, db) } } }
        walk.unpublished += rows.count
        let isPausing = wanted.isEmpty || problem != nil
        if isPausing, try await forget(shard) { walk.unpublished += 1 }
        if walk.unpublished >= (isPausing ? 1 : limits.titlesPerPublication) {
            desk.enqueueLearning(household: household)
            walk.unpublished = 0
        }
        guard let problem else {
            walk.failures = 0
            return wanted.isEmpty ? limits.idlePause : .zero
        }
        // Those that got no answer are found again when the walk begins anew.
        (walk.after, walk.walked) = ("", nil)
        walk.failures += 1
        if walk.failures == 1 {
            desk.logger.notice(
                "metadata-gateway cannot tell of titles now; they wait.",
                metadata: ["household": "\(household)", "error": "\(problem)"])
        }
        return pause(after: problem, failures: walk.failures)
    }

    /// The titles to ask after next: those without a row first, then those whose time has come.
    private func next(_ walk: inout Walk, _ shard: Shard) async throws -> [LearnedTable.Wanted] {
        let limit = limits.titlesPerTurn
        let generation = try await shard.read { try StagingStore.published($0) }
        if walk.walked != generation {
            let after = walk.after
            let unknown = try await shard.read(deadline: .distantFuture) { db in
                try LearnedTable.unknown(after: after, limit: limit, db)
            }
            if let last = unknown.last {
                walk.after = last.id
                return unknown
            }
            // What came meanwhile is found by the next walk, as it came with another generation.
            (walk.after, walk.walked) = ("", generation)
        }
        let now = runtime.wallTime.millisecondsSince1970
        return try await shard.read { try LearnedTable.due(at: now, limit: limit, $0) }
    }

    /// Forgets what is too old to be shown, and what is known of titles that are not there any more.
    ///
    /// - Returns: whether there was any.
    private func forget(_ shard: Shard) async throws -> Bool {
        let now = runtime.wallTime.millisecondsSince1970
        let oldest = now - limits.oldestTime.wholeMilliseconds
        let isAny = try await shard.read { try LearnedTable.isAnythingToForget(olderThan: oldest, at: now, $0) }
        guard isAny else { return false }
        _ = try await shard.writeChunks(from: 0) { db, _ in
            let hasMore = try LearnedTable.forgetOlder(than: oldest, db)
            return try LearnedTable.dropUnwanted(at: now, db) || hasMore
        }
        return true
    }

    private func pause(after problem: any Error, failures: Int) -> Duration {
        let doubled = limits.firstPause * (1 << min(failures - 1, 16))
        let asked = (problem as? RPCError)?.retryAfter ?? .zero
        return min(max(doubled, asked), limits.longestPause)
    }

    // MARK: Asking

    /// Asks after titles, a few at a time, until all are answered or metadata-gateway cannot answer.
    private func ask(
        _ wanted: [LearnedTable.Wanted], _ household: String
    ) async -> (rows: [LearnedTable.Row], problem: (any Error)?) {
        await withTaskGroup(of: Result<LearnedTable.Row, any Error>.self) { group in
            var waiting = wanted[...]
            func begin() {
                guard let title = waiting.popFirst() else { return }
                group.addTask { await ask(title, household) }
            }
            for _ in 0..<limits.titlesAtOnce { begin() }
            var rows: [LearnedTable.Row] = []
            var problem: (any Error)?
            for await result in group {
                switch result {
                case .success(let row): rows.append(row)
                case .failure(let error): problem = problem ?? error
                }
                if problem == nil { begin() }
            }
            return (rows, problem)
        }
    }

    private func ask(
        _ title: LearnedTable.Wanted, _ household: String
    ) async -> Result<LearnedTable.Row, any Error> {
        func row(_ learned: LearnedTitle?, _ time: Duration) -> LearnedTable.Row {
            let due = runtime.wallTime.millisecondsSince1970 + time.wholeMilliseconds
            return LearnedTable.Row(id: title.id, title: learned, due: due)
        }
        do {
            let learned = try await source.learn(title, household: household)
            return .success(row(learned, learned == nil ? limits.unknownTime : limits.knownTime))
        } catch let error as RPCError where error.detail(MetadataProblem.self)?.code == .unreadable {
            // This title's answer alone: the others do not wait for it.
            return .success(row(title.known, limits.unreadableTime))
        } catch {
            return .failure(error)
        }
    }
}
