import CBOR
import Testing

@testable import RPC

/// What a client says of `executed` when a call ends while a body of it is half sent.
@Suite struct HalfSentTests {
    enum End: CaseIterable { case cancelled, lost, late, silent }

    /// A call with items of the client.
    private enum Upload: RPCService {
        static let name = "test.v1.Upload"
        static let requests: [any RPCMethod.Type] = [Put.self]

        struct Put: RPCClientStream {
            typealias Service = Upload
            typealias Response = Empty
            typealias RequestItem = Empty
            static let method = "Put"
            static let safety = CallSafety.unsafe
            static let access = CallAccess.anyone
        }
    }

    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)
    private static let domain = ClockDomain(bootID: "b", timeNamespace: "t")

    /// A client whose server lets 256 KiB be on their way.
    private static func makeClient() -> ClientMachine<Int> {
        var client = ClientMachine<Int>(
            configuration: ClientConfiguration(name: "c", target: "test", instance: [], clockDomain: domain))
        client.connected(now: start)
        let welcome = Welcome(
            version: 1, instance: [], name: "test", incarnation: 7, connectionWindow: 262_144, streamWindow: 131_072,
            messageBytes: 4 << 20, openCalls: 10, heartbeatMilliseconds: 60_000, helloClock: start, clock: start,
            clockDomain: domain, methods: [])
        var frames = OutgoingFrames(batchBytes: 65_536)
        frames.appendControl(.welcome, welcome)
        while let frame = frames.takeFrame() { frame.withUnsafeBytes { client.receive($0, now: start) } }
        return client
    }

    private static func call(_ method: MethodDescriptor, body: Int) -> EncodedCall {
        EncodedCall(
            method: method, body: [UInt8](repeating: 7, count: body), deadline: start.advanced(by: .seconds(300)),
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: false))
    }

    private static func sentBytes(of client: inout ClientMachine<Int>) -> Int {
        var count = 0
        while let frame = client.frames.takeFrame() { count += frame.count }
        return count
    }

    private static func end(_ client: inout ClientMachine<Int>, _ call: UInt64, by end: End) -> RPCError? {
        switch end {
        case .cancelled: client.cancel(call)
        case .lost: client.disconnected(reason: "it is gone", now: start)
        case .late: client.tick(now: start.advanced(by: .seconds(301)))
        case .silent:
            for second in 1...60 { client.tick(now: start.advanced(by: .seconds(second))) }
        }
        guard case .failure(let error)? = client.ended.first?.outcome else { return nil }
        return error
    }

    @Test(arguments: End.allCases)
    func `a call whose request is out may have been begun, however much of an item is not`(end: End) throws {
        var client = Self.makeClient()
        let opened = client.open(Self.call(.of(Upload.Put.self), body: 8), owner: 1, now: Self.start)
        let id = try #require(opened)
        let isTaken = client.send(StreamItem(bytes: [UInt8](repeating: 0, count: 1 << 20)), call: id, sequence: 1)
        #expect(isTaken)
        #expect(Self.sentBytes(of: &client) < 1 << 20)
        #expect(Self.end(&client, id, by: end)?.executed == .maybe)
        #expect(client.ended.count == 1)
    }

    @Test(arguments: End.allCases.filter { $0 != .silent })
    func `a call whose request is half sent has not been begun`(end: End) throws {
        var client = Self.makeClient()
        let call = Self.call(.of(Echo.Say.self), body: 1 << 20)
        let opened = client.open(call, owner: 1, now: Self.start)
        let id = try #require(opened)
        #expect(Self.sentBytes(of: &client) < 1 << 20)
        #expect(Self.end(&client, id, by: end)?.executed == .no)
    }
}
