internal import Logging
internal import RPC
internal import ServiceLifecycle

/// Opens the shards that exist, says so in the service's health, looks after them, and closes them at the end.
struct ShardMaintenance: Service {
    let shards: ShardDirectory
    let health: HealthRegistry
    let logger: Logger

    /// The name of its part of the health.
    static let part = "shards"
    /// How long after a failure shards are opened again: each time twice as long, up to the longest.
    static let (firstPause, longestPause) = (Duration.seconds(5), Duration.seconds(300))

    init(shards: ShardDirectory, health: HealthRegistry, logger: Logger) {
        self.shards = shards
        self.health = health
        self.logger = logger
        health.set(Self.part, .starting, reason: "the shards are being opened")
    }

    func run() async throws {
        let (changes, later) = (shards.problemChanges(), shards.problemChanges())
        await shards.openExisting()
        note()
        logger.info("The shards are open.", metadata: ["count": "\(shards.openShards.count)"])
        await shards.runtime.untilShutdown {
            await withTaskGroup { group in
                group.addTask { try? await shards.run() }
                group.addTask { await tell(changes) }
                group.addTask { await retryOpening(later) }
            }
        }
        await shards.close()
    }

    /// Says in the health what is missing as soon as that is known.
    private func tell(_ changes: AsyncStream<Void>) async { for await _ in changes { note() } }

    /// Opens what could not be opened, as when the disk was full or a volume was not mounted: what a household is told by other
    /// services is to arrive also while no one asks for anything.
    private func retryOpening(_ changes: AsyncStream<Void>) async {
        var changes = changes.makeAsyncIterator()
        while true {
            var pause = Self.firstPause
            while !shards.problems.isEmpty {
                do { try await shards.runtime.sleep(for: pause) } catch { return }
                pause = min(pause * 2, Self.longestPause)
                await shards.openExisting(of: Set(shards.problems.keys))
            }
            if await changes.next() == nil { return }
        }
    }

    private func note() {
        let problems = shards.problems
        guard !problems.isEmpty else {
            shards.quarantine.noteOpened()
            shards.policies.noteOpened()
            return health.set(Self.part, .serving)
        }
        let reasons = problems.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        health.set(Self.part, .degraded, reason: reasons.joined(separator: "; "))
    }
}
