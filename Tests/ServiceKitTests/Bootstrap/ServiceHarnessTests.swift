import Access
import Foundation
import HearthModel
import RPC
import RPCDiagnostics
import ServiceKit
import Synchronization
import TestSupport
import Testing

struct ServiceHarnessTests {
    @Test(arguments: TestTransport.allCases)
    func `what is acknowledged survives a restart and a kill`(transport: TestTransport) async throws {
        try await ServiceHarness.with(CounterService.self, transport) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            #expect(try await counter.send(Counter.Add()).count == 1)
            try await harness.restart()
            #expect(try await counter.send(Counter.Add()).count == 2)
            await harness.kill()
            try await harness.start()
            #expect(try await counter.send(Counter.Add()).count == 3)
            #expect(try await counter.send(Counter.Get()).count == 3)
        }
    }

    @Test
    func `a power cut takes nothing that was acknowledged`() async throws {
        try await ServiceHarness.with(CounterService.self, faults: true) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            for expected in 1...10 {
                #expect(try await counter.send(Counter.Add()).count == Int64(expected))
                try await harness.cutPower()
                try await harness.start()
            }
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `calls without a token, with a stranger's, with the wrong role are refused`(
        transport: TestTransport
    ) async throws {
        try await ServiceHarness.with(CounterService.self, transport) { harness in
            let anonymous = try await harness.client(Counter.self, as: nil)
            #expect(await code { try await anonymous.send(Counter.Get()) } == .unauthenticated)
            let forged = CallOptions(token: try await harness.forgedToken(for: .owner))
            #expect(await code { try await anonymous.send(Counter.Get(), options: forged) } == .unauthenticated)
            let kids = try await harness.client(Counter.self, as: .kids)
            #expect(await code { try await kids.send(Counter.Add()) } == .permissionDenied)
            #expect(try await kids.send(Counter.Get()).count == 0)
            let stranger = try await harness.client(Counter.self, as: .owner.of("next-door"))
            #expect(await code { try await stranger.send(Counter.Get()) } == .notFound)
            let friend = try await harness.client(Counter.self, as: .service("catalog"))
            #expect(try await friend.send(Counter.Get()).count == 0)
            let foe = try await harness.client(Counter.self, as: .service("downloads"))
            #expect(await code { try await foe.send(Counter.Get()) } == .permissionDenied)
        }
    }

    @Test
    func `a neighbour is played by handlers of its contract, and may be down`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            #expect(await code { try await counter.send(Counter.Relay()) } == .unavailable)
            var handlers = RPCHandlers<Counter>()
            handlers.on(Counter.Add.self) { _, _ in Counter.Count(count: 0) }
            handlers.on(Counter.Get.self) { _, _ in Counter.Count(count: 77) }
            handlers.on(Counter.Relay.self) { _, _ in Counter.Count(count: 0) }
            handlers.on(Counter.Break.self) { _, _ in Counter.Count(count: 0) }
            try harness.clients.play("friend", handlers)
            var waiting = CallOptions(timeout: .seconds(60), token: try await harness.token(for: .owner))
            waiting.attempts = 10
            #expect(try await counter.send(Counter.Relay(), options: waiting).count == 77)
            harness.clients.stop("friend")
            #expect(await code { try await counter.send(Counter.Relay()) } == .unavailable)
        }
    }

    @Test
    func `what breaks inside is in the log and not in the answer`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            let error = await #expect(throws: RPCError.self) { try await counter.send(Counter.Break()) }
            #expect(error?.code == .unknown)
            #expect(error?.message.contains("cellar") == false)
            let entry = try #require(harness.logs.entries.first { $0.message == "A call broke." })
            #expect(entry.level == "warning")
            #expect(entry.metadata["cause"] == "the cellar door is open")
            #expect(entry.metadata["method"] == "test.counter.v1.Counter/Break")
        }
    }

    @Test
    func `health tells of shards that cannot be opened`() async throws {
        try await ServiceHarness.with(CounterService.self) { harness in
            let sys = try await harness.client(Sys.self, as: nil)
            await harness.stop()
            let file = "\(harness.dataDirectory)/home/counter.sqlite"
            try overwrite(file)
            try await harness.start()
            let health = try await untilSettled { try await sys.send(Sys.GetHealth()) }
            #expect(health.state == "degraded")
            // A household's name and what SQLite says of its file are for operators.
            let part = try #require(health.parts.first { $0.name == "shards" })
            #expect(part.state == "degraded")
            #expect(part.reason == Sys.HealthPart.redactedReason)
            for person in [TestCaller.owner] {
                let health = try await harness.client(Sys.self, as: person).send(Sys.GetHealth())
                #expect(
                    health.parts.contains {
                        $0.name == "shards" && $0.reason.contains("home") && $0.reason.contains("is damaged")
                    })
            }
            var forged = sys
            forged.defaults.token = try await harness.forgedToken(for: .owner)
            for client in [try await harness.client(Sys.self, as: .kids), forged] {
                #expect(try await client.send(Sys.GetHealth()).parts == health.parts)
            }
        }
    }

    @Test
    func `what runs beside the server is started and stopped with it`() async throws {
        CounterService.backgroundRuns.withLock { $0 = [] }
        try await ServiceHarness.with(CounterService.self) { harness in
            let sys = try await harness.client(Sys.self, as: nil)
            _ = try await untilSettled { try await sys.send(Sys.GetHealth()) }
        }
        #expect(CounterService.backgroundRuns.withLock { $0.contains("started") && $0.contains("stopped") })
    }

    /// Asks until the service has finished starting.
    private func untilSettled(_ read: () async throws -> Sys.Health) async throws -> Sys.Health {
        try #require(try await comes { try await read().state != "starting" })
        return try await read()
    }

    /// Makes a shard's file unreadable for SQLite.
    private func overwrite(_ path: String) throws {
        let bytes = Data(repeating: 0x5a, count: 8_192)
        try bytes.write(to: URL(filePath: path))
    }

    private func code<Value>(_ body: () async throws -> Value) async -> RPCCode? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? RPCError)?.code
        }
    }
}
