internal import CBOR
internal import FuzzKit

@testable internal import RPC

/// A client machine driven by a script: calls, connections and frames, as its engine would and as no server should.
struct FuzzedClient {
    private var machine: ClientMachine<Int>
    private var now = MonotonicInstant(nanoseconds: 1_000_000_000_000)
    private var isConnected = false
    /// Calls that have not ended, by owner, with their current numbers.
    private var live: [Int: UInt64] = [:]
    private var made = 0
    private var ended: Set<Int> = []
    private var shapes: [Int: CallShape] = [:]
    private var sequences: [Int: UInt64] = [:]
    /// Items that arrived and were not read: only these can be read.
    private var untaken: [Int: [Int]] = [:]
    /// Bytes that the calls wanted to send.
    private var offered = 0

    init() {
        machine = ClientMachine(
            configuration: ClientConfiguration(
                limits: Wire.limits, name: "c", target: "s", instance: [UInt8](repeating: 5, count: 16),
                clockDomain: Wire.domain))
    }

    private static let methods = CallShape.allCases.map {
        MethodDescriptor(name: "a/\($0)", safety: .unsafe, shape: $0, timeout: .seconds(5))
    }

    mutating func step(_ script: inout Script) {
        switch script.byte() % 20 {
        case 0...2: open(&script)
        case 3: pick(&script).map { machine.cancel($0.number) }
        case 4: wait(&script)
        case 5: connect(&script, welcomed: true)
        case 6: connect(&script, welcomed: false)
        case 7: lose()
        case 8: if !isConnected { machine.refused() }
        case 9: while machine.frames.takeFrame() != nil {}
        case 10: send(&script)
        case 11: end(&script)
        case 12: take(&script)
        case 13: raw(&script)
        default: if isConnected { serve(&script) }
        }
        settle()
    }

    private mutating func pick(_ script: inout Script) -> (owner: Int, number: UInt64)? {
        guard !live.isEmpty else { return nil }
        let owners = live.keys.sorted()
        let owner = owners[Int(script.byte()) % owners.count]
        return live[owner].flatMap { $0 == 0 ? nil : (owner, $0) }
    }

    private mutating func open(_ script: inout Script) {
        let bits = script.byte()
        let shape = CallShape.allCases[Int(bits & 3)]
        made += 1
        let body = script.filler(5_000)
        offered += body.count + 256
        let call = EncodedCall(
            method: Self.methods[Int(bits & 3)], body: body,
            deadline: bits & 4 == 0 ? now.advanced(by: .milliseconds(Int64(script.byte()) * 20)) : .distantFuture,
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false), waitForReady: bits & 8 == 0)
        shapes[made] = shape
        let number = machine.open(call, owner: made, now: now)
        live[made] = number ?? 0
    }

    private mutating func wait(_ script: inout Script) {
        now = now.advanced(by: .milliseconds(Int64(script.byte()) * 40))
        machine.tick(now: now)
    }

    private mutating func connect(_ script: inout Script, welcomed: Bool) {
        if isConnected { return }
        isConnected = true
        machine.connected(now: now)
        guard welcomed else { return }
        let welcome = Wire.welcome(&script, now, plain: script.byte() & 3 != 0)
        deliver { $0.appendControl(.welcome, welcome) }
    }

    private mutating func lose() {
        guard isConnected else { return }
        isConnected = false
        machine.disconnected(reason: "fuzz", now: now)
    }

    /// A client's item, sent by an engine that respects its window or not.
    private mutating func send(_ script: inout Script) {
        guard let (owner, number) = pick(&script), shapes[owner]?.hasRequestItems == true else { return }
        guard machine.open[number] != nil else { return }
        let item = StreamItem(bytes: script.filler(3_000))
        offered += item.bytes.count + 64
        let sequence = (sequences[owner] ?? 0) + 1
        if machine.send(item, call: number, sequence: sequence) { sequences[owner] = sequence }
    }

    private mutating func end(_ script: inout Script) {
        guard let (owner, number) = pick(&script), shapes[owner]?.hasRequestItems == true else { return }
        _ = machine.endItems(of: number, sequence: (sequences[owner] ?? 0) + 1)
    }

    private mutating func take(_ script: inout Script) {
        guard let (owner, number) = pick(&script), let bytes = untaken[owner]?.popLast() else { return }
        machine.consumed(number, StreamWindow(items: 1, bytes: bytes))
    }

    private mutating func raw(_ script: inout Script) {
        guard isConnected else { return }
        script.some(255).withUnsafeBytes { machine.receive($0, now: now) }
        throwAway()
    }

    /// A server's message, valid or not.
    private mutating func serve(_ script: inout Script) {
        let kind = script.byte()
        let call = kind & 0x80 == 0 ? pick(&script)?.number ?? 1 : script.number()
        switch kind % 8 {
        case 0, 1:
            var status = Wire.status(&script)
            // Mostly the expected values, or no call would ever succeed.
            if kind & 0x40 == 0, let open = machine.open[call] {
                (status.offset, status.items) = (open.response.count, open.incoming?.count ?? 0)
            }
            let body = script.filler(600)
            deliver { $0.append(.status, flags: .end, call: call, body: body[...]) { status.write(to: &$0) } }
        case 2, 3:
            var item = Wire.item(&script)
            if kind & 0x40 == 0, let open = machine.open[call] {
                item.sequence = open.incoming.map { $0.count + 1 } ?? 0
                if open.incoming == nil { item.offset = open.response.count }
            }
            let (body, more) = (script.filler(512), script.byte() & 1 == 1)
            deliver { $0.append(.item, flags: more ? .more : [], call: call, body: body[...]) { item.write(to: &$0) } }
        case 4:
            let credit = Wire.credit(&script)
            deliver { $0.appendCredit(call: kind & 0x40 == 0 ? 0 : call, credit) }
        case 5:
            let pong = Pong(
                pingClock: now, clock: now, poolLagMicroseconds: script.number(), openCalls: 0, isDraining: false)
            deliver { $0.appendControl(.pong, pong) }
        case 6:
            let goaway = Goaway(lastCall: script.number(), drainMilliseconds: script.number())
            deliver { $0.appendControl(.goaway, goaway) }
        default:
            let welcome = Wire.welcome(&script, now)
            deliver { $0.appendControl(.welcome, welcome) }
        }
    }

    private mutating func deliver(_ write: (inout OutgoingFrames) -> Void) {
        var frames = OutgoingFrames(batchBytes: .max)
        write(&frames)
        while let frame = frames.takeFrame() { frame.withUnsafeBytes { machine.receive($0, now: now) } }
        throwAway()
    }

    /// Discards a connection that broke the protocol, as the transports do.
    private mutating func throwAway() { if machine.failure != nil { lose() } }

    /// Takes the events, and checks the invariants between any two of them.
    private mutating func settle() {
        for (owner, number) in machine.renumbered { live[owner] = number }
        machine.renumbered.removeAll()
        for (owner, event) in machine.streamEvents {
            if case .item(let item) = event { untaken[owner, default: []].append(item.bytes.count) }
        }
        machine.streamEvents.removeAll()
        for (owner, outcome) in machine.ended {
            expect(ended.insert(owner).inserted, "a call ends once")
            expect(live.removeValue(forKey: owner) != nil, "only a call that was made ends")
            (untaken[owner], sequences[owner], shapes[owner]) = (nil, nil, nil)
            if case .success(let response) = outcome {
                expect(response.body.count <= Wire.limits.messageBytes + Wire.limits.chunkBytes, "answers have a limit")
            }
        }
        machine.ended.removeAll()
        expect(machine.callCount == live.count, "no call is lost")
        expect(machine.waiting.count + machine.held.count <= Wire.limits.waitingCalls, "what waits has a limit")
        expect(machine.receiveWindow.left >= 0, "no server exceeds the window")
        if let session = machine.session {
            expect(session.sendQueue.connectionWindow >= 0, "the server's window is kept")
            expect(machine.open.count <= session.peer.openCalls, "open calls have a limit")
        } else {
            expect(machine.open.isEmpty, "without a session nothing is open")
        }
        let held = machine.open.values.reduce(0) { $0 + $1.response.count }
        expect(held <= Wire.limits.connectionWindowBytes, "what is held is within the window")
    }

    /// Ends everything.
    mutating func close() {
        machine.close()
        settle()
        expect(live.isEmpty && ended.count == made, "every call ends")
        expect(machine.frames.isEmpty, "a closed client is silent")
    }
}
