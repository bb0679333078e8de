import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct CallTests {
    @Test(arguments: [nil, ZeroMQEndpoint.tcp(host: "127.0.0.1", port: 0)])
    func `calls are answered`(at endpoint: ZeroMQEndpoint?) async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve(endpoint.map { ZeroMQBinding($0) })
            let channel = try await fixture.channel(to: server.endpoint)
            #expect(try await channel.lookupWhenReady("alien") == "alien")
            let glance = try await channel.library.send(LookupService.Glance(text: "inline"))
            #expect(glance.text == "inline")
            await server.close()
        }
    }

    @Test func `many callers share one socket`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let channel = try await fixture.channel()
            _ = try await channel.lookupWhenReady("first")
            let wrong = await withTaskGroup(of: Int.self) { group in
                for caller in 0..<64 {
                    group.addTask {
                        var wrong = 0
                        for number in 0..<50 {
                            let text = "\(caller)/\(number)"
                            let response = try? await channel.library.send(LookupService.Lookup(text: text)).text
                            if response != text { wrong += 1 }
                        }
                        return wrong
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(wrong == 0)
            #expect(server.node.loop.statistics.idleWakes == 0)
            await server.close()
        }
    }

    @Test func `large bodies arrive whole`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let channel = try await fixture.channel()
            for size in [0, 65_535, 65_536, 65_537, 3 << 20] {
                let text = String(repeating: "x", count: size)
                let response = try await channel.lookupWhenReady(text)
                #expect(response == text)
            }
            await server.close()
        }
    }

    @Test func `cancelling the caller cancels the handler`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let library = try await fixture.channel().library
            let caller = SystemRuntime.shared.spawn {
                let error = await #expect(throws: RPCError.self) {
                    try await library.send(LookupService.Hold(name: "a"), options: CallOptions(waitForReady: true))
                }
                #expect(error?.code == .cancelled)
            }
            await fixture.handlerLog.when("held a")
            caller.cancel()
            await fixture.handlerLog.when("cancelled a")
            await caller.value
            await server.close()
        }
    }

    @Test func `channel tells how many calls have not ended`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let channel = try await fixture.channel()
            let library = channel.library
            let callers = ["a", "b"].map { name in
                SystemRuntime.shared.spawn {
                    _ = try? await library.send(
                        LookupService.Hold(name: name), options: CallOptions(waitForReady: true))
                }
            }
            for name in ["a", "b"] { await fixture.handlerLog.when("held \(name)") }
            #expect(try await channel.openCalls() == 2)
            callers[0].cancel()
            await callers[0].value
            #expect(try await channel.openCalls() == 1)
            await server.kill()
            await callers[1].value
            #expect(try await channel.openCalls() == 0)
        }
    }

    @Test func `deadline ends the call here and there`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let channel = try await fixture.channel()
            _ = try await channel.lookupWhenReady("first")
            let error = await #expect(throws: RPCError.self) {
                try await channel.library.send(
                    LookupService.Hold(name: "a"), options: CallOptions(timeout: .milliseconds(200), attempts: 1))
            }
            #expect(error?.code == .deadlineExceeded)
            if fixture.handlerLog.count("held a") > 0 { await fixture.handlerLog.when("cancelled a") }
            await server.close()
        }
    }

    @Test func `closed channel ends its calls and takes no more`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            let channel = try await fixture.channel()
            let caller = SystemRuntime.shared.spawn {
                let error = await #expect(throws: RPCError.self) {
                    try await channel.library.send(
                        LookupService.Hold(name: "a"), options: CallOptions(waitForReady: true))
                }
                #expect(error?.code == .unavailable)
                #expect(error?.executed == .maybe)
            }
            await fixture.handlerLog.when("held a")
            await channel.close()
            await caller.value
            let error = await #expect(throws: RPCError.self) { try await channel.lookup("after") }
            #expect(error?.code == .unavailable)
            #expect(error?.executed == .no)
            await fixture.handlerLog.when("cancelled a")
            await server.close()
        }
    }

    @Test func `released channel hangs up`() async throws {
        try await ZeroMQFixture.with { fixture in
            let server = try await fixture.serve()
            do {
                let channel = try await fixture.channel()
                _ = try await channel.lookupWhenReady("hello")
                #expect(try await server.transport.statistics().peers == 1)
            }
            while try await server.transport.statistics().peers > 0 {}
            await server.close()
        }
    }

    /// No caller waits for ever for a loop that is not there any more.
    @Test func `calls on a stopped node fail`() async throws {
        try await ZeroMQFixture.with { fixture in
            let node = try ZeroMQNode.start()
            let server = try await fixture.serve()
            let channel = try await fixture.channel(node: node)
            let caller = SystemRuntime.shared.spawn {
                await #expect(throws: RPCError.self) {
                    try await channel.library.send(
                        LookupService.Hold(name: "a"), options: CallOptions(waitForReady: true))
                }
            }
            await fixture.handlerLog.when("held a")
            await node.shutDown()
            await caller.value
            let error = await #expect(throws: RPCError.self) { try await channel.lookup("after") }
            #expect(error?.executed == .no)
            await channel.close()
            await server.close()
        }
    }
}
