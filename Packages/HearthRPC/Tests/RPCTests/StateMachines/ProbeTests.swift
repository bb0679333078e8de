import RPCDiagnostics
import Testing

@testable import RPC

/// Which call finds out whether a server answers again, and for how long the others wait for it.
@Suite struct ProbeTests {
    @Test func `a stream gives its place to a call that waits for one answer`() {
        var client = HeldClient()
        client.now = client.pauseEnd
        client.open(1, .of(Echo.Repeat.self))
        #expect(client.probe == 1)
        client.open(2)
        #expect(client.probe == 2)
        client.open(3)
        client.open(4, .of(Echo.Repeat.self))
        #expect(client.refused == [3, 4])
        client.respond(to: 2)
        #expect(client.isPassing)
    }

    @Test func `of those that wait the first that wants one answer is it, and the first stream else`() {
        var client = HeldClient()
        client.open(1, .of(Echo.Repeat.self), isPatient: true)
        client.open(2, .of(Echo.Repeat.self), isPatient: true)
        client.now = client.pauseEnd
        client.tick()
        #expect(client.probe == 1)
        client.open(3, isPatient: true)
        #expect(client.probe == 3)
        client.open(4, isPatient: true)
        #expect(client.held == [2, 4])
        client.wake()
        #expect(client.probe == 4)
    }

    @Test func `a probe with much time keeps the others waiting for the first pause`() {
        var client = HeldClient()
        client.now = client.pauseEnd
        client.open(1)
        client.open(2, isPatient: true)
        client.now = client.now.advanced(by: RPCLimits().firstPause)
        client.open(3)
        #expect(client.probe == 1)
        #expect(client.refused == [3])
        client.wake()
        #expect(client.probe == 2)
        client.now = client.now.advanced(by: RPCLimits().firstPause + .nanoseconds(1))
        client.open(4)
        #expect(client.probe == 4)
        // It is the first one's time that is over first, and that counts, too.
        client.now = client.now.advanced(by: .seconds(29))
        client.tick()
        #expect(!client.isPassing)
        #expect(client.probe == nil)
    }

    @Test func `what was not sent when an earlier probe fails is held, too`() {
        var client = HeldClient()
        client.now = client.pauseEnd
        client.open(1, time: .seconds(2))
        client.open(2, isPatient: true)
        client.open(3, isPatient: true)
        // All places are taken, so that the next probe is not sent.
        for owner in 11...14 { client.open(owner, .of(Sys.Ping.self)) }
        client.wake()
        #expect(client.probe == 2)
        #expect(client.waiting == [14, 2])
        client.now = client.now.advanced(by: .seconds(1))
        client.tick()
        #expect(client.probe == nil)
        #expect(client.waiting.isEmpty)
        #expect(client.held == [3, 2])
        for owner in 11...14 { client.respond(to: owner) }
        #expect(client.held.isEmpty)
        client.respond(to: 2)
        client.respond(to: 3)
        #expect(client.count == 0)
    }

    /// A server's socket says that a stream is there although no process may be left to answer calls.
    @Test func `that a stream is there lets calls pass until one fails`() {
        var client = HeldClient()
        client.now = client.pauseEnd
        client.open(1, .of(Echo.Repeat.self))
        client.sendKeepAlive(1)
        #expect(client.isPassing)
        client.open(2, time: .milliseconds(200))
        client.now = client.now.advanced(by: .milliseconds(200))
        client.tick()
        #expect(!client.isPassing)
        let pause = client.now.duration(to: client.pauseEnd)
        #expect(pause >= .seconds(1) && pause <= .seconds(2), "\(pause)")
        client.sendKeepAlive(1)
        #expect(!client.isPassing)
    }
}

/// A client whose calls are held back, with a server that is played by hand. Calls are known by their owners.
private struct HeldClient {
    private var machine: ClientMachine<Int>
    var now = MonotonicInstant(nanoseconds: 1_000_000_000)
    private(set) var refused: [Int] = []

    init() {
        machine = ClientMachine(
            configuration: ClientConfiguration(
                name: "c", target: "test", instance: [UInt8](repeating: 3, count: 16),
                clockDomain: ClockDomain(bootID: "b", timeNamespace: "t")))
        machine.connected(now: now)
        var welcome = Welcome.ofTest(now)
        // No server is here to answer pings.
        welcome.heartbeatMilliseconds = 60_000
        send { $0.appendControl(.welcome, welcome) }
        for owner in 0..<RPCLimits().maxConsecutiveFailures {
            open(100 + owner, time: .milliseconds(200))
            now = now.advanced(by: .milliseconds(200))
            tick()
        }
    }

    var isPassing: Bool { machine.accrual.isPassing }
    var pauseEnd: MonotonicInstant { machine.accrual.pauseEnd ?? .distantFuture }
    /// The owner of the probe.
    var probe: Int? { machine.accrual.probe.flatMap { machine.open[$0]?.owner ?? waitingOwner($0) } }
    var held: [Int] { machine.held.map(\.owner) }
    var waiting: [Int] { machine.waiting.map(\.owner) }
    var count: Int { machine.callCount }

    private func waitingOwner(_ call: UInt64) -> Int? { machine.waiting.first { $0.id == call }?.owner }

    mutating func open(
        _ owner: Int, _ method: MethodDescriptor = .of(Echo.Say.self), time: Duration = .seconds(30),
        isPatient: Bool = false
    ) {
        let call = EncodedCall(
            method: method, body: [1], deadline: now.advanced(by: time),
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false), waitForReady: isPatient)
        _ = machine.open(call, owner: owner, now: now)
        settle()
    }

    mutating func tick() {
        machine.tick(now: now)
        settle()
    }

    /// Sleeps for as long as the machine wants to, until a held call is let go.
    mutating func wake() {
        let before = held
        for _ in 0..<100 where held == before {
            now = max(now, machine.nextWake ?? now)
            tick()
        }
    }

    mutating func respond(to owner: Int) {
        guard let id = machine.open.first(where: { $0.value.owner == owner })?.key else { return }
        send { $0.append(.status, flags: .end, call: id) { StatusHeader().write(to: &$0) } }
    }

    /// Has the server say that it still has a stream.
    mutating func sendKeepAlive(_ owner: Int) {
        guard let id = machine.open.first(where: { $0.value.owner == owner })?.key else { return }
        send { $0.appendCredit(call: id, Credit(bytes: 0)) }
    }

    private mutating func send(_ write: (inout OutgoingFrames) -> Void) {
        var frames = OutgoingFrames(batchBytes: 65_536)
        write(&frames)
        while let frame = frames.takeFrame() { frame.withUnsafeBytes { machine.receive($0, now: now) } }
        settle()
    }

    private mutating func settle() {
        while machine.frames.takeFrame() != nil {}
        for case (let owner, .failure(let error)) in machine.ended where error.isHeldBack { refused.append(owner) }
        machine.ended.removeAll()
        machine.renumbered.removeAll()
        machine.streamEvents.removeAll()
    }
}
