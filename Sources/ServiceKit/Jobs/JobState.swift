internal import Basics
package import RPC

/// A job's state as sent to its followers.
package struct JobState<Item: Sendable>: Sendable {
    /// The state to send.
    package var item: Item
    /// The sequence number among the job's states; it increases.
    package var sequence: UInt64
    /// Whether the job has ended.
    package var isEnd: Bool

    package init(_ item: Item, sequence: UInt64, isEnd: Bool) {
        self.item = item
        self.sequence = sequence
        self.isEnd = isEnd
    }
}

extension RPCWriter {
    /// Writes a job's progress whenever it changes, until the job ends. States that the follower already has are
    /// skipped.
    ///
    /// - Parameters:
    ///   - job: The job's unique ID.
    ///   - last: The last state that the follower has.
    ///   - look: Reads the job's current state.
    /// - Throws: errors of `look`, and the reason why the stream ended.
    package func follow(
        job: String, after last: StreamPosition?, runtime: any Runtime,
        look: () async throws -> JobState<Item>
    ) async throws {
        let generation = FNV1a.hash(job.utf8)
        var sent = last?.generation == generation ? last?.sequence : nil
        while true {
            let state = try await look()
            if sent.map({ $0 < state.sequence }) ?? true {
                try await write(state.item, at: StreamPosition(generation: generation, sequence: state.sequence))
                sent = state.sequence
            }
            if state.isEnd { return }
            try await runtime.sleep(for: JobStream.interval)
        }
    }
}

private enum JobStream {
    /// The polling interval of a job, per follower.
    static let interval = Duration.milliseconds(50)
}
