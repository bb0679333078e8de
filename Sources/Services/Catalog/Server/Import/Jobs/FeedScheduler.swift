internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Enqueues a refresh of each feed when it is due. The due times are in the shards: they survive a restart.
struct FeedScheduler: Service {
    let queue: ImportQueue
    /// The longest sleep: the civil clock may be set in between.
    private static let maximumSleep = Duration.seconds(3_600)
    /// The retry interval of due feeds that could not be enqueued.
    private static let minimumSleep = Duration.seconds(30)

    private var runtime: any Runtime { queue.runtime }

    func run() async throws { await runtime.untilShutdown { await work() } }

    /// A household to check.
    private struct Ring: Sendable {
        var household: String
        /// The timer that fired; nil for another reason.
        var timer: Int?
    }

    /// Runs until no more shards are opened.
    func work() async {
        let (openings, changes) = (queue.shards.openings(), queue.feedChanges())
        let (rings, ring) = AsyncStream<Ring>.makeStream()
        await withTaskGroup { group in
            group.addTask {
                for await household in openings { ring.yield(Ring(household: household)) }
                ring.finish()
            }
            group.addTask { for await household in changes { ring.yield(Ring(household: household)) } }
            // Feeds that are due in a household with a closed shard are found at start; after that the timer has them.
            for household in queue.shards.households() { ring.yield(Ring(household: household)) }
            var dues: [String: Int64] = [:]
            var newest: [String: Int] = [:]
            for await one in rings {
                let household = one.household
                let timer = newest[household, default: 0]
                // Timers are never cancelled: the last one set is enough, and each further one would set another
                // forever.
                if let rung = one.timer, rung != timer { continue }
                newest[household] = timer + 1
                let now = runtime.wallTime.millisecondsSince1970
                // An idle shard is not opened to read a due time that is known.
                if queue.shards.openShards[household] != nil || dues[household].map({ $0 <= now }) ?? true {
                    dues[household] = await refreshDue(household: household)
                }
                guard let due = dues[household] else { continue }
                let pause = min(max(.milliseconds(due - now), Self.minimumSleep), Self.maximumSleep)
                runtime.schedule(at: runtime.now.advanced(by: pause)) {
                    ring.yield(Ring(household: household, timer: timer + 1))
                }
            }
            group.cancelAll()
        }
    }

    /// Enqueues the due feeds of a household.
    ///
    /// - Returns: when the next feed is due, in milliseconds since 1970; nil when none has a time.
    func refreshDue(household: String) async -> Int64? {
        let now = runtime.wallTime.millisecondsSince1970
        do {
            let shard = try await queue.shards.shard(for: household)
            for feed in try await shard.read({ try FeedTable.due(at: now, $0) }) {
                _ = try await queue.refresh(feed, household: household)
            }
            return try await shard.read { try FeedTable.nextDue($0) }
        } catch {
            queue.logger.notice(
                "Due sources could not be enqueued.",
                metadata: ["household": "\(household)", "error": "\(error)"])
            return now + Self.maximumSleep.wholeMilliseconds
        }
    }
}
