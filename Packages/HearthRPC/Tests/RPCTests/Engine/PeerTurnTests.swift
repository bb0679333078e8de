import RPCInProcess
import Testing

@testable import RPC

/// Peers take turns on the loop, however long their frames are.
@Suite struct PeerTurnTests {
    private typealias Taken = (flood: [UInt64], single: [UInt64])

    /// Calls that are answered on the loop, so many in one frame.
    private func open(
        _ calls: ClosedRange<UInt64>, of engine: ServerEngine, bytes: Int = 1, method: String? = nil, from peer: PeerID
    ) {
        let request = Echo.SayInline(text: String(repeating: "x", count: bytes))
        engine.receive(from: peer) { frames in
            for call in calls { frames.open(call, request, of: engine, method: method) }
        }
    }

    private func hello(_ engine: ServerEngine, _ peers: PeerID...) {
        for peer in peers {
            engine.receive(from: peer) { $0.hello() }
            _ = engine.takeMessages(for: peer)
        }
    }

    @Test func `a frame full of calls delays another peer's call by a few of them`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            let first = await server.on { engine -> Taken in
                hello(engine, 7, 8)
                open(1...1_000, of: engine, from: 7)
                open(1...1, of: engine, from: 8)
                return (engine.takeCompleted(for: 7), engine.takeCompleted(for: 8))
            }
            #expect(first.single == [1])
            #expect(first.flood == Array(1...UInt64(ServerEngine.maxMessagesPerTurn)))
            try await fixture.runtime.sleep(for: .seconds(1))
            let rest = await server.on { ($0.takeCompleted(for: 7), $0.postponedBytes) }
            #expect(rest.0 == Array(UInt64(ServerEngine.maxMessagesPerTurn) + 1...1_000))
            #expect(rest.1 == 0)
        }
    }

    @Test func `a peer that is alone has its frame taken in at once`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            let completed = await server.on { engine -> [UInt64] in
                hello(engine, 7)
                open(1...1_000, of: engine, from: 7)
                return engine.takeCompleted(for: 7)
            }
            #expect(completed == Array(1...1_000))
        }
    }

    @Test func `no more frames wait than there is memory for`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            let (completed, waiting) = await server.on { engine -> ([UInt64], Int) in
                hello(engine, 7, 8)
                var waiting = 0
                for frame in UInt64(0)..<6 {
                    // Some 6 MB, and short answers.
                    let calls = frame * 100 + 1...frame * 100 + 100
                    open(calls, of: engine, bytes: 60_000, method: "test.v1.Echo/None", from: 7)
                    waiting = max(waiting, engine.postponedBytes)
                }
                return (engine.takeCompleted(for: 7), waiting)
            }
            #expect(waiting > ServerEngine.postponedBytesMost / 2 && waiting <= ServerEngine.postponedBytesMost)
            #expect(completed.count > 300 && completed.count < 600)
            try await fixture.runtime.sleep(for: .seconds(1))
            let rest = await server.on { ($0.takeCompleted(for: 7), $0.postponedBytes) }
            #expect(completed + rest.0 == Array(1...600))
            #expect(rest.1 == 0)
        }
    }

    /// Frames of any length from several peers, of which some leave in between.
    @Test(arguments: Seeds.some(12)) func `all calls are answered, those of one peer in their order`(
        seed: UInt64
    ) async throws {
        try await TestRuntime.simulation.run { fixture in
            let server = try BareServer(runtime: fixture.runtime)
            var random = SplitMix64(seed: seed)
            var (sent, completed) = ([PeerID: UInt64](), [PeerID: [UInt64]]())
            var gone: Set<PeerID> = []
            await server.on { hello($0, 1, 2, 3, 4) }
            for _ in 0..<40 {
                let peer = PeerID.random(in: 1...4, using: &random)
                let last = sent[peer, default: 0]
                let calls = last + 1...last + UInt64([1, 5, 40, 150].randomElement(using: &random) ?? 1)
                if !gone.contains(peer) { sent[peer] = calls.upperBound }
                let leaves = gone.isEmpty && Int.random(in: 0..<30, using: &random) == 0
                if leaves { gone.insert(peer) }
                let isGone = gone.contains(peer) && !leaves
                let taken = await server.on { engine -> [UInt64] in
                    if !isGone { open(calls, of: engine, from: peer) }
                    if leaves { engine.lost(peer) }
                    return engine.takeCompleted(for: peer)
                }
                completed[peer, default: []] += taken
                if Bool.random(using: &random) { try await fixture.runtime.sleep(for: .milliseconds(1)) }
            }
            try await fixture.runtime.sleep(for: .seconds(1))
            for peer in PeerID(1)...4 where !gone.contains(peer) {
                completed[peer, default: []] += await server.on { $0.takeCompleted(for: peer) }
                #expect(completed[peer] == Array(1...(sent[peer] ?? 1)), "seed \(seed)")
            }
            #expect(await server.on { $0.postponedBytes } == 0, "seed \(seed)")
        }
    }
}
