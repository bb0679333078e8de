internal import CBOR

/// The header of a `status` message: how a call ended.
struct StatusHeader: Sendable {
    /// Nil when the call succeeded.
    var error: RPCError?
    var timing = CallTiming()
    /// The server's load in thousandths of its slots.
    var load: UInt32 = 0
    /// The offset of this message's piece in the body; 0 when the body is whole.
    var offset = 0
    /// How many items the server sent in this call; 0 where it sends none.
    var items: UInt64 = 0

    enum Key {
        static let code: UInt64 = 20, message: UInt64 = 21, details: UInt64 = 22, executed: UInt64 = 23
        static let retryAfter: UInt64 = 24, timing: UInt64 = 25, origin: UInt64 = 26
        // 27 was metadata once, which no server sent.
        static let items: UInt64 = 28, load: UInt64 = 29
    }

    /// Longer messages are cut, so that a header stays within its limit.
    private static let messageBytes = 4_000
    private static let originBytes = 200
    private static let detailsBytes = 8 << 10

    func write(to writer: inout CBORWriter) {
        guard let error else {
            writer.map(1 + (offset == 0 ? 0 : 1) + (items == 0 ? 0 : 1) + (load == 0 ? 0 : 1))
            if offset != 0 {
                writer.unsigned(ItemHeader.offsetKey)
                writer.unsigned(UInt64(offset))
            }
            writeTiming(to: &writer)
            writeCounts(to: &writer)
            return
        }
        let details = sendableDetails(error)
        let optional = (details.isEmpty ? 0 : 1) + (error.retryAfter == nil ? 0 : 1) + (error.origin == nil ? 0 : 1)
        writer.map(4 + optional + (items == 0 ? 0 : 1) + (load == 0 ? 0 : 1))
        writer.unsigned(Key.code)
        writer.unsigned(UInt64(error.code.number))
        writer.unsigned(Key.message)
        writer.text(Self.cut(error.message, Self.messageBytes))
        if !details.isEmpty { write(details, to: &writer) }
        writer.unsigned(Key.executed)
        writer.unsigned(UInt64(error.executed.rawValue))
        if let retryAfter = error.retryAfter {
            writer.unsigned(Key.retryAfter)
            writer.unsigned(UInt64(clamping: retryAfter.wholeMilliseconds))
        }
        writeTiming(to: &writer)
        if let origin = error.origin {
            writer.unsigned(Key.origin)
            writer.text(Self.cut(origin, Self.originBytes))
        }
        writeCounts(to: &writer)
    }

    private func writeCounts(to writer: inout CBORWriter) {
        if items != 0 {
            writer.unsigned(Key.items)
            writer.unsigned(items)
        }
        if load != 0 {
            writer.unsigned(Key.load)
            writer.unsigned(UInt64(load))
        }
    }

    private static func cut(_ text: String, _ bytes: Int) -> String {
        text.utf8.count <= bytes ? text : String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
    }

    private func writeTiming(to writer: inout CBORWriter) {
        writer.unsigned(Key.timing)
        writer.array(3)
        writer.unsigned(UInt64(timing.queueMicroseconds))
        writer.unsigned(UInt64(timing.handlerMicroseconds))
        writer.unsigned(UInt64(timing.databaseMicroseconds))
    }

    private func write(_ details: [RPCErrorDetail], to writer: inout CBORWriter) {
        writer.unsigned(Key.details)
        writer.array(details.count)
        for detail in details {
            writer.array(2)
            writer.text(detail.type)
            writer.byteString(detail.body)
        }
    }

    /// The details that fit: a status must always be sendable.
    private func sendableDetails(_ error: RPCError) -> [RPCErrorDetail] {
        var room = Self.detailsBytes
        return error.details.filter { detail in
            room -= detail.body.count + detail.type.utf8.count
            return room >= 0
        }
    }

    init(error: RPCError? = nil, timing: CallTiming = CallTiming(), load: UInt32 = 0) {
        self.error = error
        self.timing = timing
        self.load = load
    }

    /// Reads a header. A failure without `executed` may have been executed.
    init(reading bytes: UnsafeRawBufferPointer, limits: RPCLimits) throws {
        var entries = try HeaderReader(bytes)
        while let key = try entries.nextKey() {
            switch key {
            case ItemHeader.offsetKey: offset = Int(clamping: try entries.values.unsigned())
            case Key.timing: timing = try Self.readTiming(&entries.values)
            case Key.items: items = try entries.values.unsigned()
            case Key.load: load = UInt32(clamping: try entries.values.unsigned())
            default: try readFailure(key, &entries)
            }
        }
        if error?.code == .ok { error = nil }
    }

    /// Reads an entry of failures.
    private mutating func readFailure(_ key: UInt64, _ entries: inout HeaderReader) throws {
        var failure = error ?? RPCError(.ok, "", executed: .maybe)
        switch key {
        case Key.code: failure.code = RPCCode(number: try entries.values.unsigned())
        case Key.message: failure.message = try entries.values.text()
        case Key.details: failure.details = try Self.readDetails(&entries.values)
        case Key.executed:
            failure.executed = Executed(rawValue: UInt8(clamping: try entries.values.unsigned())) ?? .maybe
        case Key.retryAfter: failure.retryAfter = .milliseconds(Int64(clamping: try entries.values.unsigned()))
        case Key.origin: failure.origin = try entries.values.text()
        default: return try entries.skip(key)
        }
        error = failure
    }

    private static func readDetails(_ reader: inout CBORReader) throws -> [RPCErrorDetail] {
        var details: [RPCErrorDetail] = []
        for _ in 0..<(try reader.array()) {
            guard try reader.array() == 2 else { throw ProtocolViolation(reason: "a detail is not a pair") }
            details.append(RPCErrorDetail(type: try reader.text(), body: [UInt8](try reader.byteString())))
        }
        return details
    }

    private static func readTiming(_ reader: inout CBORReader) throws -> CallTiming {
        guard try reader.array() == 3 else { throw ProtocolViolation(reason: "a timing is not three numbers") }
        return CallTiming(
            queueMicroseconds: UInt32(clamping: try reader.unsigned()),
            handlerMicroseconds: UInt32(clamping: try reader.unsigned()),
            databaseMicroseconds: UInt32(clamping: try reader.unsigned()))
    }
}
