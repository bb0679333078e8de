import CBOR
import RPCInProcess
import Testing

@testable import RPC

/// What a server holds of requests that come in pieces: nothing for those it would refuse, no more than its limits of the
/// others, and not for longer than they may take.
@Suite struct UnfinishedRequestTests {
    /// Knows the callers with the token "known"; has to wait for those with "slow"; refuses all others.
    private struct TokenInterceptor: ServerInterceptor {
        let runtime: any Runtime
        let wait: Duration

        func admit(_ call: inout ServerCall) -> Admission { screen(&call) }

        func screen(_ call: inout ServerCall) -> Admission {
            guard call.method.access.needsToken else { return .pass }
            switch call.token.map({ String(decoding: $0.bytes, as: UTF8.self) }) {
            case "known":
                call.identity = "known"
                return .pass
            case "slow", "forged": return .wait
            default: return .refuse(RPCError(.unauthenticated, "no token", executed: .no))
            }
        }

        func check(_ call: inout ServerCall) async throws(RPCError) {
            guard call.method.access.needsToken else { return }
            do { try await runtime.sleep(for: wait) } catch { throw RPCError.boundary(error, safety: .readOnly) }
            guard call.token.map({ String(decoding: $0.bytes, as: UTF8.self) }) == "slow" else {
                throw RPCError(.unauthenticated, "forged", executed: .no)
            }
            call.identity = "slow"
        }
    }

    private static let pieceBytes = 64 << 10

    /// Runs a body with a server in virtual time.
    private static func run(
        _ limits: RPCLimits = RPCLimits(),
        _ body: @escaping @Sendable (BareServer, any Runtime) async throws -> Void
    ) async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let tokenInterceptor = TokenInterceptor(runtime: simulation, wait: .seconds(2))
            let server = try BareServer(runtime: simulation, limits: limits, interceptors: [tokenInterceptor])
            let outcome = Outcome()
            let ended = simulation.run {
                do { try await body(server, simulation) } catch { outcome.error = error }
            }
            #expect(ended, "tasks wait for something that never comes")
            if let error = outcome.error { throw error }
        }
    }

    // Unchecked: written and read on the simulation's thread.
    private final class Outcome: @unchecked Sendable { var error: (any Error)? }

    /// A frame for each piece, so that the engine sees them one after another.
    private static func send(
        _ pieces: Int, of call: UInt64, from peer: PeerID, to server: BareServer, token: String?, method: String? = nil,
        deadline: MonotonicInstant = .distantFuture, ends: Bool = false
    ) async {
        await server.receive(from: peer) { [engine = server.engine] frames in
            frames.hello()
            frames.open(
                call, Echo.Add(amount: 1), of: engine, flags: .more, token: token, deadline: deadline, method: method)
        }
        let first = (try? CBOREncoder().encode(Echo.Add(amount: 1)).count) ?? 0
        for piece in 0..<pieces {
            await server.receive(from: peer) { frames in
                frames.piece(
                    call, at: first + piece * pieceBytes, bytes: pieceBytes, isLast: ends && piece == pieces - 1)
            }
        }
    }

    private static func errors(_ server: BareServer, of peer: PeerID) async throws -> [UInt64: RPCError] {
        try await server.on { engine in Result { try engine.takeStatuses(for: peer) } }.get().compactMapValues { $0 }
    }

    /// What a header tells is decided at once: each with the code that the whole call would get.
    @Test func `nothing is held for a request that would be refused`() async throws {
        try await Self.run { server, runtime in
            await Self.send(8, of: 1, from: 1, to: server, token: nil)
            #expect(await server.on { $0.held.total } == 0)
            let error = try await Self.errors(server, of: 1)[1]
            #expect(error?.code == .unauthenticated)
        }
    }

    @Test func `unknown methods, passed deadlines and bad tokens are refused at once`() async throws {
        try await Self.run { server, runtime in
            try await runtime.sleep(for: .seconds(1))
            await Self.send(4, of: 1, from: 1, to: server, token: "known", method: "test.v1.Echo/Nothing")
            await Self.send(
                4, of: 1, from: 2, to: server, token: "known", deadline: MonotonicInstant(nanoseconds: 5))
            await Self.send(4, of: 1, from: 3, to: server, token: "bad")
            await Self.send(4, of: 1, from: 4, to: server, token: "forged")
            #expect(await server.on { $0.held.total } > 0, "the forged one is not decided yet")
            try await runtime.sleep(for: .seconds(3))
            var codes: [RPCCode?] = []
            for peer in PeerID(1)...4 {
                let error = try await Self.errors(server, of: peer)[1]
                codes.append(error?.code)
                #expect(error?.executed == .no)
            }
            #expect(codes == [.unimplemented, .deadlineExceeded, .unauthenticated, .unauthenticated])
            #expect(await server.on { $0.held } == BufferedBytes())
        }
    }

    /// One whose token is verified meanwhile goes on; it is granted more only then.
    @Test func `a request whose token takes a while to verify is granted more when it is`() async throws {
        try await Self.run { server, runtime in
            await Self.send(20, of: 1, from: 1, to: server, token: "slow")
            let before = await server.on { ($0.held, $0.takeGrants(for: 1)) }
            #expect(before.0.verified == 0 && before.0.unverified > 20 * Self.pieceBytes && before.1 == 0)
            try await runtime.sleep(for: .seconds(3))
            let after = await server.on { ($0.held, $0.takeGrants(for: 1)) }
            #expect(after.0.unverified == 0 && after.0.verified > 20 * Self.pieceBytes && after.1 == 1)
            await server.on { $0.lost(1) }
            #expect(await server.on { $0.held } == BufferedBytes())
        }
    }

    @Test func `a request has so much time to arrive, whatever its deadline`() async throws {
        try await Self.run { server, runtime in
            await Self.send(3, of: 1, from: 1, to: server, token: "known")
            await server.on { $0.tick() }
            #expect(await server.on { $0.held.total } > 0)
            try await runtime.sleep(for: RPCLimits().arrival)
            await server.on { $0.tick() }
            #expect(await server.on { $0.held.total } == 0)
            let error = try await Self.errors(server, of: 1)[1]
            #expect(error?.code == .deadlineExceeded && error?.executed == .no)
            #expect(error?.message.contains("within 30 s") == true)
        }
    }

    /// The time to arrive is no deadline: what has arrived runs on.
    @Test func `a request that has arrived is not ended when its time to arrive is over`() async throws {
        try await Self.run { server, runtime in
            await server.receive(from: 1) { [engine = server.engine] frames in
                frames.hello()
                let body = Echo.Hold(name: "long")
                frames.open(1, body, of: engine, flags: .more, token: "known")
                frames.append(.item, flags: .end, call: 1) { header in
                    var item = ItemHeader()
                    item.offset = (try? CBOREncoder().encode(body).count) ?? 0
                    item.write(to: &header)
                }
            }
            await server.log.waitUntilBegun("long")
            try await runtime.sleep(for: RPCLimits().arrival * 2)
            await server.on { $0.tick() }
            #expect(await server.on { $0.running.count } == 1)
            server.log.release("long")
            try await runtime.sleep(for: .milliseconds(10))
            #expect(await server.on { $0.takeCompleted(for: 1) } == [1])
        }
    }

    @Test func `all callers together hold no more than the limit, and the largest goes first`() async throws {
        var limits = RPCLimits()
        limits.arrivingBytes = 40 * Self.pieceBytes
        try await Self.run(limits) { server, runtime in
            await Self.send(2, of: 1, from: 1, to: server, token: "known")
            for peer in PeerID(2)...9 { await Self.send(10, of: 1, from: peer, to: server, token: "known") }
            #expect(await server.on { $0.held.total } <= 40 * Self.pieceBytes)
            // The small one is whole in the end; of the others the oldest were given up.
            await server.receive(from: 1) { frames in
                let first = (try? CBOREncoder().encode(Echo.Add(amount: 1)).count) ?? 0
                frames.piece(1, at: first + 2 * Self.pieceBytes, bytes: 10, isLast: true)
            }
            try await runtime.sleep(for: .milliseconds(10))
            #expect(try await Self.errors(server, of: 1)[1]?.code == .invalidArgument, "it is no CBOR")
            let given = try await Self.errors(server, of: 2)[1]
            #expect(given?.code == .resourceExhausted)
            #expect(given?.retryAfter != nil && given?.executed == .no)
            #expect(await server.on { $0.overloads[.arrivingBytes, default: 0] } > 0)
        }
    }

    @Test func `callers that are not known share less, and leave the others theirs`() async throws {
        var limits = RPCLimits()
        limits.unverifiedBytes = 20 * Self.pieceBytes
        try await Self.run(limits) { server, runtime in
            await Self.send(30, of: 1, from: 1, to: server, token: "known")
            for peer in PeerID(2)...9 { await Self.send(10, of: 1, from: peer, to: server, token: "forged") }
            let held = await server.on { $0.held }
            #expect(held.unverified <= 20 * Self.pieceBytes && held.verified > 30 * Self.pieceBytes)
            #expect(try await Self.errors(server, of: 1).isEmpty)
            // Short calls are not concerned.
            await server.receive(from: 20) { [engine = server.engine] frames in
                frames.hello()
                frames.open(1, Echo.Say(text: "a"), of: engine)
            }
            try await runtime.sleep(for: .milliseconds(10))
            #expect(try await Self.errors(server, of: 20).isEmpty)
        }
    }

    @Test func `one connection that is not known holds one request, not many`() async throws {
        try await Self.run { server, runtime in
            for call in UInt64(1)...4 { await Self.send(30, of: call, from: 1, to: server, token: "slow") }
            let limits = RPCLimits()
            #expect(await server.on { $0.held.unverified } <= limits.unverifiedBytesPerConnection)
            let errors = try await Self.errors(server, of: 1)
            #expect(!errors.isEmpty)
            #expect(errors.values.allSatisfy { $0.code == .resourceExhausted && $0.retryAfter != nil })
            try await runtime.sleep(for: .seconds(3))
        }
    }

    /// Long requests whose callers are not known yet are held while they are verified: they count, too.
    @Test func `whole requests wait for the verification of their tokens within the same limit`() async throws {
        var limits = RPCLimits()
        limits.unverifiedBytes = 4 * Self.pieceBytes
        try await Self.run(limits) { server, runtime in
            let text = String(repeating: "x", count: Self.pieceBytes - 100)
            await server.receive(from: 1) { [engine = server.engine] frames in
                frames.hello()
                for call in UInt64(1)...10 { frames.open(call, Echo.Fail(how: text), of: engine, token: "forged") }
            }
            #expect(await server.on { $0.undecidedBytes } <= 4 * Self.pieceBytes)
            try await runtime.sleep(for: .seconds(3))
            #expect(await server.on { $0.undecidedBytes } == 0)
            let codes = try await Self.errors(server, of: 1).mapValues(\.code)
            #expect(codes.values.count { $0 == .unauthenticated } == 4)
            #expect(codes.values.count { $0 == .resourceExhausted } == 6)
        }
    }

    @Test func `metadata over its limits is refused by name`() async throws {
        try await Self.run { server, runtime in
            var many = Metadata()
            for index in 0...RPCLimits().metadataEntries { many["entry-\(index)"] = .text("") }
            var long = Metadata()
            long["long"] = .bytes([UInt8](repeating: 0, count: RPCLimits().metadataBytes - 3))
            var fitting = Metadata()
            fitting["long"] = .bytes([UInt8](repeating: 0, count: RPCLimits().metadataBytes - 4))
            let all = [many, long, fitting]
            await server.receive(from: 1) { [engine = server.engine] frames in
                frames.hello()
                for (index, metadata) in all.enumerated() {
                    frames.open(UInt64(index + 1), Echo.Say(text: "a"), of: engine, metadata: metadata)
                }
            }
            try await runtime.sleep(for: .milliseconds(10))
            let errors = try await Self.errors(server, of: 1)
            #expect(errors.keys.sorted() == [1, 2])
            for error in errors.values {
                #expect(error.code == .invalidArgument && error.executed == .no)
                #expect(error.detail(InvalidField.self)?.field == "metadata")
            }
            #expect(errors[1]?.message.contains("65 entries: the limit is 64") == true)
        }
    }
}

extension ServerEngine {
    /// How often a call of a peer was granted more.
    fileprivate func takeGrants(for peer: PeerID) -> Int {
        takeMessages(for: peer).count { $0.kind == .credit && $0.call == 1 }
    }
}
