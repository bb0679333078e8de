internal import Basics
package import RPC

extension RPCWriter {
    /// Writes what a list is at the beginning, and again whenever it has changed. A follower that resumes gets the first only
    /// when it is another one than its last. Returns when its task is cancelled.
    ///
    /// - Parameters:
    ///   - list: the list's name among those that its follower may confuse it with.
    ///   - last: the last position that the follower has.
    ///   - shard: the shard, opened again after it was closed.
    ///   - look: reads the list as the follower may see it, and texts that are others when it has changed.
    /// - Throws: errors of `shard` and `look`, and the reason why the stream ended.
    package func follow(
        list: String, after last: StreamPosition?, runtime: any Runtime, shard: () async throws -> Shard,
        look: (Shard) async throws -> (item: Item, marks: [String])
    ) async throws {
        let generation = FNV1a.hash(list.utf8)
        var sent = last?.generation == generation ? last?.sequence : nil
        while !Task.isCancelled {
            let shard = try await shard()
            // Read before: what is written meanwhile is looked at again.
            let commits = shard.stats.commits
            let state = try await look(shard)
            let mark = FNV1a.hash(state.marks.joined(separator: "\n").utf8)
            if mark != sent {
                try await write(state.item, at: StreamPosition(generation: generation, sequence: mark))
                sent = mark
            }
            repeat {
                try await runtime.sleep(for: ListStream.interval)
            } while shard.isOpen && shard.stats.commits == commits
        }
    }
}

private enum ListStream {
    /// How often a followed list is looked at while its shard is written to.
    static let interval = Duration.milliseconds(500)
}
