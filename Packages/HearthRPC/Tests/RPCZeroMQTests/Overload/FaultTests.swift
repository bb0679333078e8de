import RPC
import RPCDiagnostics
import Testing

/// Faults that an operator injects into a running process.
@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
    private func run(
        _ mode: TestTransportMode, _ body: @escaping @Sendable (OverloadFixture) async throws -> Void
    ) async throws {
        try await mode.at { endpoint in
            let fixture = try await OverloadFixture(at: endpoint) { $0.allowFaults() }
            try await body(fixture)
            await endpoint.closeClient()
        }
    }

    private func fault(
        _ kind: Sys.InjectFault.Kind, on pattern: String = "test.v1.Desk/*",
        _ change: (inout Sys.InjectFault) -> Void = { _ in }
    ) -> Sys.InjectFault {
        var fault = Sys.InjectFault(name: "\(kind)", pattern: pattern, kind: kind)
        change(&fault)
        return fault
    }

    /// What a call comes to.
    private func note(_ fixture: OverloadFixture, _ fact: String, timeout: Duration = .seconds(60)) async -> RPCError? {
        do throws(RPCError) {
            _ = try await fixture.client.send(
                OverloadService.Note(fact: fact),
                options: CallOptions(timeout: timeout, waitForReady: true, attempts: 1))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a process that allows none has none`(
        mode: TestTransportMode
    ) async throws {
        try await mode.at { endpoint in
            let fixture = try await OverloadFixture(at: endpoint)
            let error = await #expect(throws: RPCError.self) { try await fixture.system.send(fault(.hang)) }
            #expect(error?.code == .unimplemented)
            #expect(error?.executed == .no)
            #expect(await note(fixture, "untouched") == nil)
            await endpoint.closeClient()
        }
    }

    @Test(arguments: TestTransportMode.allCases)
    func `calls fail, are refused, wait and never end, and are not executed`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            _ = try await fixture.system.send(fault(.error) { $0.code = "DATA_LOSS" })
            let failed = await note(fixture, "lost")
            #expect(failed?.code == .dataLoss)
            #expect(failed?.executed == .no)
            _ = try await fixture.system.send(Sys.ClearFaults())
            _ = try await fixture.system.send(fault(.refuse))
            let refused = await note(fixture, "refused")
            #expect(refused?.code == .resourceExhausted)
            #expect(refused?.retryAfter != nil)
            #expect(try await fixture.system.send(Sys.ClearFaults()).faults.map(\.hits) == [1])
            _ = try await fixture.system.send(fault(.hang))
            #expect(await note(fixture, "hung", timeout: .milliseconds(100))?.code == .deadlineExceeded)
            // What takes it away again is not hung itself, whatever the pattern.
            _ = try await fixture.system.send(fault(.hang, on: "*"))
            _ = try await fixture.system.send(Sys.ClearFaults())
            _ = try await fixture.system.send(fault(.latency) { ($0.milliseconds, $0.jitterMilliseconds) = (50, 10) })
            let begun = fixture.endpoint.runtime.now
            #expect(await note(fixture, "late") == nil)
            #expect(begun.duration(to: fixture.endpoint.runtime.now) >= .milliseconds(50))
            #expect(["lost", "refused", "hung", "late"].map { fixture.handlerLog.count($0) } == [0, 0, 0, 1])
            // What a fault ended was not let in.
            #expect(try await fixture.system.send(Sys.GetTraces()).failed.isEmpty)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a fault is for its methods, so many calls, and ends by itself`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            _ = try await fixture.system.send(fault(.error, on: "*/Note") { ($0.count, $0.seconds) = (2, 3_000) })
            _ = try await fixture.client.send(OverloadService.Tidy(fact: "another method"))
            let outcomes = [await note(fixture, "a"), await note(fixture, "b"), await note(fixture, "c")]
            #expect(outcomes.map(\.?.code) == [.unavailable, .unavailable, nil])
            let listed = try #require(try await fixture.system.send(Sys.ListFaults()).faults.first)
            #expect((listed.hits, listed.count, listed.kind, listed.code) == (2, 2, "error", "UNAVAILABLE"))
            #expect(listed.secondsLeft > 2_000 && listed.secondsLeft <= 3_000)
            guard mode == .simulation else { return }
            _ = try await fixture.system.send(fault(.error) { $0.seconds = 10 })
            #expect(await note(fixture, "d")?.code == .unavailable)
            try await fixture.endpoint.runtime.sleep(for: .seconds(11))
            #expect(await note(fixture, "e") == nil)
            #expect(try await fixture.system.send(Sys.ListFaults()).faults.isEmpty)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `the same seed meets the same calls`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            var runs: [[Bool]] = []
            for _ in 0..<2 {
                _ = try await fixture.system.send(fault(.error) { ($0.probability, $0.seed) = (0.5, 7) })
                var met: [Bool] = []
                for number in 0..<40 { met.append(await note(fixture, "\(number)") != nil) }
                runs.append(met)
            }
            #expect(runs[0] == runs[1])
            #expect(runs[0].contains(true) && runs[0].contains(false))
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a fault that makes no sense is refused by its field`(
        mode: TestTransportMode
    ) async throws {
        try await run(mode) { fixture in
            let wrong: [(String, Sys.InjectFault)] = [
                ("name", Sys.InjectFault(name: "", pattern: "*", kind: .hang)), ("pattern", fault(.hang, on: "")),
                ("name", Sys.InjectFault(name: String(repeating: "n", count: 201), pattern: "*", kind: .hang)),
                ("pattern", fault(.hang, on: String(repeating: "*", count: 201))),
                ("probability", fault(.hang) { $0.probability = 1.5 }),
                ("probability", fault(.hang) { $0.probability = .nan }), ("seconds", fault(.hang) { $0.seconds = 0 }),
                ("seconds", fault(.hang) { $0.seconds = 1e6 }), ("milliseconds", fault(.latency)),
                ("code", fault(.error) { $0.code = "OK" }), ("code", fault(.error) { $0.code = "TEAPOT" }),
            ]
            for (field, fault) in wrong {
                let error = await #expect(throws: RPCError.self) { try await fixture.system.send(fault) }
                #expect(error?.detail(InvalidField.self)?.field == field)
            }
            let left = try await fixture.system.send(Sys.ListFaults()).faults
            #expect(left.isEmpty)
            _ = try await fixture.system.send(fault(.error, on: String(repeating: "*", count: 200)))
            #expect(await note(fixture, "met")?.code == .unavailable)
        }
    }
}
