import CBOR
import Testing

@testable import RPC

/// Bytes that no honest peer sends: an answer or a clean end, never a crash.
@Suite struct HostileFrameTests {
    private static func welcome() -> Welcome {
        let clock = MonotonicInstant(nanoseconds: 1)
        return Welcome(
            version: 1, instance: [], name: "test", incarnation: 7, connectionWindow: 1 << 20, streamWindow: 1 << 18,
            messageBytes: 1 << 20, openCalls: 10, heartbeatMilliseconds: 500, helloClock: clock, clock: clock,
            clockDomain: ClockDomain(bootID: "b", timeNamespace: "t"),
            methods: [.init(number: 0, name: "a/B", safety: .unsafe, fingerprint: 1)])
    }

    private static func makeClient() -> ClientMachine<Int> {
        ClientMachine(
            configuration: ClientConfiguration(
                name: "c", target: "test", instance: [], clockDomain: ClockDomain(bootID: "b", timeNamespace: "t")))
    }

    private static func makeCall(_ size: Int) -> EncodedCall {
        EncodedCall(
            method: MethodDescriptor.of(Echo.Say.self), body: [UInt8](repeating: 7, count: size),
            deadline: .distantFuture,
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false))
    }

    /// Valid frames of both directions, to be damaged.
    private static func honestFrames() -> (toServer: [[UInt8]], toClient: [[UInt8]]) {
        var client = makeClient()
        var server = ServerConnection(limits: RPCLimits(), welcome: welcome())
        var frames: (toServer: [[UInt8]], toClient: [[UInt8]]) = ([], [])
        let now = MonotonicInstant(nanoseconds: 10)
        func exchange() {
            while let frame = client.frames.takeFrame() {
                frames.toServer.append(frame)
                frame.withUnsafeBytes { server.receive($0, now: now) }
            }
            while let event = server.nextEvent() {
                if case .begin(let id, _, let body, _) = event {
                    server.sendStatus(id, StatusHeader(), body: body + body)
                }
            }
            while let frame = server.frames.takeFrame() {
                frames.toClient.append(frame)
                frame.withUnsafeBytes { client.receive($0, now: now) }
            }
        }
        client.connected(now: now)
        exchange()
        for size in [0, 10, 100_000] { _ = client.open(makeCall(size), owner: size, now: now) }
        for _ in 0..<4 { exchange() }
        #expect(client.ended.count == 3)
        return frames
    }

    private static func damage(_ frame: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var frame = frame
        for _ in 0..<Int.random(in: 1...4, using: &random) where !frame.isEmpty {
            let index = Int.random(in: 0..<frame.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: frame[index] = UInt8.random(in: 0...255, using: &random)
            case 1: frame.removeSubrange(index...)
            case 2: frame.insert(UInt8.random(in: 0...255, using: &random), at: index)
            case 3: frame[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default: frame += frame[index...].prefix(64)
            }
        }
        return frame
    }

    @Test(arguments: Seeds.some(6)) func `a server survives damaged frames`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let honest = Self.honestFrames().toServer
        for round in 0..<300 {
            var server = ServerConnection(limits: RPCLimits(), welcome: Self.welcome())
            for frame in honest {
                let bytes = Bool.random(using: &random) ? Self.damage(frame, using: &random) : frame
                bytes.withUnsafeBytes { server.receive($0, now: MonotonicInstant(nanoseconds: 10)) }
                while let event = server.nextEvent() {
                    if case .begin(let id, _, let body, _) = event { server.sendStatus(id, StatusHeader(), body: body) }
                }
                if server.failure != nil { break }
            }
            #expect(server.frames.byteCount < 64 << 20, "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: Seeds.some(6)) func `a client survives damaged frames, and its calls end once`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let honest = Self.honestFrames().toClient
        for round in 0..<300 {
            var client = Self.makeClient()
            let now = MonotonicInstant(nanoseconds: 10)
            client.connected(now: now)
            for owner in 0..<3 { _ = client.open(Self.makeCall(10), owner: owner, now: now) }
            for frame in honest {
                let bytes = Bool.random(using: &random) ? Self.damage(frame, using: &random) : frame
                bytes.withUnsafeBytes { client.receive($0, now: now) }
                if client.failure != nil { break }
            }
            client.disconnected(reason: "end of test", now: now)
            #expect(client.ended.map(\.owner).sorted() == [0, 1, 2], "seed \(seed), round \(round)")
        }
    }

    @Test func `a stranger that does not say hello is refused, and nothing of it is executed`() {
        var server = ServerConnection(limits: RPCLimits(), welcome: Self.welcome())
        var frames = OutgoingFrames(batchBytes: 65_536)
        let header = OpenHeader(
            method: .number(0), incarnation: 7, deadline: .distantFuture, token: nil, idempotencyKey: nil, attempt: 1,
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false), metadata: Metadata())
        frames.append(.open, flags: .end, call: 1) { header.write(to: &$0) }
        frames.takeFrame()?.withUnsafeBytes { server.receive($0, now: MonotonicInstant(nanoseconds: 1)) }
        #expect(server.events.isEmpty)
        #expect(!server.frames.isEmpty)
    }

    @Test func `a welcome is given once a frame, and hellos without end are a violation`() {
        var server = ServerConnection(limits: RPCLimits(), welcome: Self.welcome())
        var (received, most, frames) = (0, 0, 0)
        while server.failure == nil, frames < 1_000 {
            var flood = OutgoingFrames(batchBytes: 65_536)
            flood.hello()
            if frames.isMultiple(of: 2) { flood.hello() }
            flood.takeFrame()?.withUnsafeBytes { server.receive($0, now: MonotonicInstant(nanoseconds: 1)) }
            frames += 1
            var welcomes = 0
            while let response = server.frames.takeFrame() {
                response.withUnsafeBytes { bytes in
                    var reader = MessageReader(frame: bytes, limits: RPCLimits())
                    while (try? reader.next()) != nil { welcomes += 1 }
                }
            }
            most = max(most, welcomes)
            received += welcomes
        }
        #expect(most == 1)
        #expect(frames < 1_000)
        #expect(received >= RPCLimits().hellosPerConnection / 2)
        #expect(received <= RPCLimits().hellosPerConnection)
    }

    @Test func `a frame full of pings is answered once`() {
        var server = ServerConnection(limits: RPCLimits(), welcome: Self.welcome())
        for _ in 0..<2 {
            var flood = OutgoingFrames(batchBytes: 65_536)
            for _ in 0..<1_000 { flood.appendControl(.ping, Ping(clock: MonotonicInstant(nanoseconds: 1))) }
            flood.takeFrame()?.withUnsafeBytes { server.receive($0, now: MonotonicInstant(nanoseconds: 1)) }
        }
        var pings = 0
        while let event = server.nextEvent() { if case .ping = event { pings += 1 } }
        #expect(pings == 2)
        #expect(server.failure == nil)
    }

    @Test func `a peer that takes none of its items is given up`() {
        var limits = RPCLimits()
        limits.connectionWindowBytes = 10_000
        var server = ServerConnection(limits: limits, welcome: Self.welcome())
        var greeting = OutgoingFrames(batchBytes: 65_536)
        greeting.hello()
        greeting.takeFrame()?.withUnsafeBytes { server.receive($0, now: MonotonicInstant(nanoseconds: 1)) }
        // Of one byte each, so that their headers are by far the most.
        var sequence: UInt64 = 1
        while server.failure == nil, server.send(StreamItem(bytes: [0]), call: 1, sequence: sequence) { sequence += 1 }
        #expect(server.failure != nil)
        #expect(server.frames.byteCount < 5 * limits.connectionWindowBytes)
    }

    @Test func `an open that comes twice is begun once`() {
        let opens = Self.honestFrames().toServer
        var server = ServerConnection(limits: RPCLimits(), welcome: Self.welcome())
        var begun: [UInt64] = []
        for frame in opens + opens {
            frame.withUnsafeBytes { server.receive($0, now: MonotonicInstant(nanoseconds: 10)) }
            while let event = server.nextEvent() { if case .begin(let id, _, _, _) = event { begun.append(id) } }
        }
        #expect(begun.sorted() == [1, 2, 3])
        #expect(server.repeatedOpens == 3)
    }

    @Test func `a request that never arrives whole is ended and gives its window back`() {
        var limits = RPCLimits()
        limits.connectionWindowBytes = 1_000
        var server = ServerConnection(limits: limits, welcome: Self.welcome())
        var client = Self.makeClient()
        let now = MonotonicInstant(nanoseconds: 10)
        client.connected(now: now)
        client.frames.takeFrame()?.withUnsafeBytes { server.receive($0, now: now) }
        let header = OpenHeader(
            method: .number(0), incarnation: 7, deadline: MonotonicInstant(nanoseconds: 50), token: nil,
            idempotencyKey: nil, attempt: 1, trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false),
            metadata: Metadata())
        // Nine times 400 bytes pass a window of 1,000 only when each ended call gives back what it held.
        for call in UInt64(1)...9 {
            var frames = OutgoingFrames(batchBytes: 65_536)
            frames.append(.open, flags: .more, call: call, body: [UInt8](repeating: 1, count: 400)[...]) {
                header.write(to: &$0)
            }
            frames.takeFrame()?.withUnsafeBytes { server.receive($0, now: now) }
            #expect(server.isReceiving(call))
            server.endUnfinished(call, .deadlineExceeded("in the test", executed: .no))
            #expect(!server.isReceiving(call))
        }
        #expect(server.failure == nil)
        #expect(server.calls.isEmpty)
    }
}
