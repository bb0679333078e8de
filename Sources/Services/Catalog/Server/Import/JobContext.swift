internal import CatalogAPI
internal import GRDB
internal import Logging
internal import RPC
internal import ServiceKit

/// The context of a job.
struct JobContext: Sendable {
    let household: String
    let record: JobRecord
    let shards: ShardDirectory
    let runtime: any Runtime
    let logger: Logger
    let limits: ImportLimits
    let titles: SnapshotCache<TitleIndex>
    let onAir: SnapshotCache<OnAirList>
    let progress: JobProgress
    /// The titles that the household opened recently.
    var opened: Set<String> = []
    /// Further writes in the transaction that ends the job successfully.
    var atEnd: (@Sendable (Database) throws -> Void)?
    /// Replaces ``atEnd`` when the input was truncated.
    var onTruncatedPublish: (@Sendable (Database) throws -> Void)?

    /// Civil time in milliseconds since 1970.
    var now: Int64 { runtime.wallTime.millisecondsSince1970 }

    /// - Throws: ``JobAbort/cancelled`` when the job was cancelled.
    func checkCancellation() throws {
        if progress.isCancelled || Task.isCancelled { throw JobAbort.cancelled }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await shards.shard(for: household).read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await shards.shard(for: household).write(releasingBallast: record.kind.makesRoom, body)
    }

    /// Runs steps until one returns false, in chunks between which the job can be cancelled.
    ///
    /// - Parameter note: receives the state from time to time.
    func steps<State: Sendable>(
        from state: State, note: @Sendable (State) -> Void = { _ in },
        _ step: @escaping @Sendable (Database, inout State) throws -> Bool
    ) async throws -> State {
        var round = Round(state: state)
        while round.hasMore {
            try checkCancellation()
            let begin = Round(state: round.state)
            // One call is cut into chunks by time; its rounds are bounded so that the job can be cancelled between
            // them.
            round = try await shards.shard(for: household).writeChunks(
                from: begin, releasingBallast: record.kind.makesRoom
            ) { db, round in
                round.hasMore = try step(db, &round.state)
                round.steps += 1
                return round.hasMore && round.steps < Self.stepsPerRound
            }
            note(round.state)
        }
        return round.state
    }

    /// Runs a step for each of some values, in chunks between which the job can be cancelled.
    func steps<State: Sendable, Value: Sendable>(
        from state: State, each values: [Value],
        _ step: @escaping @Sendable (Database, Value, inout State) throws -> Void
    ) async throws -> State {
        guard !values.isEmpty else { return state }
        let all = try await steps(from: (state: state, next: 0)) { db, all in
            try step(db, values[all.next], &all.state)
            all.next += 1
            return all.next < values.count
        }
        return all.state
    }

    private struct Round<State: Sendable>: Sendable {
        var state: State
        var hasMore = true
        var steps = 0

        init(state: State) { self.state = state }
    }

    private static let stepsPerRound = 2_000
}
