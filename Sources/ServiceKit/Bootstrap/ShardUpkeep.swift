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

    init(shards: ShardDirectory, health: HealthRegistry, logger: Logger) {
        self.shards = shards
        self.health = health
        self.logger = logger
        health.set(Self.part, .starting, reason: "the shards are being opened")
    }

    func run() async throws {
        let failures = await shards.openExisting()
        if failures.isEmpty {
            health.set(Self.part, .serving)
        } else {
            let reasons = failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            health.set(Self.part, .degraded, reason: reasons.joined(separator: "; "))
        }
        logger.info("The shards are open.", metadata: ["count": "\(shards.openShards.count)"])
        await shards.runtime.untilShutdown { try? await shards.run() }
        await shards.close()
    }
}
