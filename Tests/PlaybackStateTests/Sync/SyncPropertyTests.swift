import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Devices that were offline for a month come back in any order, with repeats and clocks that jump: the state is the same.
struct SyncPropertyTests {
    private static let profile = TestCaller.adult.profile
    private static let contents = (0..<12).map { ContentID(rawValue: "m\($0)") }
    private static let day: Int64 = 86_400_000

    /// What one device has queued: it pushes it in parts.
    private struct Batch: Sendable {
        var device: String
        var operations: [TimedOperation]
    }

    /// A shard to which batches are applied.
    private struct Household {
        let shard: InlineShard
        let cards: CatalogClient.Cards

        init() throws {
            shard = try InlineShard()
            cards = CatalogClient.Cards(
                found: Dictionary(
                    uniqueKeysWithValues: SyncPropertyTests.contents.map { ($0, Card.movie($0.rawValue)) }))
        }

        @discardableResult
        func push(_ batch: Batch) async throws -> [SyncResult] {
            let viewer = Viewer(
                household: "home", subject: "adam", profile: SyncPropertyTests.profile, role: .adult,
                policy: .everything)
            return try await shard.shard.write { [cards] db in
                let applier = OperationApplier(
                    profile: SyncPropertyTests.profile, row: try ProfileTable.make(SyncPropertyTests.profile, db),
                    device: batch.device, viewer: viewer, cards: cards, now: 1, db: db)
                return try applier.apply(batch.operations)
            }
        }

        /// All that follows from the operations, without row numbers. Whether a session is still open is left out: that a
        /// later one of its device ended it is not known any more when that one was removed.
        func state() async throws -> [String] {
            try await shard.shard.read { db in
                let row = try ProfileTable.make(SyncPropertyTests.profile, db)
                var lines: [String] = []
                for content in SyncPropertyTests.contents {
                    guard let title = try ContentTable.row(of: content, db) else { continue }
                    var state = try WatchStateReader.watchState(of: row, content: title, db)
                    let hidden = try MarkTable.hidden(of: row, content: title, db)
                    // A sum, which rounds by the order of rows.
                    state.secondsWatched.round()
                    guard state != WatchState() || hidden > .zero else { continue }
                    lines.append("\(content) \(state) \(hidden)")
                }
                let sessions = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT c.id, s.variant, s.device, s.opened, p.stamp, p.progress, p.position, p.sequence
                        FROM viewing v JOIN session s ON s.row = v.session JOIN point p ON p.session = s.row
                        JOIN content c ON c.row = v.content ORDER BY s.opened, s.device, c.id
                        """)
                lines += sessions.map { "\($0)" }
                let queue = try String.fetchAll(
                    db, sql: "SELECT c.id FROM queued q JOIN content c ON c.row = q.content ORDER BY q.position")
                return lines + ["queue \(queue.joined(separator: " "))"]
            }
        }
    }

    /// A month of one device: what it knew of the household's time is a month old, and its clock may have jumped.
    private static func month(
        of device: String, _ reader: OperationReader, since start: Int64, _ source: inout SplitMix64
    ) throws -> [Batch] {
        var (elapsed, batches): (Int64, [Batch]) = (0, [])
        var operations: [TimedOperation] = []
        let jump: Int64 = Int.random(in: 0..<20, using: &source) == 0 ? 400 * day : 0
        for number in 1...10 {
            elapsed += Int64.random(in: 1...3 * day, using: &source)
            var operation = PlaybackOperation(
                id: "\(device)-\(number)", number: Int64(number), clock: start,
                elapsedMilliseconds: number > 7 ? elapsed + jump : elapsed)
            fill(&operation, device, &source)
            operations.append(try reader.read(operation))
            guard Int.random(in: 0..<3, using: &source) == 0 else { continue }
            batches.append(Batch(device: device, operations: operations))
            operations = []
        }
        return operations.isEmpty ? batches : batches + [Batch(device: device, operations: operations)]
    }

    private static func fill(_ operation: inout PlaybackOperation, _ device: String, _ source: inout SplitMix64) {
        let content = contents[Int.random(in: 0..<contents.count, using: &source)]
        switch Int.random(in: 0..<12, using: &source) {
        case 0...3:
            let reports = (1...3).map { number in
                ProgressReport(
                    session: "", elapsedMilliseconds: Int64(number) * 60_000,
                    position: Double.random(in: 0...100, using: &source), duration: 100, sequence: Int64(number))
            }
            operation.play = OfflinePlay(
                session: "s\(operation.number)", content: content, variant: "v",
                startsOver: Int.random(in: 0..<5, using: &source) == 0, reports: reports,
                hasEnded: Bool.random(using: &source))
        case 4, 5: operation.mark = OfflineMark(content: content, isWatched: true)
        case 6: operation.mark = OfflineMark(content: content, isWatched: false)
        case 7: operation.hide = content
        case 8, 9:
            operation.enqueue = OfflineEnqueue(content: content, place: Bool.random(using: &source) ? .next : nil)
        case 10:
            let after = contents[Int.random(in: 0..<contents.count, using: &source)]
            operation.move = OfflineMove(content: content, after: Bool.random(using: &source) ? after : nil)
        default:
            let kinds = [
                OfflineRemoval(content: content), OfflineRemoval(session: "s\(operation.number - 1)"),
                OfflineRemoval(everything: true),
            ]
            let isQueue = Bool.random(using: &source)
            if isQueue {
                operation.dequeue = content
            } else {
                let kind = Int.random(in: 0..<30, using: &source)
                operation.remove = kinds[kind == 0 ? 2 : kind % 2]
            }
        }
    }

    @Test(arguments: Seeds.make(2))
    func `a hundred devices come back in any order, with repeats and clock jumps`(seed: UInt64) async throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        let simulation = Simulation(seed: seed)
        let clocks = HouseholdClocks(runtime: simulation)
        let reader = OperationReader(clocks: clocks, runtime: simulation, household: "home")
        let start = clocks.milliseconds(in: "home") - 31 * Self.day
        var batches: [Batch] = []
        for device in 0..<100 {
            batches += try Self.month(of: "d\(device)", reader, since: start, &source)
        }
        var states: [[String]] = []
        for _ in 0..<2 {
            let household = try Household()
            var order = batches.shuffled(using: &source)
            // A third of them twice: their first response was lost.
            order += batches.filter { _ in Int.random(in: 0..<3, using: &source) == 0 }
            for batch in order {
                let results = try await household.push(batch)
                #expect(results.allSatisfy { $0.outcome != .refused }, "seed \(seed)")
            }
            states.append(try await household.state())
        }
        #expect(states[0] == states[1], "seed \(seed)")
        // A device may have removed everything near the end of the month.
        #expect(states[0].count > 3, "seed \(seed)")
        let limit = clocks.milliseconds(in: "home") + HybridClock.longestLead
        #expect(batches.flatMap(\.operations).allSatisfy { $0.stamp.milliseconds <= limit }, "seed \(seed)")
    }

    @Test(arguments: Seeds.make(3))
    func `operations may be grouped into pushes in any way`(seed: UInt64) async throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        let simulation = Simulation(seed: seed)
        let clocks = HouseholdClocks(runtime: simulation)
        let reader = OperationReader(clocks: clocks, runtime: simulation, household: "home")
        let start = clocks.milliseconds(in: "home") - 31 * Self.day
        let operations = try Self.month(of: "d", reader, since: start, &source).flatMap(\.operations)
        var states: Set<[String]> = []
        for size in [1, 3, operations.count] {
            let household = try Household()
            for first in stride(from: 0, to: operations.count, by: size) {
                let part = Array(operations[first..<min(first + size, operations.count)])
                for _ in 0..<2 { try await household.push(Batch(device: "d", operations: part)) }
            }
            states.insert(try await household.state())
        }
        #expect(states.count == 1, "seed \(seed)")
    }
}
