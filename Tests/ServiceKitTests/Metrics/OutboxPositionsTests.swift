import GRDB
import RPC
import RPCDiagnostics
import RPCMetrics
import TestSupport
import Testing

@testable import ServiceKit

/// What a service tells of its outbox and of its cursors, and of its jobs.
struct OutboxPositionsTests {
    /// Runs a test with a source of events and a receiver.
    private static func with(_ body: (EventFixture) async throws -> Void) async throws {
        try await ShardFixture.with { fixture in
            let press = EventFixture(SystemRuntime.shared, face: .queued, in: fixture.directory)
            try await press.startSource()
            try await body(press)
            await press.stopReceiver()
            await press.stopSource()
        }
    }

    private static func positions(_ shards: ShardDirectory?) async throws -> [String: Double] {
        let readings = await OutboxPositions(shards: try #require(shards)).readings()
        let positions = readings.filter { $0.name == OutboxPositions.outboxName }
        return Dictionary(uniqueKeysWithValues: positions.map { ($0.labels["age"] ?? "", $0.value) })
    }

    @Test
    func `a log tells how far it had come at each age, and where it begins`() async throws {
        try await Self.with { press in
            for number in 1...5 as ClosedRange<Int64> { try await press.tell(number) }
            let now = press.runtime.wallTime.millisecondsSince1970
            let shard = try await press.source?.shard(for: "home")
            // In seconds before now. The first entry has expired.
            try await shard?.write { db in
                for (sequence, age) in [(2, 7_200), (3, 1_800), (4, 100), (5, 10)] as [(Int64, Int64)] {
                    try db.execute(
                        sql: "UPDATE outbox SET at = ? WHERE sequence = ?", arguments: [now - age * 1_000, sequence])
                }
                try db.execute(sql: "DELETE FROM outbox WHERE sequence = 1")
            }
            let positions = try await Self.positions(press.source)
            #expect(
                positions == [
                    "oldest": 2, "0": 5, "1": 5, "5": 5, "15": 4, "60": 4, "300": 3, "900": 3, "3600": 2, "21600": 1,
                    "86400": 1, "604800": 1, "2592000": 1,
                ])
        }
    }

    @Test
    func `an empty log is at its end at every age`() async throws {
        try await Self.with { press in
            _ = try await press.source?.shard(for: "home")
            let positions = try await Self.positions(press.source)
            #expect(positions.count == 13)
            #expect(positions["oldest"] == 1 && positions.filter { $0.key != "oldest" }.allSatisfy { $0.value == 0 })
        }
    }

    @Test
    func `a follower's cursor is in the log of its source`() async throws {
        try await Self.with { press in
            try await press.startReceiver()
            for number in 1...3 as ClosedRange<Int64> { try await press.tell(number) }
            #expect(try await press.arrives([1, 2, 3]))
            let receiver = try #require(press.receiver)
            var cursors: [ServiceMetrics.Reading] = []
            let isWhole = try await comes {
                cursors = await OutboxPositions(shards: receiver).readings().filter {
                    $0.name == OutboxPositions.inboxName
                }
                return cursors.first?.value == 3
            }
            #expect(isWhole)
            let source = await OutboxPositions(shards: try #require(press.source)).readings()
            #expect(cursors.first?.labels["source"] == "gazette" && cursors.first?.labels["household"] == "home")
            #expect(cursors.first?.labels["generation"] == source.first?.labels["generation"])
        }
    }

    @Test
    func `ends of jobs are counted by kind and outcome, which are there before the first`() async {
        let recorder = MetricsRecorder()
        let metrics = ServiceMetrics(recorder)
        metrics.announceJobs(["import"])
        func counts() -> [String: Double] {
            let jobs = recorder.metrics.filter { $0.name == "jobs_total" && $0.labels["kind"] == "import" }
            return Dictionary(uniqueKeysWithValues: jobs.map { ($0.labels["outcome"] ?? "", $0.value) })
        }
        #expect(counts() == ["done": 0, "failed": 0, "held": 0, "cancelled": 0])
        for outcome in [JobOutcome.done, .done, .failed] { metrics.noteJob("import", outcome) }
        #expect(counts() == ["done": 2, "failed": 1, "held": 0, "cancelled": 0])
    }
}
