import RPCInProcess
import Testing

@testable import RPC

/// Who is started when more calls come than are started at a time. In virtual time; each call takes ten milliseconds.
@Suite struct FairSchedulingTests {
    /// So many are started at a time, whatever they wait for.
    private static func limits(started: Int, open: Int = 8_192) -> RPCLimits {
        var limits = RPCLimits()
        (limits.startedCalls, limits.startedCallsLowest, limits.startedCallsHighest) = (started, started, started)
        limits.openCalls = open
        return limits
    }

    /// A client of its own for one caller.
    private func client(
        _ fixture: StreamEchoFixture, as name: String
    ) -> (client: InProcessClient, vigil: RPCClient<StreamEcho>) {
        let client = InProcessClient(fixture.host, name: name)
        let options = CallOptions(
            token: fixture.tokens.token(name, life: .seconds(3_600)), waitForReady: true, attempts: 1)
        return (client, RPCClient(client.channel, defaults: options))
    }

    /// Calls that were made at once.
    private struct Flood: Sendable {
        let calls: [Task<Void, Never>]
        let ends: LockedBox<[RPCError?]>

        /// How all of them ended.
        var value: [RPCError?] {
            get async {
                for call in calls { await call.value }
                return ends.value
            }
        }
    }

    private func flood(
        _ fixture: StreamEchoFixture, _ vigil: RPCClient<StreamEcho>, _ name: String, _ count: Int
    ) -> Flood {
        let ends = LockedBox<[RPCError?]>([])
        let calls = (0..<count).map { _ in
            fixture.simulation.spawn {
                do throws(RPCError) {
                    _ = try await vigil.send(StreamEcho.Toil(name: name))
                    ends.change { $0.append(nil) }
                } catch {
                    ends.change { $0.append(error) }
                }
            }
        }
        return Flood(calls: calls, ends: ends)
    }

    /// How many calls of a flood began before each of two single ones, the second of which was made after the first.
    private func callsBeforeTheSingleOnes(_ fixture: StreamEchoFixture, sameCaller: Bool) async throws -> [Int] {
        let (one, other) = (client(fixture, as: "anna"), client(fixture, as: sameCaller ? "anna" : "bert"))
        // Both are connected.
        for client in [one, other] { _ = try await client.vigil.send(StreamEcho.Toil(name: "hello")) }
        let flood = flood(fixture, one.vigil, "flood", 200)
        try await fixture.simulation.sleep(for: .milliseconds(1))
        for _ in 0..<2 { _ = try await other.vigil.send(StreamEcho.Toil(name: "single")) }
        let begun = fixture.begun.value
        let before = begun.indices.filter { begun[$0] == "single" }.map { end in begun[..<end].count { $0 == "flood" } }
        #expect(await flood.value.allSatisfy { $0 == nil })
        #expect(fixture.begun.value.count == 204)
        return before
    }

    @Test(arguments: [false, true]) func `a single call waits one turn of a flood of another connection`(
        sameCaller: Bool
    ) async throws {
        try await StreamEchoFixture.run(mustWait: false, limits: Self.limits(started: 4)) { fixture in
            let before = try await callsBeforeTheSingleOnes(fixture, sameCaller: sameCaller)
            // Those that had begun, of which one had gone ahead itself; when it is a connection of the same caller, those that
            // start with it, too. The second comes ten milliseconds later, when as many more have begun.
            #expect(before.count == 2 && before[0] <= (sameCaller ? 9 : 5), "\(before)")
            #expect(before[1] <= before[0] + 9, "\(before)")
        }
    }

    /// Only the first call of a connection goes ahead, however many it makes at once.
    @Test func `a flood beside another one takes turns with it from its second call on`() async throws {
        try await StreamEchoFixture.run(mustWait: false, limits: Self.limits(started: 4)) { fixture in
            let (one, other) = (client(fixture, as: "anna"), client(fixture, as: "bert"))
            for client in [one, other] { _ = try await client.vigil.send(StreamEcho.Toil(name: "hello")) }
            let flood = flood(fixture, one.vigil, "flood", 100)
            try await fixture.simulation.sleep(for: .milliseconds(1))
            let rest = self.flood(fixture, other.vigil, "rest", 100)
            #expect(await (flood.value + rest.value).allSatisfy { $0 == nil })
            let begun = fixture.begun.value.filter { $0 != "hello" }
            #expect(begun.prefix(6).count { $0 == "rest" } == 1)
            for count in stride(from: 10, through: 180, by: 10) {
                let rest = begun.prefix(count).count { $0 == "rest" }
                #expect((count / 2 - 6...count / 2 + 4).contains(rest), "\(rest) of \(count)")
            }
        }
    }

    /// Handlers that wait for something do not keep others from starting: what runs for long holds no place.
    @Test func `long calls and streams delay no other call`() async throws {
        try await StreamEchoFixture.run(mustWait: false, limits: Self.limits(started: 2)) { fixture in
            let (one, other) = (client(fixture, as: "anna"), client(fixture, as: "bert"))
            var streams: [RPCItems<StreamEcho.Word>] = []
            for _ in 0..<5 { streams.append(try await one.vigil.stream(StreamEcho.Keep())) }
            // Goes ahead: what follows does not.
            _ = try await other.vigil.send(StreamEcho.Toil(name: "first"))
            let start = fixture.simulation.now
            _ = try await other.vigil.send(StreamEcho.Toil(name: "single"))
            #expect(start.duration(to: fixture.simulation.now) < .milliseconds(100))
            try await fixture.simulation.sleep(for: .seconds(1))
            // Now none of them has a place.
            let later = fixture.simulation.now
            _ = try await one.vigil.send(StreamEcho.Toil(name: "single"))
            #expect(later.duration(to: fixture.simulation.now) < .milliseconds(20))
            #expect(streams.count == 5)
        }
    }

    @Test func `a full server makes room for a caller with little in it`() async throws {
        try await StreamEchoFixture.run(mustWait: false, limits: Self.limits(started: 2, open: 20)) { fixture in
            let (one, other) = (client(fixture, as: "anna"), client(fixture, as: "bert"))
            let flood = flood(fixture, one.vigil, "flood", 40)
            try await fixture.simulation.sleep(for: .milliseconds(1))
            _ = try await other.vigil.send(StreamEcho.Toil(name: "single"))
            let refusals = await flood.value.compactMap(\.self)
            #expect(refusals.count == 21)
            for refusal in refusals {
                #expect(refusal.code == .resourceExhausted)
                #expect(refusal.executed == .no)
                #expect(refusal.retryAfter != nil)
            }
            #expect(fixture.begun.value.count == 20)
        }
    }

    @Test func `what waits when its client goes or the server ends is never begun`() async throws {
        try await StreamEchoFixture.run(mustWait: false, limits: Self.limits(started: 2)) { fixture in
            let (one, other) = (client(fixture, as: "anna"), client(fixture, as: "bert"))
            for client in [one, other] { _ = try await client.vigil.send(StreamEcho.Toil(name: "hello")) }
            let flood = flood(fixture, one.vigil, "flood", 100)
            try await fixture.simulation.sleep(for: .milliseconds(1))
            one.client.close()
            _ = await flood.value
            _ = try await other.vigil.send(StreamEcho.Toil(name: "single"))
            #expect(fixture.begun.value.count { $0 == "flood" } <= 4)
            let rest = self.flood(fixture, other.vigil, "rest", 100)
            try await fixture.simulation.sleep(for: .milliseconds(1))
            await fixture.host.drain(within: .milliseconds(15))
            let ends = await rest.value
            #expect(ends.count == 100)
            #expect(ends.count { $0?.executed == .no } >= 90)
            #expect(fixture.begun.value.count { $0 == "rest" } <= 8)
        }
    }
}
