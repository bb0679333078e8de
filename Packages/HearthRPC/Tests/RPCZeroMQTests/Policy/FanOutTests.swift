import RPC
import Testing

/// One question to several servers, over every transport.
@Suite(.timeLimit(.minutes(10))) struct FanOutTests {
    private static func respondingTargets(
        _ flow: RPCClient<StreamService>, _ count: Int64
    ) -> [RPCTarget<StreamService.Number>] {
        (0..<count).map { RPCTarget("\($0)", StreamService.Ask(value: $0), to: flow) }
    }

    @Test(arguments: TestTransportMode.allCases) func `who is not needed any more is cancelled`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            let held = ["a", "b"].map { RPCTarget($0, StreamService.Hold(name: $0), to: flow) }
            let slow = RPCTarget("slow", safety: .readOnly) { left throws(RPCError) in
                // Once the others are held: otherwise they may be cancelled before they were begun.
                await fixture.log.reaches("a begun")
                await fixture.log.reaches("b begun")
                return try await flow.send(StreamService.Ask(value: 7), options: CallOptions(timeout: left))
            }
            let response = try await RPCFanOut(.first, within: .seconds(500), on: fixture.runtime).send(held + [slow])
            #expect(try response.get().map(\.value) == [7])
            for target in response.targets.prefix(2) {
                guard case .notNeeded = target.status else {
                    Issue.record("\(target)")
                    continue
                }
                await fixture.log.reaches("\(target.name) cancelled")
            }
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `what arrives by the deadline counts, and the rest is named`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            _ = try await flow.send(StreamService.Ask(value: 1))
            let targets =
                Self.respondingTargets(flow, 3) + [RPCTarget("held", StreamService.Hold(name: "held"), to: flow)]
            let response = try await RPCFanOut(.byDeadline, within: .seconds(6), on: fixture.runtime).send(targets)
            #expect(response.isMet)
            #expect(try response.get().map(\.value) == [0, 1, 2])
            guard case .failure(let error)? = response.targets.last?.status else { return #expect(Bool(false)) }
            #expect(error.code == .deadlineExceeded)
            await fixture.log.reaches("held cancelled")
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `all are enough, and one that fails ends it`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            let all = try await RPCFanOut(.all, within: .seconds(500), on: fixture.runtime).send(
                Self.respondingTargets(flow, 20))
            #expect(try all.get().map(\.value) == Array(0..<20))
            let held = RPCTarget("held", StreamService.Hold(name: "held"), to: flow)
            let failing = RPCTarget<StreamService.Number>("failing", safety: .readOnly) { _ throws(RPCError) in
                await fixture.log.reaches("held begun")
                throw RPCError(.notFound, "Not here.", executed: .no)
            }
            let one = try await RPCFanOut(.all, within: .seconds(500), on: fixture.runtime).send([held, failing])
            let error = #expect(throws: RPCError.self) { try one.get() }
            #expect(error?.code == .notFound)
            #expect(error?.origin == "failing")
            await fixture.log.reaches("held cancelled")
        }
    }
}
