import CBOR
import Testing

@testable import RPC

@Suite struct HeaderTests {
    private let limits = RPCLimits()

    @Test func `an open header comes back as it was`() throws {
        var metadata = Metadata(["Region": "eu"])
        metadata["trace-bin"] = .bytes([1, 2, 3])
        let header = OpenHeader(
            method: .name("a.v1.B/C"), incarnation: .max, deadline: MonotonicInstant(nanoseconds: 77),
            token: AccessToken("secret"), idempotencyKey: IdempotencyKey(bytes: [UInt8](0..<16)), attempt: 3,
            trace: TraceContext(traceID: (1, 2), spanID: 3, isSampled: true), metadata: metadata,
            criticality: .sheddable)
        var writer = CBORWriter()
        header.write(to: &writer)
        let read = try writer.bytes.withUnsafeBytes { try OpenHeader(reading: $0, limits: limits) }
        #expect(read.method == header.method)
        #expect(read.incarnation == header.incarnation)
        #expect(read.deadline == header.deadline)
        #expect(read.token == header.token)
        #expect(read.idempotencyKey == header.idempotencyKey)
        #expect(read.attempt == 3)
        #expect(read.trace == header.trace)
        #expect(read.metadata == metadata)
        #expect(read.metadata.text("region") == "eu")
        #expect(read.criticality == .sheddable)
    }

    /// Key 10 is for peers that know it: a call without it is critical, and of classes to come all are below that.
    @Test(arguments: [(nil, Criticality.critical), (0, .critical), (1, .sheddable), (7, .sheddable)])
    func `a call is critical unless its header says otherwise`(number: UInt64?, criticality: Criticality) throws {
        var writer = CBORWriter()
        writer.map(number == nil ? 4 : 5)
        for (key, value) in [(1, 0), (2, 1), (3, .max)] as [(UInt64, UInt64)] {
            writer.unsigned(key)
            writer.unsigned(value)
        }
        writer.unsigned(7)
        TraceContext(traceID: (1, 2), spanID: 3, isSampled: false).write(to: &writer)
        if let number {
            writer.unsigned(10)
            writer.unsigned(number)
        }
        let read = try writer.bytes.withUnsafeBytes { try OpenHeader(reading: $0, limits: limits) }
        #expect(read.criticality == criticality)
    }

    @Test func `a status header comes back as it was`() throws {
        let error = RPCError(
            .failedPrecondition, "No.", executed: .no, details: [RPCErrorDetail(type: "a", body: [1])],
            retryAfter: .milliseconds(1_500), origin: "catalog")
        let header = StatusHeader(
            error: error, timing: CallTiming(queueMicroseconds: 1, handlerMicroseconds: 2, databaseMicroseconds: 3),
            load: 250)
        var writer = CBORWriter()
        header.write(to: &writer)
        let read = try writer.bytes.withUnsafeBytes { try StatusHeader(reading: $0, limits: limits) }
        #expect(read.error?.code == .failedPrecondition)
        #expect(read.error?.executed == .no)
        #expect(read.error?.details == error.details)
        #expect(read.error?.retryAfter == .milliseconds(1_500))
        #expect(read.error?.origin == "catalog")
        #expect(read.timing == header.timing)
        #expect(read.load == 250)
    }

    @Test func `a failure that does not say whether it was executed may have been`() throws {
        var writer = CBORWriter()
        writer.map(1)
        writer.unsigned(20)
        writer.unsigned(14)
        let read = try writer.bytes.withUnsafeBytes { try StatusHeader(reading: $0, limits: limits) }
        #expect(read.error?.executed == .maybe)
    }

    @Test func `unknown keys are skipped below 64 and refused from 64 on`() throws {
        func header(extraKey: UInt64) -> [UInt8] {
            var writer = CBORWriter()
            writer.map(2)
            writer.unsigned(extraKey)
            writer.array(1)
            writer.text("whatever")
            writer.unsigned(ItemHeader.offsetKey)
            writer.unsigned(9)
            return writer.bytes
        }
        #expect(try header(extraKey: 63).withUnsafeBytes { try ItemHeader(reading: $0).offset } == 9)
        #expect(throws: ProtocolViolation.self) {
            try header(extraKey: 64).withUnsafeBytes { try ItemHeader(reading: $0).offset }
        }
    }

    @Test func `a token over its limit and too much metadata are refused`() {
        let trace = TraceContext(traceID: (1, 2), spanID: 3, isSampled: false)
        func read(token: AccessToken?, metadata: Metadata) throws {
            var writer = CBORWriter()
            OpenHeader(
                method: .number(1), incarnation: 1, deadline: .distantFuture, token: token, idempotencyKey: nil,
                attempt: 1, trace: trace, metadata: metadata
            ).write(to: &writer)
            _ = try writer.bytes.withUnsafeBytes { try OpenHeader(reading: $0, limits: limits) }
        }
        let crowd = Metadata(Dictionary(uniqueKeysWithValues: (0...64).map { ("k\($0)", "v") }))
        #expect(throws: ProtocolViolation.self) {
            try read(token: AccessToken(bytes: .init(repeating: 1, count: 4_097)), metadata: Metadata())
        }
        #expect(throws: RPCError.self) { try read(token: nil, metadata: crowd) }
    }

    @Test func `a token does not print`() {
        #expect("\(AccessToken("hunter2"))".contains("hunter2") == false)
        #expect(String(reflecting: AccessToken("hunter2")).contains("hunter2") == false)
    }

    /// A header is one map and nothing else, whatever kind of message it belongs to.
    @Test(
        arguments: [
            [0xa2, 0x01, 0x01, 0x01, 0x02],  // a key twice
            [0xa1, 0x01, 0x01, 0x00],  // something behind the map
            [0xa1, 0x18, 0x40, 0x01],  // a key that must be understood
            [],
        ] as [[UInt8]])
    func `a header that is not one map of known keys is refused`(bytes: [UInt8]) {
        bytes.withUnsafeBytes { header in
            #expect(throws: (any Error).self) { try Credit(reading: header) }
            #expect(throws: (any Error).self) { try ItemHeader(reading: header) }
            #expect(throws: (any Error).self) { try OpenHeader(reading: header, limits: limits) }
            #expect(throws: (any Error).self) { try StatusHeader(reading: header, limits: limits) }
            let prefix = MessagePrefix(kind: MessageKind.ping.rawValue, flags: [], call: 0)
            let message = MessageView(
                prefix: prefix, header: header, body: UnsafeRawBufferPointer(start: nil, count: 0))
            #expect(throws: (any Error).self) { try message.checkEmptyHeader() }
        }
    }

    /// Keys below 64 are for peers that know them.
    @Test func `a key that is not known may stand in any header`() throws {
        let header: [UInt8] = [0xa1, 0x18, 0x3f, 0x01]
        #expect(try header.withUnsafeBytes { try Credit(reading: $0) }.bytes == 0)
        #expect(try header.withUnsafeBytes { try ItemHeader(reading: $0) }.sequence == 0)
        #expect(try header.withUnsafeBytes { try StatusHeader(reading: $0, limits: limits) }.error == nil)
    }
}
