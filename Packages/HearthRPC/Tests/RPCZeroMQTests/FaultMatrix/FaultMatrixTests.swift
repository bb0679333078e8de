import Foundation
import RPC
import Synchronization
import Testing

@testable import FaultMatrixPeer

/// Every fault for every shape of call and every safety, in virtual time and over real sockets, of files and of the loopback,
/// to a thread and to a process: each call ends by its deadline, effects are counted, and `executed` told the truth.
@Suite(.timeLimit(.minutes(10))) struct FaultMatrixTests {
    /// One fault for one kind of call.
    struct Case: Sendable, CustomTestStringConvertible {
        let mode: MatrixFault.TransportMode
        let fault: MatrixFault
        let kind: CallVariant

        var testDescription: String { "\(mode), \(fault), \(kind.shape), \(kind.safety)" }

        static func all(_ modes: MatrixFault.TransportMode...) -> [Case] {
            modes.flatMap { mode in
                MatrixFault.allCases.flatMap { fault in
                    CallVariant.allCases.filter { fault.absence(mode, $0) == nil }
                        .map { Case(mode: mode, fault: fault, kind: $0) }
                }
            }
        }
    }

    /// The orders of jobs that each case runs in. `HEARTH_CHAOS_SEEDS=200` tries more.
    private static let seeds = UInt64(ProcessInfo.processInfo.environment["HEARTH_CHAOS_SEEDS"] ?? "") ?? 1

    @Test(arguments: Case.all(.simulation)) func `in virtual time`(_ item: Case) async throws {
        for seed in 1...max(1, Self.seeds) { try await Self.run(item, seed: seed) }
    }

    /// One after another: in five hundred at a time a call's time would be over before it was sent, and the fault would hit no call.
    @Test(.serialized, arguments: Case.all(.ipc, .tcp)) func `over sockets`(_ item: Case) async throws {
        try await Self.run(item, seed: 0)
    }

    /// One after another likewise: each has some processes, and what takes time is that one of them is stopped.
    @Test(.serialized, arguments: Case.all(.ipcProcess, .tcpProcess)) func `over sockets to a process`(
        _ item: Case
    ) async throws {
        try await Self.run(item, seed: 0)
    }

    /// Every fault happens to every kind of call somewhere, but for one, whose reason is in ``MatrixFault``.
    @Test(arguments: MatrixFault.allCases) func `what the table leaves out is known`(_ fault: MatrixFault) {
        for kind in CallVariant.allCases {
            let isLeftOut = fault == .slowReader && kind.shape == .unary
            #expect(
                isLeftOut == MatrixFault.TransportMode.allCases.allSatisfy { fault.absence($0, kind) != nil }, "\(kind)"
            )
        }
    }

    private static func run(_ item: Case, seed: UInt64) async throws {
        switch item.mode {
        case .simulation: try await TestTransportMode.simulation.at(seed: seed) { try await run(item, at: $0, seed) }
        case .ipc: try await TestTransportMode.ipc.at { try await run(item, at: $0, seed) }
        case .tcp: try await TestTransportMode.tcp.at { try await run(item, at: $0, seed) }
        case .ipcProcess: try await ProcessTestEndpoint.with(isTCP: false) { try await run(item, at: $0, seed) }
        case .tcpProcess: try await ProcessTestEndpoint.with(isTCP: true) { try await run(item, at: $0, seed) }
        }
    }

    private static func run(_ item: Case, at endpoint: any TestEndpoint, _ seed: UInt64) async throws {
        let fixture = try await MatrixFixture(endpoint, item.mode.tempo, item.kind, tampers: item.fault.tampers)
        try await item.fault.run(on: fixture)
        if item.fault.tampers, item.fault != .takeover {
            #expect(fixture.struck.load(ordering: .relaxed) > 0, "the fault never happened")
        }
        await fixture.openGate()
        fixture.readers.open()
        // Healed: a call is answered now, and nothing that was on its way comes after.
        try await fixture.awaitResponse()
        for call in fixture.calls { _ = await call.ended() }
        // Once more, for what a process has told meanwhile.
        await fixture.openGate()
        await fixture.ledger.settled()
        let problems = await OutcomeChecker.problems(with: fixture.calls, fixture)
        #expect(problems.isEmpty, "seed \(seed): \(problems.joined(separator: "\n"))")
        #expect(try await endpoint.openCalls() == 0, "a call has no end")
        #expect(try await endpoint.slowClientsDropped() + fixture.ledger.drops == 0, "something was dropped")
        await endpoint.closeClient()
    }
}
