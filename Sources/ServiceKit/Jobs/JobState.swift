package import RPC

/// A job's state as those who follow the job get it.
package struct JobState<Item: Sendable>: Sendable {
    /// What is told.
    package var item: Item
    /// Where it stands among the job's states: those that come later have more.
    package var sequence: UInt64
    /// Whether the job is over.
    package var isEnd: Bool

    package init(_ item: Item, sequence: UInt64, isEnd: Bool) {
        self.item = item
        self.sequence = sequence
        self.isEnd = isEnd
    }
}

extension RPCWriter {
    /// Writes how far a job is whenever that changes, up to its end. What a follower has had before is not told again.
    ///
    /// - Parameters:
    ///   - job: The job's id, which no other job has.
    ///   - last: What the follower has had.
    ///   - look: Finds the job as it is now.
    /// - Throws: what `look` throws, and why the stream is over.
    package func follow(
        job: String, after last: StreamPosition?, runtime: any Runtime,
        look: () async throws -> JobState<Item>
    ) async throws {
        let generation = job.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        var told = last?.generation == generation ? last?.sequence : nil
        while true {
            let state = try await look()
            if told.map({ $0 < state.sequence }) ?? true {
                try await write(state.item, at: StreamPosition(generation: generation, sequence: state.sequence))
                told = state.sequence
            }
            if state.isEnd { return }
            try await runtime.sleep(for: JobStream.interval)
        }
    }
}

private enum JobStream {
    /// How often a job is looked at for each follower.
    static let interval = Duration.milliseconds(50)
}
