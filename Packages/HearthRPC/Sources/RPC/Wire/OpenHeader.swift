internal import CBOR

/// The header of an `open` message: everything about a call but its body. Encoded by hand: it is on every call.
///
/// A class: a struct would be copied by each layer that it passes through with its call.
final class OpenHeader: Sendable {
    /// The method's number in the server's welcome, or its name.
    enum Method: Sendable, Hashable {
        case number(UInt64)
        case name(String)
    }

    let method: Method
    /// The server incarnation that the call is addressed to.
    let incarnation: UInt64
    /// In the server's clock.
    let deadline: MonotonicInstant
    let token: AccessToken?
    let idempotencyKey: IdempotencyKey?
    let attempt: Int
    let trace: TraceContext
    let metadata: Metadata
    /// The last item that a resuming follower received.
    let resumeAfter: StreamPosition?
    let criticality: Criticality

    enum Key {
        static let method: UInt64 = 1, incarnation: UInt64 = 2, deadline: UInt64 = 3, token: UInt64 = 4
        static let idempotencyKey: UInt64 = 5, attempt: UInt64 = 6, trace: UInt64 = 7, metadata: UInt64 = 8
        static let resumeAfter: UInt64 = 9, criticality: UInt64 = 10
    }

    func write(to writer: inout CBORWriter) {
        let optional = (token == nil ? 0 : 1) + (idempotencyKey == nil ? 0 : 1) + (attempt == 1 ? 0 : 1)
        let rare = (metadata.isEmpty ? 0 : 1) + (resumeAfter == nil ? 0 : 1) + (criticality == .critical ? 0 : 1)
        writer.map(4 + optional + rare)
        writer.unsigned(Key.method)
        switch method {
        case .number(let number): writer.unsigned(number)
        case .name(let name): writer.text(name)
        }
        writer.unsigned(Key.incarnation)
        writer.unsigned(incarnation)
        writer.unsigned(Key.deadline)
        writer.unsigned(deadline.nanoseconds)
        if let token {
            writer.unsigned(Key.token)
            writer.byteString(token.bytes)
        }
        if let idempotencyKey {
            writer.unsigned(Key.idempotencyKey)
            writer.byteString(idempotencyKey.bytes)
        }
        if attempt != 1 {
            writer.unsigned(Key.attempt)
            writer.unsigned(UInt64(attempt))
        }
        writer.unsigned(Key.trace)
        trace.write(to: &writer)
        if !metadata.isEmpty {
            writer.unsigned(Key.metadata)
            metadata.write(to: &writer)
        }
        if let resumeAfter {
            writer.unsigned(Key.resumeAfter)
            resumeAfter.write(to: &writer)
        }
        if criticality == .sheddable {
            writer.unsigned(Key.criticality)
            writer.unsigned(Self.sheddable)
        }
    }

    /// The wire number of the sheddable class; less critical classes added later would have higher numbers.
    private static let sheddable: UInt64 = 1

    init(
        method: Method, incarnation: UInt64, deadline: MonotonicInstant, token: AccessToken?,
        idempotencyKey: IdempotencyKey?, attempt: Int, trace: TraceContext, metadata: Metadata,
        resumeAfter: StreamPosition? = nil, criticality: Criticality = .critical
    ) {
        self.method = method
        self.incarnation = incarnation
        self.deadline = deadline
        self.token = token
        self.idempotencyKey = idempotencyKey
        self.attempt = attempt
        self.trace = trace
        self.metadata = metadata
        self.resumeAfter = resumeAfter
        self.criticality = criticality
    }

    /// Reads a header. Unknown keys below 64 are skipped; from 64 on they must be understood.
    ///
    /// - Parameter known: the connection's last token, which nearly every call repeats: it is not copied again.
    init(reading bytes: UnsafeRawBufferPointer, limits: RPCLimits, known: AccessToken? = nil) throws {
        var entries = try HeaderReader(bytes)
        var method: Method?
        var incarnation: UInt64?
        var deadline: UInt64?
        var trace: TraceContext?
        var (token, idempotencyKey): (AccessToken?, IdempotencyKey?)
        var (attempt, metadata, resumeAfter): (Int, Metadata, StreamPosition?) = (1, Metadata(), nil)
        var criticality = Criticality.critical
        while let key = try entries.nextKey() {
            switch key {
            case Key.method:
                method =
                    entries.values.nextMajorType == .textString
                    ? .name(try entries.values.text()) : .number(try entries.values.unsigned())
            case Key.incarnation: incarnation = try entries.values.unsigned()
            case Key.deadline: deadline = try entries.values.unsigned()
            case Key.token:
                let bytes = try entries.values.byteString()
                guard bytes.count <= limits.tokenBytes else {
                    throw ProtocolViolation(reason: "a token is over its limit")
                }
                token = known?.holds(bytes) == true ? known : AccessToken(bytes: [UInt8](bytes))
            case Key.idempotencyKey:
                guard let key = IdempotencyKey(bytes: [UInt8](try entries.values.byteString())) else {
                    throw ProtocolViolation(reason: "an idempotency key is not \(IdempotencyKey.byteCount) bytes")
                }
                idempotencyKey = key
            case Key.attempt: attempt = Int(clamping: try entries.values.unsigned())
            case Key.trace: trace = try TraceContext(reading: &entries.values)
            case Key.metadata: metadata = try Metadata(reading: &entries.values, limits: limits)
            case Key.resumeAfter: resumeAfter = try StreamPosition(reading: &entries.values)
            case Key.criticality: criticality = try entries.values.unsigned() == 0 ? .critical : .sheddable
            default: try entries.skip(key)
            }
        }
        guard let method, let incarnation, let deadline, let trace else {
            throw ProtocolViolation(reason: "an open header lacks method, incarnation, deadline or trace")
        }
        self.method = method
        self.incarnation = incarnation
        self.deadline = MonotonicInstant(nanoseconds: deadline)
        self.token = token
        self.idempotencyKey = idempotencyKey
        self.attempt = attempt
        self.trace = trace
        self.metadata = metadata
        self.resumeAfter = resumeAfter
        self.criticality = criticality
    }
}
