internal import CBOR

extension TraceContext {
    /// On the wire: 25 bytes, trace id, span id, flags; W3C's version 00.
    static let byteCount = 25

    func write(to writer: inout CBORWriter) {
        writer.head(.byteString, UInt64(Self.byteCount))
        withUnsafeBytes(of: (traceID.high.bigEndian, traceID.low.bigEndian, spanID.bigEndian)) {
            writer.bytes.append(contentsOf: $0)
        }
        writer.bytes.append(isSampled ? 1 : 0)
    }

    init(reading reader: inout CBORReader) throws {
        let bytes = try reader.byteString()
        guard bytes.count == Self.byteCount else { throw ProtocolViolation(reason: "a trace context is not 25 bytes") }
        func word(_ offset: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        self.init(traceID: (word(0), word(8)), spanID: word(16), isSampled: bytes[24] & 1 != 0)
    }
}

extension Metadata {
    func write(to writer: inout CBORWriter) {
        writer.map(values.count)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            writer.text(name)
            switch value {
            case .text(let text): writer.text(text)
            case .bytes(let bytes): writer.byteString(bytes)
            }
        }
    }

    /// Reads metadata within the limits.
    ///
    /// - Throws: `RPCError` (INVALID_ARGUMENT) when it exceeds one of them; `ProtocolViolation` on a duplicate name;
    ///   `CBORError`.
    init(reading reader: inout CBORReader, limits: RPCLimits) throws {
        self.init()
        let count = try reader.map()
        guard count <= limits.metadataEntries else {
            throw RPCError.metadataOverLimit("has \(count) entries", limit: "\(limits.metadataEntries)")
        }
        var bytes = 0
        for _ in 0..<count {
            let name = try reader.text()
            let value: Value =
                reader.nextMajorType == .textString
                ? .text(try reader.text()) : .bytes([UInt8](try reader.byteString()))
            bytes += name.utf8.count + value.byteCount
            guard bytes <= limits.metadataBytes else {
                throw RPCError.metadataOverLimit("is longer than allowed", limit: "\(limits.metadataBytes) bytes")
            }
            guard self[name] == nil else { throw ProtocolViolation(reason: "a name of metadata is duplicated") }
            self[name] = value
        }
    }
}

extension RPCError {
    fileprivate static func metadataOverLimit(_ problem: String, limit: String) -> RPCError {
        var error = RPCError.invalidArgument("metadata", "\(problem): the limit is \(limit)")
        error.executed = .no
        return error
    }
}
