import CatalogAPI
import Logging
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// When feeds are looked at, in virtual time.
struct FeedSchedulerTests {
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `a household has one timer, however often something else has it looked at`(seed: UInt64) async throws {
        try await Simulation.runOnDedicatedThread { try Self.run(seed: seed) }
    }

    private static func run(seed: UInt64) throws {
        let directory = try TemporaryDirectory()
        for household in households { try directory.directory("data/\(household)") }
        let simulation = Simulation(seed: seed)
        let runtime = TimerCountingRuntime(simulation)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let shards = try ShardDirectory(
            root: directory.path("data"), service: "catalog", migrations: CatalogMigrations.all,
            options: ShardOptions(face: .inline), runtime: simulation, logger: logger, onFatal: { _ in })
        let queue = ImportQueue(
            shards: shards, runtime: runtime, logger: logger, limits: ImportLimits())
        let counts = Mutex<[Int]>([])
        let hasEnded = simulation.run {
            do {
                let week = simulation.wallTime.millisecondsSince1970 + 7 * 86_400_000
                for household in households {
                    var feed = Feed(name: "list", kind: .playlist, address: "/list.m3u", minutes: 1_440)
                    feed.due = week
                    try await shards.shard(for: household).write { [feed] in try FeedTable.put(feed, $0) }
                }
                let schedule = simulation.spawn { await FeedScheduler(queue: queue).work() }
                for _ in 0..<20 {
                    try await simulation.sleep(for: .seconds(1))
                    for household in households { queue.notifyFeedsChanged(household: household) }
                }
                try await simulation.sleep(for: .seconds(1))
                counts.withLock { $0.append(runtime.count) }
                // Timers ring each hour as long as nothing is due.
                try await simulation.sleep(for: .seconds(10 * 3_600))
                counts.withLock { $0.append(runtime.count) }
                await queue.stop()
                await shards.close()
                await schedule.value
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        #expect(hasEnded, "seed \(seed)")
        let found = counts.withLock { $0 }
        #expect(found.count == 2 && found[0] >= 20 * households.count, "seed \(seed)")
        #expect(found.last.map { $0 - found[0] } == 10 * households.count, "seed \(seed)")
        extendLifetime(directory)
    }

    private static let households = ["one", "two"]
}

/// A simulation that counts the timers that are set in it.
private final class TimerCountingRuntime: Runtime {
    private let base: Simulation
    private let timers = Mutex(0)

    init(_ base: Simulation) { self.base = base }

    /// How many were set.
    var count: Int { timers.withLock { $0 } }

    var now: MonotonicInstant { base.now }
    var wallTime: WallTime { base.wallTime }
    var clockDomain: ClockDomain { base.clockDomain }
    func random() -> UInt64 { base.random() }
    @discardableResult
    func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> { base.spawn(body) }
    func sleep(until instant: MonotonicInstant) async throws { try await base.sleep(until: instant) }
    func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        timers.withLock { $0 += 1 }
        base.schedule(at: instant, body)
    }
}
