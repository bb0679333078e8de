import RPC
import Testing
import ZeroMQ

@testable import RPCZeroMQ

/// Which connections a server keeps when it cannot keep all.
@Suite struct ConnectionTableTests {
    /// A table with its engine's knowledge, and connections that are named by their files.
    private struct Fixture {
        var table: ConnectionTable
        var activity: [PeerID: ConnectionActivity] = [:]

        init(connections: Int) {
            var limits = RPCLimits()
            limits.connections = connections
            table = ConnectionTable(ConnectionLimits(limits))
        }

        mutating func accept(_ file: Int32, from process: Int32? = nil) -> ConnectionTable.Verdict {
            let origin = process.map(AcceptedConnection.Origin.process)
            return table.accept(Self.key(file), from: origin) { [activity] in activity[$0] }
        }

        /// A frame comes over a connection, at a second.
        mutating func speak(_ file: Int32, at second: UInt64, hasCalls: Bool = false) {
            let peer = PeerID(file)
            if activity[peer] == nil { table.attach(peer, to: Self.key(file)) }
            activity[peer] = ConnectionActivity(
                hasCalls: hasCalls, lastHeard: MonotonicInstant(nanoseconds: second * 1_000_000_000))
        }

        mutating func verify(_ file: Int32, isOperator: Bool = false) -> (isVerified: Bool, victim: Int32?) {
            let (isVerified, victim) = table.verify(PeerID(file), isOperator: isOperator) { [activity] in activity[$0] }
            return (isVerified, victim?.key.file)
        }

        static func key(_ file: Int32) -> ConnectionTable.Key { .init(listener: 1, file: file) }
    }

    private static func victim(_ verdict: ConnectionTable.Verdict) -> Int32? {
        if case .replaces(let victim) = verdict { victim.key.file } else { nil }
    }

    @Test func `silent connections go first, then those without calls that were unused longest, never one with calls`()
    {
        var fixture = Fixture(connections: 8)
        for file in Int32(1)...8 { #expect(fixture.accept(file) == .welcome) }
        fixture.speak(1, at: 1)
        fixture.speak(2, at: 2, hasCalls: true)
        fixture.speak(3, at: 3)
        // Silent: 4 to 8, in their order; then 1 and 3, of which 1 was used again.
        var victims: [Int32?] = []
        for file in Int32(11)...15 {
            victims.append(Self.victim(fixture.accept(file)))
            fixture.speak(file, at: 10)
        }
        #expect(victims == [4, 5, 6, 7, 8])
        fixture.speak(1, at: 11)
        for file in Int32(21)...22 {
            victims.append(Self.victim(fixture.accept(file)))
            fixture.speak(file, at: 20, hasCalls: true)
        }
        #expect(victims.suffix(2).contains(3) && !victims.contains(2))
        #expect(fixture.table.count == 8)
    }

    @Test func `whatever is verified, newcomers find places, and those who prove nothing take none from the verified`()
    {
        var fixture = Fixture(connections: 32)
        // As many as may be verified: all but two.
        for file in Int32(1)...30 {
            _ = fixture.accept(file)
            fixture.speak(file, at: UInt64(file))
            let (isVerified, victim) = fixture.verify(file)
            #expect(isVerified && victim == nil)
        }
        for file in Int32(100)...2_000 {
            let verdict = fixture.accept(file)
            #expect(verdict == .welcome || (Self.victim(verdict) ?? 0) >= 100)
        }
        #expect(fixture.table.count == 32 && fixture.table.verifiedCount == 30)
        // The next one that proves itself gets the place of the one that was unused for longest.
        fixture.speak(2_000, at: 50)
        let (isVerified, victim) = fixture.verify(2_000)
        #expect(isVerified && victim == 1)
        #expect(fixture.table.verifiedCount == 30)
    }

    @Test func `when all verified connections are busy, an operator still gets in and no other caller is verified`() {
        var fixture = Fixture(connections: 64)
        for file in Int32(1)...60 {
            _ = fixture.accept(file)
            fixture.speak(file, at: 1, hasCalls: true)
            _ = fixture.verify(file)
        }
        #expect(fixture.table.isFull)
        for file in Int32(61)...63 {
            #expect(fixture.accept(file) == .welcome)
            fixture.speak(file, at: 2, hasCalls: true)
        }
        #expect(!fixture.verify(61).isVerified)
        #expect(fixture.verify(61, isOperator: true).isVerified)
        #expect(fixture.verify(62, isOperator: true).isVerified)
        // Half of the reserve is theirs; the other half stays for newcomers.
        #expect(!fixture.verify(63, isOperator: true).isVerified)
        #expect(fixture.accept(64) == .welcome)
        #expect(Self.victim(fixture.accept(65)) == 64)
    }

    @Test func `one process cannot have more than its share, and gets it back`() {
        var fixture = Fixture(connections: 16)
        for file in Int32(1)...4 { #expect(fixture.accept(file, from: 7) == .welcome) }
        #expect(fixture.accept(5, from: 7) == .refuse)
        #expect(fixture.accept(5, from: 8) == .welcome)
        fixture.table.remove(Fixture.key(2))
        #expect(fixture.accept(6, from: 7) == .welcome)
        #expect(fixture.accept(9, from: 7) == .refuse)
    }

    /// Against a count by hand, whatever comes and goes.
    @Test func `what it counts is what is there`() {
        let seed = SystemRuntime.shared.random()
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        var fixture = Fixture(connections: 20)
        var (open, verified): (Set<Int32>, Set<Int32>) = ([], [])
        func drop(_ file: Int32?) {
            guard let file else { return }
            open.remove(file)
            verified.remove(file)
        }
        for step in 1...3_000 {
            let file = Int32.random(in: 1...60, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where !open.contains(file):
                fixture.activity[PeerID(file)] = nil
                let verdict = fixture.accept(file)
                drop(Self.victim(verdict))
                if verdict != .refuse { open.insert(file) }
            case 1 where open.contains(file):
                fixture.speak(file, at: UInt64(step), hasCalls: Bool.random(using: &random))
            case 2 where open.contains(file) && fixture.activity[PeerID(file)] != nil:
                let (isVerified, victim) = fixture.verify(file)
                drop(victim)
                if isVerified { verified.insert(file) }
            case 3 where open.contains(file) && Int.random(in: 0..<4, using: &random) == 0:
                fixture.table.remove(Fixture.key(file))
                drop(file)
            default: break
            }
            #expect(fixture.table.count == open.count && open.count <= 20, "seed \(seed), step \(step)")
            #expect(fixture.table.verifiedCount == verified.count && verified.count <= 19, "seed \(seed), step \(step)")
        }
    }
}
