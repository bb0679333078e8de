internal import CBOR
internal import FuzzKit

@testable internal import RPC

/// A server's connection fed by a script as no client should, while its handlers answer at arbitrary times.
struct FuzzedServer {
    private var connection: ServerConnection
    private var now = MonotonicInstant(nanoseconds: 1_000_000_000_000)
    private var running: Set<UInt64> = []
    private var begun: Set<UInt64> = []
    private var sequences: [UInt64: UInt64] = [:]
    private var untaken: [UInt64: [Int]] = [:]
    private var lastCall: UInt64 = 0
    private var received = 0
    private var sent = 0

    init() {
        var script = Script(UnsafeRawBufferPointer(start: nil, count: 0))
        connection = ServerConnection(
            limits: Wire.limits, welcome: Wire.welcome(&script, MonotonicInstant(nanoseconds: 1), plain: true))
    }

    /// Whether the engine would still feed it.
    var isAlive: Bool { connection.failure == nil }

    mutating func step(_ script: inout Script) {
        switch script.byte() % 16 {
        case 0: hello(&script)
        case 1...3: open(&script)
        case 4, 5: item(&script)
        case 6: credit(&script)
        case 7:
            let call = call(&script)
            deliver { $0.append(.cancel, call: call) { $0.map(0) } }
        case 8: deliver { [now] in $0.appendControl(.ping, Ping(clock: now)) }
        case 9: raw(&script)
        case 10, 11: finish(&script)
        case 12: sendItem(&script)
        case 13: take(&script)
        case 14: tick(&script)
        default: while connection.frames.takeFrame() != nil {}
        }
        settle()
    }

    private mutating func call(_ script: inout Script) -> UInt64 {
        let byte = script.byte()
        if byte & 0x80 != 0 { return script.number() }
        return lastCall - min(lastCall, UInt64(byte & 7))
    }

    private mutating func hello(_ script: inout Script) {
        let hello = Wire.hello(&script, now)
        deliver { $0.appendControl(.hello, hello) }
    }

    private mutating func open(_ script: inout Script) {
        let bits = script.byte()
        lastCall = bits & 0xE0 == 0xE0 ? script.number() : lastCall &+ 1
        let (header, body) = (Wire.open(&script, now), script.filler(512))
        let flags: MessageFlags = bits & 1 == 0 ? .end : bits & 2 == 0 ? .more : []
        deliver { [lastCall] in
            $0.append(.open, flags: flags, call: lastCall, body: body[...]) { header.write(to: &$0) }
        }
    }

    private mutating func item(_ script: inout Script) {
        let (call, bits) = (call(&script), script.byte())
        var header = Wire.item(&script)
        if bits & 8 == 0 {
            switch connection.calls[call]?.state {
            case .receiving(let request): (header.offset, header.sequence) = (request.body.count, 0)
            case .running: header.sequence = (connection.calls[call]?.incoming?.count ?? 0) + 1
            case nil: break
            }
        }
        let flags: MessageFlags = bits & 1 == 1 ? .more : bits & 2 == 2 ? .end : []
        let body = flags == .end && bits & 4 == 0 ? [] : script.filler(512)
        deliver { $0.append(.item, flags: flags, call: call, body: body[...]) { header.write(to: &$0) } }
    }

    private mutating func credit(_ script: inout Script) {
        let credit = Wire.credit(&script)
        let call = script.byte() & 1 == 0 ? 0 : call(&script)
        deliver { $0.appendCredit(call: call, credit) }
    }

    private mutating func raw(_ script: inout Script) {
        let bytes = script.some(255)
        received += bytes.count
        bytes.withUnsafeBytes { connection.receive($0, now: now) }
    }

    private mutating func deliver(_ write: (inout OutgoingFrames) -> Void) {
        var frames = OutgoingFrames(batchBytes: .max)
        write(&frames)
        while let frame = frames.takeFrame() {
            received += frame.count
            frame.withUnsafeBytes { connection.receive($0, now: now) }
        }
    }

    // MARK: The engine's part

    private func pick(_ script: inout Script) -> UInt64? {
        guard !running.isEmpty else { return nil }
        let calls = running.sorted()
        return calls[Int(script.byte()) % calls.count]
    }

    private mutating func finish(_ script: inout Script) {
        guard let call = pick(&script), !connection.isSending(call) else { return }
        var status = Wire.status(&script)
        (status.offset, status.items) = (0, sequences[call] ?? 0)
        let body = status.error == nil ? script.filler(5_000) : []
        sent += body.count + 256
        connection.sendStatus(call, status, body: body)
        end(call)
    }

    private mutating func sendItem(_ script: inout Script) {
        guard let call = pick(&script) else { return }
        let item = StreamItem(bytes: script.filler(3_000))
        let sequence = (sequences[call] ?? 0) + 1
        sent += item.bytes.count + 64
        if connection.send(item, call: call, sequence: sequence) { sequences[call] = sequence }
    }

    private mutating func take(_ script: inout Script) {
        guard let call = pick(&script), let bytes = untaken[call]?.popLast() else { return }
        connection.consumed(call, StreamWindow(items: 1, bytes: bytes))
    }

    private mutating func tick(_ script: inout Script) {
        now = now.advanced(by: .milliseconds(Int64(script.byte()) * 40))
        connection.keepAlive(running.sorted().map { ($0, sequences[$0] ?? 0) })
        if script.byte() == 0xFF, !connection.isDraining { connection.drain() }
        let unfinished = connection.calls.keys.sorted().filter { connection.isReceiving($0) }
        if let late = unfinished.first { connection.endUnfinished(late, .deadlineExceeded("in fuzz", executed: .no)) }
    }

    private mutating func end(_ call: UInt64) {
        running.remove(call)
        (sequences[call], untaken[call]) = (nil, nil)
    }

    private mutating func settle() {
        while let event = connection.nextEvent() {
            switch event {
            case .receiving(let call, let header): connection.acceptRemainder(call, isVerified: header.token != nil)
            case .begin(let call, let header, let body, _):
                expect(begun.insert(call).inserted, "a call is begun once")
                expect(header.incarnation == 7, "no call for another incarnation is begun")
                expect(body.count <= Wire.limits.messageBytes, "requests have a limit")
                expect(connection.client != nil, "no call begins without a hello")
                running.insert(call)
            case .item(let call, let item):
                expect(running.contains(call), "items come for calls that run")
                expect(item.bytes.count <= Wire.limits.messageBytes, "items have a limit")
                untaken[call, default: []].append(item.bytes.count)
                expect((untaken[call]?.count ?? 0) <= Wire.limits.streamItems, "no more items than the window")
            case .leave: connection.failure = connection.failure ?? ProtocolViolation(reason: "left")
            default: break
            }
        }
        check()
    }

    private func check() {
        expect(Set(connection.runningCalls) == running, "what runs is what was begun and not answered")
        expect(connection.receiveWindow.left >= 0 || !isAlive, "no client exceeds the window")
        expect(connection.sendQueue.connectionWindow >= 0, "the client's window is kept")
        expect(
            connection.givenUpCalls >= 0 && connection.givenUpCalls <= connection.calls.count, "given-up calls count")
        expect(
            connection.arrivingCalls == connection.calls.keys.count { connection.isReceiving($0) },
            "arriving calls count")
        expect(connection.calls.count <= 2 * Wire.limits.openCallsPerConnection, "calls have a limit")
        let held = connection.calls.values.reduce(0) { sum, call in
            if case .receiving(let request) = call.state { sum + request.body.count } else { sum }
        }
        expect(
            held <= Wire.limits.connectionWindowBytes + Wire.limits.chunkBytes, "requests are within the window")
        // A peer receives the handlers' output, and little for each of its own bytes.
        expect(connection.waitingBytes <= sent + 40 * received + 4_096, "answers are no amplifier")
        if isAlive {
            expect(
                connection.waitingBytes <= 4 * Wire.limits.connectionWindowBytes + 65_536,
                "who takes nothing is given up")
        }
    }
}
