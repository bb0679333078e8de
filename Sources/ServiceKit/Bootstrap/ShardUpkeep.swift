internal import Logging
internal import RPC
internal import ServiceLifecycle

/// Opens the shards that exist, says so in the service's health, looks after them, and closes them at the end.
struct ShardUpkeep: Service {
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
        let failures = await shards.openExisting()
        note(failures)
        logger.info("The shards are open.", metadata: ["count": "\(shards.openShards.count)"])
        await shards.runtime.untilShutdown {
            await withTaskGroup { group in
                group.addTask { try? await shards.run() }
                group.addTask { await openLater(Set(failures.keys)) }
            }
        }
        await shards.close()
    }

    /// Opens what could not be opened, as when the disk was full: what a household is told by other services is to arrive
    /// also while nobody asks for anything.
    private func openLater(_ households: Set<String>) async {
        var (left, pause) = (households, Self.firstPause)
        while !left.isEmpty {
            do { try await shards.runtime.sleep(for: pause) } catch { return }
            pause = min(pause * 2, Self.longestPause)
            let failures = await shards.openExisting(of: left)
            left = Set(failures.keys)
            note(failures)
        }
    }

    private func note(_ failures: [String: any Error]) {
        guard !failures.isEmpty else { return health.set(Self.part, .serving) }
        let reasons = failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        health.set(Self.part, .degraded, reason: reasons.joined(separator: "; "))
    }
}
