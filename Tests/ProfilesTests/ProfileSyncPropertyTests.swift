import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Devices that were offline come back in any order, with repeats and clocks that jump: favourites and settings are the same.
struct ProfileSyncPropertyTests {
    private static let contents = (0..<10).map { ContentID(rawValue: "m\($0)") }
    private static let profile = "anna"
    private static let day: Int64 = 86_400_000

    /// What one device pushes at once.
    private struct Batch: Sendable {
        var device: String
        var operations: [TimedProfileOperation]
    }

    /// A shard to which batches are applied.
    private struct Household {
        let shard: InlineShard
        let plans: HouseholdPlans
        let viewer = Viewer(
            household: "home", subject: "anna", profile: ProfileSyncPropertyTests.profile, role: .adult,
            policy: .everything)
        let cards: [ContentID: CardResult]

        init(_ simulation: Simulation) async throws {
            shard = try InlineShard(runtime: simulation)
            let layers = ConfigurationLayers(flags: [:], environment: [:])
            plans = HouseholdPlans(try PlanConfiguration(layers), runtime: simulation)
            cards = Dictionary(
                uniqueKeysWithValues: ProfileSyncPropertyTests.contents.map { content in
                    (content, .found(.movie(content.rawValue, "Film \(content)", .pg)))
                })
            try await shard.shard.write { _ = try NewHousehold(household: "home", runtime: simulation).apply($0) }
            try await shard.addProfiles()
        }

        @discardableResult
        func push(_ batch: Batch) async throws -> [SyncResult] {
            let store = shard.shard
            return try await store.write { [viewer, cards, plans] db in
                try ProfileOperationApplier(
                    profile: ProfileSyncPropertyTests.profile, device: batch.device, viewer: viewer, cards: cards,
                    plans: plans, now: 1, shard: store, db: db
                ).apply(batch.operations)
            }
        }

        /// The favourites with their dates, and the settings that were changed.
        func state() async throws -> [String] {
            try await shard.shard.read { db in
                let row = try #require(try ProfileTable.row(of: ProfileSyncPropertyTests.profile, db))
                let filter = FavouriteTable.Filter(
                    profile: row, audience: ViewingPolicy.everything.audienceMask, includesWithoutCard: true)
                let favourites = try FavouriteTable.page(filter, order: .added, after: nil, limit: 100, db)
                let profile = try #require(
                    try HouseholdTable.state(db)?.profile(ProfileSyncPropertyTests.profile))
                let settings = try SettingTable.values(of: profile, db).map { "\($0) \(String(describing: $1))" }
                return favourites.map { "\($0.favourite.content) \($0.favourite.added)" } + settings.sorted()
            }
        }
    }

    /// A change of a favourite or a setting, two of which depend on others.
    private static func fill(_ operation: inout ProfileOperation, _ source: inout SplitMix64) {
        if Bool.random(using: &source) {
            let content = contents[Int.random(in: 0..<contents.count, using: &source)]
            operation.favourite = OfflineFavourite(content: content, isFavourite: Bool.random(using: &source))
            return
        }
        let isOn = Bool.random(using: &source)
        let changes = [
            SettingChange(.maxQueueSize, .integer(Int64(10 * Int.random(in: 1...10, using: &source)))),
            SettingChange(.maxQueueSize, nil), SettingChange(.theme, .text(isOn ? "light" : "dark")),
            SettingChange(.hideAdultContent, .boolean(isOn)), SettingChange(.enableSkipIntro, .boolean(isOn)),
            SettingChange(.autoSkipIntro, .boolean(isOn)), SettingChange(.enableHoverPreviews, .boolean(isOn)),
            SettingChange(.hoverPreviewDelay, .decimal(isOn ? 0.5 : 2)),
            SettingChange(.subtitleLanguage, isOn ? .text("de") : nil),
        ]
        operation.setting = changes[Int.random(in: 0..<changes.count, using: &source)]
    }

    /// A month of one device, in the parts that it pushes. Its clock may jump.
    private static func month(
        of device: String, _ clocks: SyncClocks, _ source: inout SplitMix64
    ) throws -> [Batch] {
        let now = clocks.now(in: "home")
        let reader = ProfileOperationReader(clocks: clocks, household: "home", device: device, now: now)
        var (elapsed, batches): (Int64, [Batch]) = (0, [])
        var operations: [TimedProfileOperation] = []
        let jump: Int64 = Int.random(in: 0..<10, using: &source) == 0 ? 400 * day : 0
        for number in 1...10 {
            elapsed += Int64.random(in: 0...3 * day, using: &source)
            var operation = ProfileOperation(
                id: "\(number)", number: Int64(number), clock: now - 31 * day,
                elapsedMilliseconds: number > 7 ? elapsed + jump : elapsed)
            fill(&operation, &source)
            operations.append(try reader.read(operation))
            guard Int.random(in: 0..<3, using: &source) == 0 else { continue }
            batches.append(Batch(device: device, operations: operations))
            operations = []
        }
        return operations.isEmpty ? batches : batches + [Batch(device: device, operations: operations)]
    }

    @Test(arguments: Seeds.make(3))
    func `fifty devices come back in any order, with repeats and clock jumps`(seed: UInt64) async throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        let simulation = Simulation(seed: seed)
        let clocks = SyncClocks(runtime: simulation)
        var batches: [Batch] = []
        for device in 0..<50 { batches += try Self.month(of: "d\(device)", clocks, &source) }
        var states: Set<[String]> = []
        for _ in 0..<2 {
            let household = try await Household(simulation)
            let repeats = batches.filter { _ in Int.random(in: 0..<3, using: &source) == 0 }
            for batch in batches.shuffled(using: &source) + repeats {
                let results = try await household.push(batch)
                #expect(results.allSatisfy { $0.outcome != .refused }, "seed \(seed): \(results)")
            }
            states.insert(try await household.state())
        }
        #expect(states.count == 1, "seed \(seed): \(states)")
        #expect(states.first?.contains { $0.hasPrefix("maxQueueSize") } == true, "seed \(seed)")
        // No clock that jumps wins over what comes later.
        let limit = clocks.now(in: "home") + 60_000
        #expect(batches.flatMap(\.operations).allSatisfy { $0.stamp.time <= limit }, "seed \(seed)")
        #expect(clocks.next(in: "home") > batches.flatMap(\.operations).map(\.stamp.time).max() ?? 0, "seed \(seed)")
    }

    @Test(arguments: Seeds.make(3))
    func `operations may be grouped into pushes in any way, and the latest of each thing decides`(
        seed: UInt64
    ) async throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        let simulation = Simulation(seed: seed)
        let clocks = SyncClocks(runtime: simulation)
        let operations = try Self.month(of: "d", clocks, &source).flatMap(\.operations)
        var states: Set<[String]> = []
        for size in [1, 3, operations.count] {
            let household = try await Household(simulation)
            for first in stride(from: 0, to: operations.count, by: size) {
                let part = Array(operations[first..<min(first + size, operations.count)])
                for _ in 0..<2 { try await household.push(Batch(device: "d", operations: part)) }
            }
            states.insert(try await household.state())
        }
        #expect(states.count == 1, "seed \(seed): \(states)")
        var favourites: [ContentID: (time: Int64, isFavourite: Bool)] = [:]
        for timed in operations.sorted(by: { $0.stamp < $1.stamp }) {
            guard let change = timed.operation.favourite else { continue }
            favourites[change.content] = (timed.stamp.time, change.isFavourite)
        }
        let expected = favourites.filter(\.value.isFavourite).map { "\($0) \(Date(milliseconds: $1.time))" }
        #expect(Set(states.first ?? []).isSuperset(of: expected), "seed \(seed)")
        #expect(states.first?.count { $0.hasPrefix("m") && !$0.hasPrefix("max") } == expected.count, "seed \(seed)")
    }

    @Test func `the household's time is never set back, and follows no long jump until the next start`() {
        let simulation = Simulation(seed: 1)
        let clocks = SyncClocks(runtime: simulation)
        let begun = simulation.wallTime.millisecondsSince1970
        clocks.start("home", after: begun + 5_000)
        #expect(clocks.next(in: "home") == begun + 5_001)
        simulation.jumpWallClock(by: .seconds(-3_600))
        let back = clocks.next(in: "home")
        #expect(back > begun + 5_001 && back < begun + 10_000)
        simulation.jumpWallClock(by: .seconds(2 * 3_600))
        let ahead = clocks.now(in: "home")
        #expect(ahead >= begun + 3_600_000)
        simulation.jumpWallClock(by: .seconds(40 * 86_400))
        #expect(clocks.now(in: "home") < ahead + 1_000)
        // A device's time is limited to a minute ahead, and all later ones come after it.
        let device = clocks.witness(begun + 400 * Self.day, in: "home")
        #expect(device <= clocks.now(in: "home") + 60_000 && clocks.next(in: "home") > device)
    }
}
