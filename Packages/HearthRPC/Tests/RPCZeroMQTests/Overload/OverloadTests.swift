import Expectations
import RPC
import RPCDiagnostics
import Testing

/// A server that has more to do than it can: who is let in, who is not, and that its places come free again.
@Suite(.timeLimit(.minutes(10)))
struct OverloadTests {
    private static let places = 8

    private func run(
        _ world: TestTransportMode, _ body: @escaping @Sendable (OverloadFixture) async throws -> Void
    ) async throws {
        try await world.at { place in
            var limits = RPCLimits()
            limits.openCalls = Self.places
            let stage = try await OverloadFixture(at: place, limits: limits)
            try await body(stage)
            await place.closeClient()
        }
    }

    /// Takes places, and returns once all of them are taken.
    private func hold(_ stage: OverloadFixture, _ count: Int, _ fact: String) async -> [Task<Void, Never>] {
        let desk = stage.desk
        let holders = (0..<count).map { _ in
            stage.place.runtime.spawn { _ = try? await desk.send(OverloadService.Hold(fact: fact)) }
        }
        await stage.shelf.when(fact, count)
        return holders
    }

    @Test(arguments: TestTransportMode.allCases) func `critical calls are answered while sheddable ones are refused`(
        world: TestTransportMode
    ) async throws {
        try await run(world) { stage in
            let holders = await hold(stage, Self.places / 2, "held")
            for round in 0..<50 {
                let error = await #expect(throws: RPCError.self) {
                    try await stage.desk.send(OverloadService.Tidy(fact: "shed \(round)"))
                }
                expectEqual(error?.code, .resourceExhausted)
                expectEqual(error?.executed, .no)
                #expect(error?.retryAfter != nil)
                _ = try await stage.desk.send(OverloadService.Note(fact: "noted \(round)"))
            }
            for round in 0..<50 {
                expectEqual(stage.shelf.count("shed \(round)"), 0)
                expectEqual(stage.shelf.count("noted \(round)"), 1)
            }
            try await expectEqual(stage.system.send(Sys.GetStats()).refusals, ["sheddable-calls": 50])
            stage.shelf.note("released held")
            for holder in holders { await holder.value }
            _ = try await stage.desk.send(OverloadService.Tidy(fact: "later"))
            expectEqual(stage.shelf.count("later"), 1)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a full server refuses at once, and is still looked into`(
        world: TestTransportMode
    ) async throws {
        try await run(world) { stage in
            let holders = await hold(stage, Self.places, "held")
            let error = await #expect(throws: RPCError.self) {
                try await stage.desk.send(OverloadService.Note(fact: "too many"))
            }
            expectEqual(error?.code, .resourceExhausted)
            expectEqual(error?.executed, .no)
            #expect(error?.retryAfter != nil)
            _ = try await stage.system.send(Sys.Ping())
            _ = try await stage.system.send(Sys.GetInfo())
            try await expectEqual(stage.system.send(Sys.GetHealth()).state, "serving")
            try await expectEqual(stage.system.send(Sys.GetSchema()).methods.isEmpty, false)
            try await expectEqual(stage.system.send(Sys.GetStats()).refusals, ["open-calls": 1])
            var watchers: [RPCItems<Sys.Health>.Iterator] = []
            for _ in 0..<RPCLimits().systemStreams {
                var watcher = try await stage.system.stream(Sys.WatchHealth()).makeAsyncIterator()
                try await expectEqual(watcher.next()?.state, "serving")
                watchers.append(watcher)
            }
            let unwatched = await #expect(throws: RPCError.self) {
                for try await _ in try await stage.system.stream(Sys.WatchHealth()) { return }
            }
            expectEqual(unwatched?.code, .resourceExhausted)
            #expect(unwatched?.retryAfter != nil)
            let refusals = try await stage.system.send(Sys.GetStats()).refusals
            expectEqual(refusals, ["open-calls": 1, "system-streams": 1])
            watchers.removeAll()
            stage.shelf.note("released held")
            for holder in holders { await holder.value }
            _ = try await stage.desk.send(OverloadService.Note(fact: "again"))
            expectEqual(stage.shelf.count("too many"), 0)
        }
    }

    /// However calls end, all places can be taken again: the next holders' begin is waited for.
    @Test(arguments: TestTransportMode.allCases) func `places come free again after answers, cancels and deadlines`(
        world: TestTransportMode
    ) async throws {
        try await run(world) { stage in
            for round in 0..<5 {
                for holder in await hold(stage, Self.places, "cancelled \(round)") { holder.cancel() }
                await settle(stage)
                let (desk, options) = (
                    stage.desk, CallOptions(timeout: .milliseconds(20), waitForReady: true, attempts: 1)
                )
                let late = (0..<Self.places).map { _ in
                    stage.place.runtime.spawn {
                        _ = try? await desk.send(OverloadService.Hold(fact: "late"), options: options)
                    }
                }
                for call in late { await call.value }
                await settle(stage)
                let holders = await hold(stage, Self.places, "answered \(round)")
                stage.shelf.note("released answered \(round)")
                for holder in holders { await holder.value }
                await settle(stage)
            }
        }
    }

    /// Returns once nothing runs.
    private func settle(_ stage: OverloadFixture) async {
        while (try? await stage.system.send(Sys.GetStats()).openCalls) != 0 {}
    }

    /// Of calls that need longer than they have, one is let in now and then, and the others are refused at once.
    @Test(arguments: TestTransportMode.allCases) func `what cannot be answered in time is not begun`(
        world: TestTransportMode
    ) async throws {
        try await run(world) { stage in
            for _ in 0..<24 { _ = try await stage.desk.send(OverloadService.Work(fact: "learnt", milliseconds: 40)) }
            let options = CallOptions(timeout: .milliseconds(20), waitForReady: true, attempts: 1)
            let refused = Log<Int>()
            for number in 0..<40 {
                let error = await #expect(throws: RPCError.self) {
                    try await stage.desk.send(
                        OverloadService.Work(fact: "hasty \(number)", milliseconds: 40), options: options)
                }
                guard error?.code == .resourceExhausted else { continue }
                expectEqual(error?.executed, .no)
                #expect(error?.retryAfter ?? .zero >= .milliseconds(20))
                refused.append(number)
            }
            for number in refused.elements { expectEqual(stage.shelf.count("hasty \(number)"), 0) }
            let told = try await stage.system.send(Sys.GetStats()).refusals?["deadline"]
            if world == .simulation {
                expectEqual(refused.elements.count, 39)
                expectEqual(told, 39)
            }
            // Who has the time is not refused.
            _ = try await stage.desk.send(OverloadService.Work(fact: "patient", milliseconds: 0))
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a sheddable call makes no critical ones`(
        world: TestTransportMode
    ) async throws {
        try await run(world) { stage in
            let (desk, critical, sheddable) = (stage.desk, stage.options(.critical), stage.options(.sheddable))
            let heard = [
                try await desk.send(OverloadService.Note(fact: "a")),
                try await desk.send(OverloadService.Tidy(fact: "a")),
                try await desk.send(OverloadService.Relay(fact: "a")),
                try await desk.send(OverloadService.Note(fact: "a"), options: sheddable),
                try await desk.send(OverloadService.Relay(fact: "a"), options: sheddable),
                try await desk.send(OverloadService.Tidy(fact: "a"), options: critical),
            ]
            expectEqual(
                heard.map(\.criticality),
                [
                    "critical", "sheddable", "critical", "sheddable", "sheddable", "critical",
                ])
        }
    }
}
