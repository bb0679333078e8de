package import GRDB
package import RPC
internal import Synchronization

extension Shard {
    /// The maximum duration of a chunk while no other write waits: each commit rewrites the pages that many steps
    /// change in common, so longer chunks cost less. A write that arrives waits for one step and the commit.
    private static let undisturbedChunkTime = Duration.milliseconds(250)

    /// Runs a long write as many short ones, so that other writes get their turn: steps until a chunk's time is up, a
    /// commit, then the next chunk through the same queue. While no other write waits, a chunk runs longer.
    ///
    /// Each chunk is a separate transaction: stage related data under a new generation, and publish it with one small
    /// write at the end. When a chunk fails, the earlier ones stay committed.
    ///
    /// - Parameters:
    ///   - state: the initial state; the state after the last step is returned. A step that is run twice (see
    ///     ``write(deadline:releasingBallast:_:)``) gets the same state twice.
    ///   - step: does a small part of the work and returns whether there is more; milliseconds at most.
    /// - Throws: as ``write(deadline:releasingBallast:_:)``. Cancellation and deadline are checked before each chunk.
    package func writeChunks<Progress: Sendable>(
        from state: Progress, deadline: MonotonicInstant? = nil, releasingBallast: Bool = false,
        _ step: @escaping @Sendable (Database, inout Progress) throws -> Bool
    ) async throws -> Progress {
        var progress = state
        var hasMore = true
        while hasMore {
            (progress, hasMore) = try await write(deadline: deadline, releasingBallast: releasingBallast) {
                [self, progress] db in
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
