import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

/// What callers learn when processes and connections fail.
@Suite(.timeLimit(.minutes(10)))
struct FailureTests {
    @Test func `call to a server that is not there fails at once`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            await server.close()
            let channel = try await fixture.channel()
            let error = await #expect(throws: RPCError.self) { try await channel.lookup("absent") }
            #expect(error?.code == .unavailable)
            #expect(error?.executed == .no)
        }
    }

    @Test func `killed servers calls are unknown and its successor is found`() async throws {
        try await ZeroMQFixture.with { fixture in
            let channel = try await fixture.channel(to: try await fixture.serveOnce())
            for round in 0..<5 {
                let server = try await fixture.serve()
                #expect(try await channel.lookupWhenReady("round \(round)") == "round \(round)")
                let caller = SystemRuntime.shared.spawn {
                    let error = await #expect(throws: RPCError.self) {
                        try await channel.library.send(
                            LookupService.Hold(name: "\(round)"), options: CallOptions(attempts: 1))
                    }
                    #expect(error?.code == .unavailable)
                    #expect(error?.executed == .maybe)
                }
                await fixture.handlerLog.when("held \(round)")
                await server.kill()
                await caller.value
            }
        }
    }

    /// A server takes a hundred requests in and dies before it looks at them. Its successor executes none.
    @Test func `nothing runs at the successor that was meant for the dead`() async throws {
        try await ZeroMQFixture.with { fixture in
            try await fixture.serveOnce()
            let frozen = try await HungServer.start(at: fixture.ipc, handlerLog: fixture.handlerLog)
            let channel = try await fixture.channel()
            await frozen.waitUntilWelcomed()
            let outcomes = Log<Executed>()
            let callers = (0..<100).map { _ in
                SystemRuntime.shared.spawn {
                    let error = await #expect(throws: RPCError.self) { try await channel.lookup("zombie") }
                    #expect(error?.code == .unavailable)
                    if let error { outcomes.append(error.executed) }
                }
            }
            await frozen.waitUntilFramesQueued()
            await frozen.kill()
            for caller in callers { await caller.value }
            // Calls after the kill were not sent; none that was sent is reported as certainly without effect.
            #expect(outcomes.elements.contains(.maybe))
            #expect(!outcomes.elements.contains(.yes))
            let server = try await fixture.serve()
            #expect(try await channel.lookupWhenReady("alive") == "alive")
            #expect(fixture.handlerLog.count("lookup zombie") == 0)
            await server.close()
        }
    }

    /// All answers that a server sent before it closed arrive, also when it closes right after.
    @Test func `drained servers last answers arrive`() async throws {
        try await ZeroMQFixture.with { fixture in
            for round in 0..<10 {
                let server = try await fixture.serve()
                let channel = try await fixture.channel()
                let callers = (0..<64).map { _ in
                    SystemRuntime.shared.spawn {
                        let options = CallOptions(waitForReady: true, attempts: 1)
                        await #expect(throws: Never.self) {
                            try await channel.library.send(LookupService.Hold(name: "\(round)"), options: options)
                        }
                    }
                }
                await fixture.handlerLog.when("held \(round)", 64)
                let drained = SystemRuntime.shared.spawn { await server.transport.drain(within: .seconds(30)) }
                fixture.handlerLog.note("released \(round)")
                for caller in callers { await caller.value }
                await drained.value
                await server.node.shutDown()
                await channel.close()
            }
        }
    }

    @Test func `dead clients calls are cancelled`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let doomed = try ZeroMQNode.start()
            let channel = try await fixture.channel(node: doomed)
            let witness = try await fixture.channel()
            let caller = SystemRuntime.shared.spawn {
                _ = try? await channel.library.send(
                    LookupService.Hold(name: "a"), options: CallOptions(waitForReady: true))
            }
            let patient = SystemRuntime.shared.spawn {
                await #expect(throws: Never.self) {
                    try await witness.library.send(
                        LookupService.Hold(name: "b"), options: CallOptions(waitForReady: true))
                }
            }
            await fixture.handlerLog.when("held a")
            await fixture.handlerLog.when("held b")
            await doomed.shutDown()
            await caller.value
            await fixture.handlerLog.when("cancelled a")
            #expect(fixture.handlerLog.count("cancelled b") == 0)
            fixture.handlerLog.note("released b")
            await patient.value
            #expect(try await server.transport.statistics().peersGone == 1)
            await server.close()
        }
    }

    /// A client without calls leaves nothing behind either.
    @Test func `idle clients are forgotten when they go`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            for _ in 0..<10 {
                let channel = try await fixture.channel()
                _ = try await channel.lookupWhenReady("hello")
                await channel.close()
            }
            while try await server.transport.statistics().peers > 0 {}
            #expect(try await server.transport.statistics().peersGone == 10)
            await server.close()
        }
    }

    /// Clients that come and go without a pause do not pile up.
    @Test func `visitors are forgotten while more of them come`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            var most = 0
            while try await server.transport.statistics().peersGone < 100 {
                let channel = try await fixture.channel()
                _ = try await channel.lookupWhenReady("hello")
                await channel.close()
                most = max(most, try await server.transport.statistics().peers)
            }
            #expect(most < 100)
            await server.close()
        }
    }

    @Test func `servers come and go at one path`() async throws {
        try await ZeroMQFixture.with { fixture in
            try await fixture.serveOnce()
            let channel = try await fixture.channel()
            for round in 0..<20 {
                let server = try await fixture.serve()
                // The channel may not know yet that the last one has gone: a read is tried again.
                let options = CallOptions(timeout: .seconds(300), waitForReady: true)
                let response = try await channel.library.send(LookupService.Lookup(text: "\(round)"), options: options)
                #expect(response.text == "\(round)")
                await server.close()
            }
        }
    }
}

extension ZeroMQFixture {
    /// Makes the directory, by serving once.
    @discardableResult
    func serveOnce() async throws -> ZeroMQEndpoint {
        let server = try await serve()
        await server.close()
        return server.endpoint
    }
}
