package import GRDB
package import RPC
internal import Synchronization

extension Shard {
    /// How long a chunk goes on while nobody else waits for the writer: each commit writes again what many steps change
    /// alike, so longer ones cost less. Whoever comes waits for one step and the commit.
    private static let undisturbedChunkTime = Duration.milliseconds(250)

    /// Runs a long write as many short ones, so that others get their turn: steps until a chunk's time is up, then a
    /// commit, then the next chunk through the same queue. While nobody else waits a chunk goes on a while longer.
    ///
    /// The chunks are transactions of their own: stage what belongs together under a new generation, and make it visible
    /// by one small write at the end. When a chunk fails, those before it stay.
    ///
    /// - Parameters:
    ///   - state: where it begins; the state after the last step is returned. A step that is run twice (see
    ///     ``write(deadline:releasingBallast:_:)``) gets the same state twice.
    ///   - step: does a little and says whether there is more; milliseconds at most.
    /// - Throws: as ``write(deadline:releasingBallast:_:)``. Cancellation and deadline are looked at before each chunk.
    package func writeChunks<Progress: Sendable>(
        from state: Progress, deadline: MonotonicInstant? = nil, releasingBallast: Bool = false,
        _ step: @escaping @Sendable (Database, inout Progress) throws -> Bool
    ) async throws -> Progress {
        var progress = state
        var hasMore = true
        while hasMore {
            (progress, hasMore) = try await write(deadline: deadline, releasingBallast: releasingBallast) { [self, progress] db in
                var next = progress
                let begun = runtime.now
                let end = begun.advanced(by: options.limits.chunkTime)
                let latest = begun.advanced(by: Self.undisturbedChunkTime)
                var steps = 0
                while true {
                    guard try step(db, &next) else { return (next, false) }
                    steps += 1
                    let now = runtime.now
                    guard now >= end || steps >= options.limits.chunkSteps else { continue }
                    guard now < latest, isUndisturbed else { return (next, true) }
                }
            }
        }
        return progress
    }

    /// Whether the write that runs is alone: nobody shares its commit or waits for the next one. Simulated shards have no
    /// queue; their chunks stay short.
    private var isUndisturbed: Bool {
        guard options.face == .queued else { return false }
        return state.withLock { $0.phase == .open && $0.batchCount == 1 && $0.waitingCount == 0 }
    }

    /// Runs `body` for each element in order, in chunks as ``writeChunks(from:deadline:releasingBallast:_:)`` makes them.
    package func writeChunks<Elements: RandomAccessCollection & Sendable>(
        of elements: Elements, deadline: MonotonicInstant? = nil,
        _ body: @escaping @Sendable (Database, Elements.Element) throws -> Void
    ) async throws where Elements.Index: Sendable {
        _ = try await writeChunks(from: elements.startIndex, deadline: deadline) { db, index in
            guard index != elements.endIndex else { return false }
            try body(db, elements[index])
            elements.formIndex(after: &index)
            return index != elements.endIndex
        }
    }
}
