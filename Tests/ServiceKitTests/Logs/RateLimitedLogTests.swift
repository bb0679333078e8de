import RPC
import RPCZeroMQ
import TestSupport
import Testing

@testable import ServiceKit

/// What strangers can make happen again and again cannot flood the log.
struct RateLimitedLogTests {
    @Test func `the first is told at once, the rest as a count every ten seconds, and quiet brings it back`() {
        let simulation = Simulation(seed: 1)
        let logs = LogCapture()
        let log = ServerLog(logs.logger, runtime: simulation)
        let isDone = simulation.run {
            for number in 0..<1_000 { log.note(.peerViolated("reason \(number)")) }
            #expect(logs.entries.map(\.metadata) == [["reason": "reason 0"]])
            try? await simulation.sleep(for: .seconds(11))
            #expect(logs.entries.count == 2)
            #expect(logs.entries.last?.metadata == ["count": "999", "lastReason": "reason 999"])
            #expect(logs.entries.allSatisfy { $0.level == "warning" })
            // A peer that goes on for an hour writes six lines a minute.
            for _ in 0..<36_000 {
                log.note(.peerViolated("again"))
                try? await simulation.sleep(for: .milliseconds(100))
            }
            #expect((359...363).contains(logs.entries.count))
            try? await simulation.sleep(for: .seconds(30))
            let counts = logs.entries.dropFirst().compactMap { $0.metadata["count"].flatMap { Int($0) } ?? 1 }
            #expect(counts.reduce(1, +) == 37_000)
            let before = logs.entries.count
            log.note(.peerViolated("new"))
            #expect(logs.entries.count == before + 1)
            #expect(logs.entries.last?.metadata == ["reason": "new"])
        }
        #expect(isDone)
    }

    @Test func `each kind of event has its own count, and what happens once is told as ever`() throws {
        let simulation = Simulation(seed: 2)
        let logs = LogCapture()
        let log = ServerLog(logs.logger, runtime: simulation)
        let endpoint = try #require(ZeroMQEndpoint("tcp://127.0.0.1:4000"))
        let isDone = simulation.run {
            for _ in 0..<50 {
                log.note(.peerTooSlow)
                log.note(.tooManyPeers(limit: 7))
                log.note(.peerViolated("x"))
            }
            log.note(.listening(endpoint))
            #expect(logs.entries.map(\.level) == ["notice", "warning", "warning", "info"])
            try? await simulation.sleep(for: .seconds(11))
            let counts = logs.entries.dropFirst(4).map(\.metadata)
            #expect(counts.contains(["count": "49"]))
            #expect(counts.contains(["limit": "7", "refused": "49"]))
            #expect(counts.contains(["count": "49", "lastReason": "x"]))
        }
        #expect(isDone)
    }
}
