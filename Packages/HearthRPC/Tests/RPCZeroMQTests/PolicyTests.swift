import RPC
import Testing
import ZeroMQ

@testable import RPCZeroMQ

/// The rules in numbers, without sockets.
@Suite struct PolicyTests {
    private let ms = MonotonicClock.millisecond

    @Test func `full peer is tried after one two four and at most fifty milliseconds`() {
        var now: UInt64 = 1_000
        var parking = SendBackoff(at: now)
        var waits = [parking.retryAt - now]
        while true {
            now = parking.retryAt
            guard parking.missed(at: now) else { break }
            waits.append(parking.retryAt - now)
        }
        #expect(waits.prefix(7).map { $0 / ms } == [1, 2, 4, 8, 16, 32, 50])
        #expect(waits.dropFirst(6).allSatisfy { $0 == 50 * ms })
        #expect(now - 1_000 >= SendBackoff.patience)
        #expect(now - 1_000 < SendBackoff.patience + SendBackoff.longest)
    }

    @Test func `peers with calls are asked every millisecond and then everybody twice`() {
        var probe = DisconnectProbe()
        #expect(probe.next == nil)
        #expect(probe.due(at: 0) == nil)
        probe.disconnected(at: 0)
        var rounds: [DisconnectProbe.Round] = []
        var times: [UInt64] = []
        while let next = probe.next {
            times.append(next)
            #expect(probe.due(at: next - min(next, 1)) == (next == 0 ? .peersWithCalls : nil))
            if next == 0 {
                rounds.append(.peersWithCalls)
            } else if let round = probe.due(at: next) {
                rounds.append(round)
            }
        }
        #expect(rounds.filter { $0 == .peersWithCalls }.count == 20)
        #expect(rounds.suffix(2) == [.everybody, .everybody])
        #expect(times.last == 20 * ms + DisconnectProbe.secondSweep)
    }

    /// Under a stream of disconnects everybody is still asked every 20 ms.
    @Test func `disconnects do not put the sweep off`() {
        var probe = DisconnectProbe()
        var sweeps = 0
        for step in 0..<100 {
            let now = UInt64(step) * ms
            probe.disconnected(at: now)
            while let next = probe.next, next <= now {
                if probe.due(at: now) == .everybody { sweeps += 1 }
            }
        }
        #expect(sweeps == 4)
    }

    /// Or a flood of large frames would have everybody's answers wait until all of them are read.
    @Test func `turn ends after many frames or many bytes`() {
        func frames(of bytes: Int) -> Int {
            var turn = ReadBudget()
            while turn.hasRoom { turn.noteFrame(bytes: bytes) }
            return turn.frames
        }
        #expect(frames(of: 0) == ZeroMQLimits.framesPerTurn)
        #expect(frames(of: 100) == ZeroMQLimits.framesPerTurn)
        #expect(frames(of: RPCLimits().batchBytes) == 1)
        #expect(frames(of: RPCLimits().batchBytes / 2 + 1) == 2)
    }

    /// A refused attempt costs next to nothing there, whatever the socket, and a server that starts is to be found at once.
    @Test func `attempts on one machine are as often over TCP`() {
        func longest(_ endpoint: ZeroMQEndpoint) -> Int32? {
            ZeroMQLimits.options(for: endpoint, limits: RPCLimits()).longestReconnectMilliseconds
        }
        #expect(longest(.ipc(path: "/run/a.sock")) == nil)
        #expect(longest(.tcp(host: "127.0.0.1", port: 7_000)) == nil)
        #expect(longest(.tcp(host: "192.168.1.5", port: 7_000)) == ZeroMQLimits.longestReconnectMilliseconds)
    }

    /// Each failed handshake is the end of one connection, and of no other.
    @Test func `no call is searched when an unknown peer leaves`() {
        var probe = DisconnectProbe()
        probe.handshakeFailed()
        let stranger = probe.disconnected(at: 0)
        #expect(!stranger)
        #expect(probe.next == nil)
        let peer = probe.disconnected(at: 1 * ms)
        #expect(peer)
        #expect(probe.next == 1 * ms)
    }

    @Test func `found peers end the search`() {
        var probe = DisconnectProbe()
        probe.disconnected(at: 0)
        probe.disconnected(at: 5 * ms)
        probe.found()
        #expect(probe.next != nil)
        probe.found()
        #expect(probe.next == nil)
        probe.found()
        probe.disconnected(at: 9 * ms)
        #expect(probe.next == 9 * ms)
    }

    @Test func `lost connection is made again at once but not in a storm`() {
        var backoff = ReconnectBackoff()
        #expect(backoff.afterLoss(at: 100 * ms) == 0)
        #expect(backoff.afterLoss(at: 101 * ms) == ReconnectBackoff.betweenLosses)
        #expect(backoff.afterLoss(at: 200 * ms) == 0)
    }

    @Test func `refused login waits longer each time and never too long`() {
        for random in [UInt64.min, 12_345, .max] {
            var backoff = ReconnectBackoff()
            let waits = (0..<40).map { _ in backoff.afterRefusal(random: random) }
            #expect(waits[0] >= ReconnectBackoff.firstRefusal / 2)
            #expect(waits.allSatisfy { $0 <= ReconnectBackoff.longest })
            #expect((waits.last ?? 0) >= ReconnectBackoff.longest / 2)
            backoff.connected()
            #expect(backoff.afterRefusal(random: random) <= ReconnectBackoff.firstRefusal)
        }
    }
}
