import CBOR
import RPCDiagnostics
import Testing

@testable import RPC

/// A client machine at a server that stops, goes on, restarts, drains and answers late, in any order.
@Suite struct ClientFailureAccrualTests {
    @Test(arguments: Seeds.some(40)) func `every call ends once, one probe is out at a time, and all is well at last`(
        seed: UInt64
    ) {
        var life = ClientScenario(seed: seed)
        for _ in 0..<400 { life.step() }
        life.heal()
        #expect(life.problems.isEmpty, "seed \(seed)")
        #expect(life.client.callCount == 0, "seed \(seed)")
        #expect(life.client.accrual.isPassing, "seed \(seed)")
    }

    /// Otherwise the test above would have seen nothing.
    @Test func `in these lives calls are held back, refused and released`() {
        var (refused, renumbered, probes) = (0, 0, 0)
        for seed in UInt64(0)..<20 {
            var life = ClientScenario(seed: seed)
            for _ in 0..<400 { life.step() }
            refused += life.refused
            renumbered += life.renumbered
            probes += life.probes
        }
        #expect(refused > 20)
        #expect(renumbered > 20)
        #expect(probes > 20)
    }
}

/// One life of a client, with a server played by hand.
private struct ClientScenario {
    var client: ClientMachine<Int>
    private(set) var problems: [String] = []
    private(set) var refused = 0
    private(set) var renumbered = 0
    private(set) var probes = 0

    private var random: SplitMix64
    private var now = MonotonicInstant(nanoseconds: 1_000_000_000)
    private var isConnected = false
    private var isStopped = false
    /// Whether it answers everything at once.
    private var isHealed = false
    private var lastOwner = 0
    /// Calls that have not ended, by owner.
    private var numbers: [Int: UInt64] = [:]
    private var lastOpened: UInt64 = 0
    /// Calls that the server has not answered.
    private var received: [UInt64] = []
    private var hasHello = false
    private var lastProbe: UInt64?
    /// Owners of calls that look at the server.
    private var looks: Set<Int> = []
    /// What was open after the last event, whether calls passed then, and what was the probe.
    private var last: (open: Set<UInt64>, isPassing: Bool, probe: UInt64?) = ([], true, nil)

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        var limits = RPCLimits()
        limits.maxConsecutiveFailures = 3
        client = ClientMachine(
            configuration: ClientConfiguration(
                limits: limits, name: "c", target: "test", instance: [UInt8](repeating: UInt8(seed & 0xff), count: 16),
                clockDomain: ClockDomain(bootID: "b", timeNamespace: "t")))
    }

    mutating func step() {
        now = now.advanced(by: .milliseconds(Int64.random(in: 0...150, using: &random)))
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: open()
        case 40..<44:
            if let number = numbers.sorted(by: { $0.key < $1.key }).map(\.value).randomElement(using: &random) {
                client.cancel(number)
            }
        case 44..<50: isStopped = true
        case 50..<54: isStopped = false
        case 54..<58: connectOrLose()
        case 58..<60 where isConnected && !isStopped && client.session != nil:
            // It goes on with what it has, and takes nothing new.
            let goaway = Goaway(lastCall: received.last ?? 0, drainMilliseconds: 10)
            send { $0.appendControl(.goaway, goaway) }
        default: client.tick(now: now)
        }
        settle()
        serve()
    }

    /// Everything is as it should be from here on.
    mutating func heal() {
        (isStopped, isHealed) = (false, true)
        lose()
        for round in 0..<60 {
            if !isConnected { connectOrLose() }
            now = now.advanced(by: .milliseconds(500))
            client.tick(now: now)
            if round < 40 { open() }
            settle()
            serve()
        }
    }

    private mutating func open() {
        lastOwner += 1
        let isLook = Int.random(in: 0..<10, using: &random) == 0
        let isPatient = Int.random(in: 0..<3, using: &random) == 0
        let time: Duration = isPatient && Bool.random(using: &random) ? .seconds(60) : .milliseconds(300)
        let isStream = Int.random(in: 0..<4, using: &random) == 0
        let call = EncodedCall(
            method: isLook ? .of(Sys.Ping.self) : isStream ? .of(Echo.Repeat.self) : .of(Echo.Say.self), body: [1],
            deadline: now.advanced(by: time),
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false), waitForReady: isPatient)
        if isLook { looks.insert(lastOwner) }
        let number = client.open(call, owner: lastOwner, now: now)
        if number == nil, isLook, client.session?.isDraining == false { problems.append("a look was refused") }
        numbers[lastOwner] = number ?? 0
    }

    private mutating func connectOrLose() {
        if isConnected { return lose() }
        (isConnected, hasHello) = (true, false)
        client.connected(now: now)
    }

    private mutating func lose() {
        guard isConnected else { return }
        isConnected = false
        received.removeAll()
        client.disconnected(reason: "in the test", now: now)
        settle()
    }

    /// The server reads what was sent and answers a part of it, when it is not stopped.
    private mutating func serve() {
        guard isConnected else { return }
        while let frame = client.frames.takeFrame() { frame.withUnsafeBytes { take($0) } }
        guard !isStopped else { return }
        let welcome = Welcome.ofTest(now)
        if hasHello, client.session == nil { send { $0.appendControl(.welcome, welcome) } }
        for call in received where isHealed || Int.random(in: 0..<3, using: &random) > 0 {
            received.removeAll { $0 == call }
            let error = Bool.random(using: &random) ? RPCError(.notFound, "no", executed: .yes) : nil
            let status = error.map { StatusHeader(error: $0) } ?? StatusHeader()
            send { $0.append(.status, flags: .end, call: call) { status.write(to: &$0) } }
            while let frame = client.frames.takeFrame() { frame.withUnsafeBytes { take($0) } }
        }
    }

    private mutating func take(_ frame: UnsafeRawBufferPointer) {
        var reader = MessageReader(frame: frame, limits: RPCLimits())
        while let message = try? reader.next() {
            switch try? message.kind {
            case .hello: hasHello = true
            case .open:
                if message.prefix.call <= lastOpened { problems.append("\(message.prefix.call) after \(lastOpened)") }
                lastOpened = message.prefix.call
                received.append(message.prefix.call)
            case .cancel: received.removeAll { $0 == message.prefix.call }
            default: break
            }
        }
    }

    private mutating func send(_ write: (inout OutgoingFrames) -> Void) {
        var frames = OutgoingFrames(batchBytes: 65_536)
        write(&frames)
        while let frame = frames.takeFrame() { frame.withUnsafeBytes { client.receive($0, now: now) } }
        settle()
    }

    private mutating func settle() {
        for (owner, number) in client.renumbered { numbers[owner] = number }
        renumbered += client.renumbered.count
        client.renumbered.removeAll()
        for (owner, outcome) in client.ended {
            if numbers.removeValue(forKey: owner) == nil { problems.append("\(owner) ended twice") }
            if case .failure(let error) = outcome, error.isHeldBack {
                refused += 1
                if error.executed != .no || error.retryAfter == nil { problems.append("\(error)") }
            }
        }
        client.ended.removeAll()
        let open = Set(client.open.keys)
        if !last.isPassing, !client.accrual.isPassing {
            let looking = Set(looks.compactMap { numbers[$0] })
            // A probe may go out by the end of an earlier one, which then begins a pause; a stream that is let go may give
            // its place to the very call by which it was.
            let probes = client.accrual.earlierProbes.union([last.probe, client.accrual.probe].compactMap(\.self))
            let stray = open.subtracting(last.open).subtracting(looking).subtracting(probes)
            if !stray.isEmpty { problems.append("\(stray) went out while calls are held back") }
        }
        last = (open, client.accrual.isPassing, client.accrual.probe)
        if let probe = client.accrual.probe, probe != lastProbe { (lastProbe, probes) = (probe, probes + 1) }
        check()
    }

    /// What must be so between any two events.
    private mutating func check() {
        if client.callCount != numbers.count { problems.append("\(client.callCount) calls of \(numbers.count)") }
        if client.accrual.isPassing, !client.held.isEmpty { problems.append("held while calls pass") }
        if let probe = client.accrual.probe, client.open[probe] == nil,
            client.index(of: probe, in: client.waiting) == nil
        {
            problems.append("no such probe")
        }
        if !client.accrual.isPassing, client.accrual.probe == nil {
            let stray = client.waiting.filter { $0.call.method.name != Sys.Ping.fullMethod }
            if !stray.isEmpty { problems.append("\(stray.count) wait for the connection while calls are held back") }
        }
    }
}

extension Welcome {
    /// That of a server that is played by hand.
    static func ofTest(_ now: MonotonicInstant) -> Welcome {
        Welcome(
            version: 1, instance: [], name: "test", incarnation: 7, connectionWindow: 1 << 20, streamWindow: 1 << 18,
            messageBytes: 1 << 20, openCalls: 4, heartbeatMilliseconds: 500, helloClock: now, clock: now,
            clockDomain: ClockDomain(bootID: "b", timeNamespace: "t"),
            methods: [.init(number: 0, name: "a/B", safety: .unsafe, fingerprint: 1)])
    }
}
