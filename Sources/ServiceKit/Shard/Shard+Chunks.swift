package import GRDB
package import RPC

extension Shard {
    /// Runs a long write as many short ones, so that others get their turn: steps until a chunk's time is up, then a
    /// commit, then the next chunk through the same queue.
    ///
    /// The chunks are transactions of their own: stage what belongs together under a new generation, and make it visible
    /// by one small write at the end. When a chunk fails, those before it stay.
    ///
    /// - Parameters:
    ///   - state: where it begins; the state after the last step is returned. A step that is run twice (see
    ///     ``write(deadline:makingRoom:_:)``) gets the same state twice.
    ///   - step: does a little and says whether there is more; milliseconds at most.
    /// - Throws: as ``write(deadline:makingRoom:_:)``. Cancellation and deadline are looked at before each chunk.
    package func writeChunks<Progress: Sendable>(
        from state: Progress, deadline: MonotonicInstant? = nil, makingRoom: Bool = false,
        _ step: @escaping @Sendable (Database, inout Progress) throws -> Bool
    ) async throws -> Progress {
        var progress = state
        var hasMore = true
        while hasMore {
            (progress, hasMore) = try await write(deadline: deadline, makingRoom: makingRoom) { [self, progress] db in
                var next = progress
                let end = runtime.now.advanced(by: options.limits.chunkTime)
                for _ in 0..<options.limits.chunkSteps {
                    guard try step(db, &next) else { return (next, false) }
                    if runtime.now >= end { break }
                }
                return (next, true)
            }
        }
        return progress
    }

    /// Runs `body` for each element in order, in chunks as ``writeChunks(from:deadline:makingRoom:_:)`` makes them.
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
