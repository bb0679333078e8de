internal import CBOR

@testable internal import RPC

/// Frames of either side, out of a script: well-formed for the most part, so that what is behind the parser is reached.
enum Wire {
    /// Small, so that a short script reaches them.
    static let limits: RPCLimits = {
        var limits = RPCLimits()
        (limits.messageBytes, limits.chunkBytes, limits.batchBytes) = (4_096, 512, 512)
        (limits.connectionWindowBytes, limits.streamWindowBytes) = (8_192, 2_048)
        (limits.streamItems, limits.streamItemBytes) = (4, 1_024)
        (limits.openCallsPerConnection, limits.waitingCalls, limits.hellosPerConnection) = (8, 16, 8)
        (limits.maxConsecutiveFailures, limits.tokenBytes) = (3, 64)
        return limits
    }()

    static let domain = ClockDomain(bootID: "fuzz", timeNamespace: "fuzz")

    static func hello(_ script: inout Script, _ now: MonotonicInstant) -> Hello {
        let window = script.number()
        return Hello(
            versions: [1], instance: [1, 2], name: "fuzz", connectionWindow: window, streamWindow: script.number(),
            messageBytes: script.number() << 4, clock: now, clockDomain: domain, streamItems: script.number(),
            streamItemBytes: script.number(), showsLife: window & 1 == 0)
    }

    static func welcome(_ script: inout Script, _ now: MonotonicInstant, plain: Bool = false) -> Welcome {
        var welcome = Welcome(
            version: 1, instance: [3], name: "fuzz", incarnation: 7, connectionWindow: 8_192, streamWindow: 2_048,
            messageBytes: 4_096, openCalls: 8, heartbeatMilliseconds: 500, helloClock: now, clock: now,
            clockDomain: domain, methods: [], streamItems: 4, streamItemBytes: 1_024)
        if plain { return welcome }
        (welcome.connectionWindow, welcome.streamWindow) = (script.number() << 4, script.number() << 4)
        (welcome.messageBytes, welcome.openCalls) = (script.number() << 4, script.number())
        (welcome.heartbeatMilliseconds, welcome.streamItems) = (script.number(), script.number())
        welcome.streamItemBytes = script.number() << 4
        return welcome
    }

    static func open(_ script: inout Script, _ now: MonotonicInstant) -> OpenHeader {
        let bits = script.byte()
        return OpenHeader(
            method: bits & 1 == 0 ? .number(UInt64(bits >> 4)) : .name("a/B"), incarnation: bits & 2 == 0 ? 7 : 8,
            deadline: now.advanced(by: .milliseconds(Int64(script.byte()) * 20)),
            token: bits & 4 == 0 ? nil : AccessToken(bytes: script.some(80)), idempotencyKey: nil, attempt: 1,
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false), metadata: Metadata())
    }

    static func status(_ script: inout Script) -> StatusHeader {
        let bits = script.byte()
        var error: RPCError?
        if bits & 3 == 3 {
            error = RPCError(
                RPCCode(number: UInt64(bits >> 3)), "fuzz", executed: Executed(rawValue: bits % 3) ?? .maybe,
                retryAfter: bits & 4 == 0 ? nil : .milliseconds(20))
        }
        var status = StatusHeader(error: error)
        (status.offset, status.items) = (Int(clamping: script.number()), script.number())
        return status
    }

    static func credit(_ script: inout Script) -> Credit {
        Credit(bytes: script.number() << 4, items: script.number(), sent: script.number())
    }

    static func item(_ script: inout Script) -> ItemHeader {
        var header = ItemHeader()
        (header.offset, header.sequence) = (Int(clamping: script.number()), script.number())
        return header
    }

    /// Feeds every frame of these to `receive`.
    static func deliver(_ frames: consuming OutgoingFrames, _ receive: (UnsafeRawBufferPointer) -> Void) {
        var frames = frames
        while let frame = frames.takeFrame() { frame.withUnsafeBytes(receive) }
    }
}
