import RPC
import RPCDiagnostics
import Testing

/// What a running process tells of itself.
@Suite(.timeLimit(.minutes(10)))
struct WatchingTests {
    @Test(arguments: TestTransportMode.allCases) func `peers and their calls are told, the oldest first`(
        mode: TestTransportMode
    ) async throws {
        try await mode.at { endpoint in
            let fixture = try await OverloadFixture(at: endpoint)
            let (client, sheddable) = (fixture.client, fixture.options(.sheddable))
            let first = endpoint.runtime.spawn { _ = try? await client.send(OverloadService.Hold(fact: "first")) }
            await fixture.handlerLog.when("first")
            let second = endpoint.runtime.spawn {
                _ = try? await client.send(OverloadService.Hold(fact: "second"), options: sheddable)
            }
            await fixture.handlerLog.when("second")
            let calls = try await fixture.system.send(Sys.ListCalls())
            #expect(calls.total == 2)
            #expect(calls.calls.map(\.method) == ["test.v1.Desk/Hold", "test.v1.Desk/Hold"])
            #expect(calls.calls.map(\.phase) == ["running", "running"])
            #expect(calls.calls.map(\.criticality) == ["critical", "sheddable"])
            for call in calls.calls {
                #expect(call.trace.count == 32)
                #expect(call.ageSeconds >= 0)
                #expect(call.secondsLeft.map { $0 > 0 && $0 <= 60 } == true)
            }
            let oldest = try await fixture.system.send(Sys.ListCalls(limit: 1))
            #expect(oldest.calls.map(\.number) == [calls.calls[0].number])
            #expect(oldest.total == 2)
            let peers = try await fixture.system.send(Sys.GetPeers()).peers
            #expect(peers.count == 1)
            let peer = try #require(peers.first)
            #expect(Set(calls.calls.map(\.peerNumber)) == [peer.number])
            #expect(!peer.name.isEmpty && peer.instance.count == 32 && peer.versions == [1] && peer.isOnThisHost)
            // Both calls, and the question itself.
            #expect((peer.openCalls, peer.givenUpCalls, peer.arrivingCalls) == (3, 0, 0))
            #expect(peer.bytesReceived > 100 && peer.bytesSent > 100)
            #expect(peer.receiveWindowBytes > 0 && peer.sendWindowBytes > 0)
            let error = await #expect(throws: RPCError.self) {
                try await fixture.system.send(Sys.ListCalls(limit: 1_001))
            }
            #expect(error?.code == .invalidArgument)
            for fact in ["first", "second"] { fixture.handlerLog.note("released \(fact)") }
            await first.value
            await second.value
            #expect(try await fixture.system.send(Sys.ListCalls()).total == 0)
            await endpoint.closeClient()
        }
    }

    @Test(arguments: TestTransportMode.allCases)
    func `the last failed and the last slow calls are kept, so many of each`(
        mode: TestTransportMode
    ) async throws {
        try await mode.at { endpoint in
            var limits = RPCLimits()
            (limits.recentCalls, limits.slowCall) = (3, .milliseconds(30))
            let fixture = try await OverloadFixture(at: endpoint, limits: limits)
            _ = try await fixture.client.send(OverloadService.Work(fact: "slow", milliseconds: 40))
            for _ in 0..<5 { _ = try? await fixture.client.send(OverloadService.Fail()) }
            _ = try? await fixture.client.send(
                OverloadService.Work(fact: "late", milliseconds: 60_000),
                options: CallOptions(timeout: .seconds(3), attempts: 1))
            let client = fixture.client
            let leaver = endpoint.runtime.spawn { _ = try? await client.send(OverloadService.Hold(fact: "left")) }
            await fixture.handlerLog.when("left")
            leaver.cancel()
            await leaver.value
            // Their callers have left; they end a little later.
            while try await fixture.system.send(Sys.ListCalls()).total > 0 {}
            let traces = try await fixture.system.send(Sys.GetTraces())
            #expect(traces.failed.map(\.code) == ["DEADLINE_EXCEEDED", "NOT_FOUND", "NOT_FOUND"])
            #expect(traces.failed.map(\.executed) == ["maybe", "yes", "yes"])
            #expect(traces.slowMilliseconds == 30)
            let slow = try #require(traces.slow.last)
            #expect((slow.method, slow.code) == ("test.v1.Desk/Work", "OK"))
            #expect(slow.handlerMicroseconds >= 30_000)
            #expect(slow.trace.count == 32)
            await endpoint.closeClient()
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `health is told at once and with each change`(
        mode: TestTransportMode
    ) async throws {
        try await mode.at { endpoint in
            let health = Box<HealthRegistry>()
            let fixture = try await OverloadFixture(at: endpoint) { health.set($0.health) }
            let registry = try #require(health.value)
            var items = try await fixture.system.stream(Sys.WatchHealth(), options: CallOptions(waitForReady: true))
                .makeAsyncIterator()
            #expect(try await items.next()?.state == "serving")
            registry.set("shard", .degraded, reason: "the disk is full")
            let degraded = try #require(try await items.next())
            #expect(degraded.state == "degraded")
            #expect(degraded.parts.map(\.reason) == ["the disk is full"])
            registry.set("shard", .serving)
            #expect(try await items.next()?.state == "serving")
            let drained = endpoint.runtime.spawn { await endpoint.drain(within: .seconds(5)) }
            let error = await #expect(throws: RPCError.self) { while try await items.next() != nil {} }
            #expect(error?.code == .unavailable)
            await drained.value
            await endpoint.closeClient()
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `the log level is what the process makes of it`(
        mode: TestTransportMode
    ) async throws {
        try await mode.at { endpoint in
            let requested = Log<String>()
            let fixture = try await OverloadFixture(at: endpoint) { server in
                server.diagnostics.onSetLogLevel = { level, time in
                    requested.append("\(level) \(time.map { "\($0.components.seconds)" } ?? "for good")")
                    return "info"
                }
            }
            let changed = try await fixture.system.send(Sys.SetLogLevel(level: "debug", seconds: 60))
            #expect((changed.level, changed.before, changed.seconds) == ("debug", "info", 60))
            _ = try await fixture.system.send(Sys.SetLogLevel(level: "info"))
            #expect(requested.elements == ["debug 60", "info for good"])
            for seconds in [0, -1, .nan, 1e9] {
                let error = await #expect(throws: RPCError.self) {
                    try await fixture.system.send(Sys.SetLogLevel(level: "debug", seconds: seconds))
                }
                #expect(error?.code == .invalidArgument)
            }
            #expect(requested.count == 2)
            await endpoint.closeClient()
        }
    }
}

/// A value that is set on the way.
final class Box<Value: Sendable>: Sendable {
    private let log = Log<Value>()

    func set(_ value: Value) { log.append(value) }
    var value: Value? { log.elements.last }
}
