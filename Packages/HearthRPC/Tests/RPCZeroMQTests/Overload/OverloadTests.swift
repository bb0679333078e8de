import RPC
import RPCDiagnostics
import Testing

/// A server that has more to do than it can: who is let in, who is not, and that its places come free again.
@Suite(.timeLimit(.minutes(10)))
struct OverloadTests {
    private static let slots = 8

    private func run(
        _ mode: TestTransportMode, _ body: @escaping @Sendable (OverloadFixture) async throws -> Void
    ) async throws {
        try await mode.at { endpoint in
            var limits = RPCLimits()
            limits.openCalls = Self.slots
            let fixture = try await OverloadFixture(at: endpoint, limits: limits)
            try await body(fixture)
            await endpoint.closeClient()
        }
    }

    /// Takes places, and returns once all of them are taken.
    private func hold(_ fixture: OverloadFixture, _ count: Int, _ fact: String) async -> [Task<Void, Never>] {
        let client = fixture.client
        let holders = (0..<count).map { _ in
            fixture.endpoint.runtime.spawn { _ = try? await client.send(OverloadService.Hold(fact: fact)) }
        }
        await fixture.handlerLog.when(fact, count)
        return holders
    }

    @Test(arguments: TestTransportMode.allCases) func `critical calls are answered while sheddable ones are refused`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            let holders = await hold(fixture, Self.slots / 2, "held")
            for round in 0..<50 {
                let error = await #expect(throws: RPCError.self) {
                    try await fixture.client.send(OverloadService.Tidy(fact: "shed \(round)"))
                }
                #expect(error?.code == .resourceExhausted)
                #expect(error?.executed == .no)
                #expect(error?.retryAfter != nil)
                _ = try await fixture.client.send(OverloadService.Note(fact: "noted \(round)"))
            }
            for round in 0..<50 {
                #expect(fixture.handlerLog.count("shed \(round)") == 0)
                #expect(fixture.handlerLog.count("noted \(round)") == 1)
            }
            #expect(try await fixture.system.send(Sys.GetStats()).refusals == ["sheddable-calls": 50])
            fixture.handlerLog.note("released held")
            for holder in holders { await holder.value }
            _ = try await fixture.client.send(OverloadService.Tidy(fact: "later"))
            #expect(fixture.handlerLog.count("later") == 1)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a full server refuses at once, and is still looked into`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            let holders = await hold(fixture, Self.slots, "held")
            let error = await #expect(throws: RPCError.self) {
                try await fixture.client.send(OverloadService.Note(fact: "too many"))
            }
            #expect(error?.code == .resourceExhausted)
            #expect(error?.executed == .no)
            #expect(error?.retryAfter != nil)
            _ = try await fixture.system.send(Sys.Ping())
            _ = try await fixture.system.send(Sys.GetInfo())
            #expect(try await fixture.system.send(Sys.GetHealth()).state == "serving")
            #expect(try await fixture.system.send(Sys.GetSchema()).methods.isEmpty == false)
            #expect(try await fixture.system.send(Sys.GetStats()).refusals == ["open-calls": 1])
            var watchers: [RPCItems<Sys.Health>.Iterator] = []
            for _ in 0..<RPCLimits().systemStreams {
                var watcher = try await fixture.system.stream(Sys.WatchHealth()).makeAsyncIterator()
                #expect(try await watcher.next()?.state == "serving")
                watchers.append(watcher)
            }
            let unwatched = await #expect(throws: RPCError.self) {
                for try await _ in try await fixture.system.stream(Sys.WatchHealth()) { return }
            }
            #expect(unwatched?.code == .resourceExhausted)
            #expect(unwatched?.retryAfter != nil)
            let refusals = try await fixture.system.send(Sys.GetStats()).refusals
            #expect(refusals == ["open-calls": 1, "system-streams": 1])
            watchers.removeAll()
            fixture.handlerLog.note("released held")
            for holder in holders { await holder.value }
            _ = try await fixture.client.send(OverloadService.Note(fact: "again"))
            #expect(fixture.handlerLog.count("too many") == 0)
        }
    }

    /// However calls end, all places can be taken again: the next holders' begin is waited for.
    @Test(arguments: TestTransportMode.allCases) func `places come free again after answers, cancels and deadlines`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            for round in 0..<5 {
                for holder in await hold(fixture, Self.slots, "cancelled \(round)") { holder.cancel() }
                await settle(fixture)
                let (client, options) = (
                    fixture.client, CallOptions(timeout: .milliseconds(20), waitForReady: true, attempts: 1)
                )
                let late = (0..<Self.slots).map { _ in
                    fixture.endpoint.runtime.spawn {
                        _ = try? await client.send(OverloadService.Hold(fact: "late"), options: options)
                    }
                }
                for call in late { await call.value }
                await settle(fixture)
                let holders = await hold(fixture, Self.slots, "answered \(round)")
                fixture.handlerLog.note("released answered \(round)")
                for holder in holders { await holder.value }
                await settle(fixture)
            }
        }
    }

    /// Returns once nothing runs.
    private func settle(_ fixture: OverloadFixture) async {
        while (try? await fixture.system.send(Sys.GetStats()).openCalls) != 0 {}
    }

    /// Of calls that need longer than they have, one is let in now and then, and the others are refused at once.
    @Test(arguments: TestTransportMode.allCases) func `what cannot be answered in time is not begun`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            for _ in 0..<24 {
                _ = try await fixture.client.send(OverloadService.Work(fact: "learnt", milliseconds: 40))
            }
            let options = CallOptions(timeout: .milliseconds(20), waitForReady: true, attempts: 1)
            let refused = Log<Int>()
            for number in 0..<40 {
                let error = await #expect(throws: RPCError.self) {
                    try await fixture.client.send(
                        OverloadService.Work(fact: "hasty \(number)", milliseconds: 40), options: options)
                }
                guard error?.code == .resourceExhausted else { continue }
                #expect(error?.executed == .no)
                #expect(error?.retryAfter ?? .zero >= .milliseconds(20))
                refused.append(number)
            }
            for number in refused.elements { #expect(fixture.handlerLog.count("hasty \(number)") == 0) }
            let refusals = try await fixture.system.send(Sys.GetStats()).refusals?["deadline"]
            if mode == .simulation {
                #expect(refused.elements.count == 39)
                #expect(refusals == 39)
            }
            // Who has the time is not refused.
            _ = try await fixture.client.send(OverloadService.Work(fact: "patient", milliseconds: 0))
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a sheddable call makes no critical ones`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            let (client, critical, sheddable) = (
                fixture.client, fixture.options(.critical), fixture.options(.sheddable)
            )
            let heard = [
                try await client.send(OverloadService.Note(fact: "a")),
                try await client.send(OverloadService.Tidy(fact: "a")),
                try await client.send(OverloadService.Relay(fact: "a")),
                try await client.send(OverloadService.Note(fact: "a"), options: sheddable),
                try await client.send(OverloadService.Relay(fact: "a"), options: sheddable),
                try await client.send(OverloadService.Tidy(fact: "a"), options: critical),
            ]
            #expect(
                heard.map(\.criticality) == [
                    "critical", "sheddable", "critical", "sheddable", "sheddable", "critical",
                ])
        }
    }
}
