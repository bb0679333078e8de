import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import ServiceKit

/// What callers can make a service log again and again: that a household's shard cannot be opened.
struct ShardOpenFailureLogTests {
    private struct Damage: Error, CustomStringConvertible { let description: String }

    @Test func `a household that is not there is told of once, however many calls name it`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            let stranger = TestCaller.owner.of("elsewhere")
            let counter = try await harness.client(Counter.self, as: stranger)
            for _ in 0..<50 {
                let error = await #expect(throws: RPCError.self) { try await counter.send(Counter.Get()) }
                #expect(error?.code == .notFound)
            }
            let entries = harness.logs.entries.filter { $0.metadata["household"] == "elsewhere" }
            #expect(entries.count == 1)
            #expect(entries.first?.level == "notice")
        }
    }

    @Test func `of many such households a bounded number is told and remembered`() {
        let logs = LogCapture()
        let failures = ShardOpenFailureLog(logger: logs.logger, runtime: SystemRuntime.shared)
        for number in 0..<1_000 {
            for _ in 0..<3 { failures.note("home\(number)", ShardError.unknownHousehold("home\(number)")) }
        }
        #expect(logs.entries.count == 100)
        // One that was there meanwhile is told of again.
        failures.ended("home1")
        failures.note("home1", ShardError.unknownHousehold("home1"))
        #expect(logs.entries.count == 101)
    }

    @Test func `a shard that cannot be opened is told of at once, then as a count, each household by itself`() {
        let simulation = Simulation(seed: 3)
        let logs = LogCapture()
        let failures = ShardOpenFailureLog(logger: logs.logger, runtime: simulation)
        let isDone = simulation.run {
            for number in 0..<300 {
                failures.note("home", Damage(description: "damage \(number)"))
                failures.note("hut", Damage(description: "other \(number)"))
            }
            #expect(logs.entries.map { $0.metadata["household"] } == ["home", "hut"])
            #expect(logs.entries.allSatisfy { $0.level == "error" && $0.metadata["count"] == "1" })
            try? await simulation.sleep(for: .seconds(11))
            #expect(logs.entries.count == 4)
            #expect(logs.entries.last?.metadata["count"] == "299")
            for number in 0..<1_000 { failures.note("many\(number)", Damage(description: "x")) }
            // Four were there; ninety-eight have a notice of their own, the others one together.
            #expect(logs.entries.count == 103)
            #expect(logs.entries.last?.metadata["household"] == "several")
            try? await simulation.sleep(for: .seconds(11))
            #expect(logs.entries.last?.metadata["count"] == "901")
        }
        #expect(isDone)
    }
}
