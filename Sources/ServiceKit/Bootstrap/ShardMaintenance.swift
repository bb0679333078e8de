internal import Logging
internal import RPC
internal import ServiceLifecycle

/// Opens the existing shards, reports that in the service's health, maintains them, and closes them at shutdown.
struct ShardMaintenance: Service {
    let shards: ShardDirectory
    let health: HealthRegistry
    let logger: Logger

    /// The name of the health component.
    static let part = "shards"
    /// The name of the health component that says how far upgrades of shards are; only of a service that had one.
    static let upgradePart = "upgrade"
    /// The backoff between attempts to open failed shards: doubled each time, up to the longest.
    static let (firstPause, longestPause) = (Duration.seconds(5), Duration.seconds(300))

    init(shards: ShardDirectory, health: HealthRegistry, logger: Logger) {
        self.shards = shards
        self.health = health
        self.logger = logger
        health.set(Self.part, .starting, reason: "the shards are being opened")
        shards.upgrades.observe { health.set(Self.upgradePart, $0.isEmpty ? .serving : .degraded, reason: $0) }
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

    /// Updates the health status whenever the set of missing shards changes.
    private func tell(_ changes: AsyncStream<Void>) async { for await _ in changes { note() } }

    /// Retries shards that failed to open, for example because the disk was full or a volume not mounted: events of
    /// other services must reach a household also while no client calls.
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
