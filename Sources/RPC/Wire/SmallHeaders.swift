internal import CBOR

/// Grants of a receiver. Travels as the header of a `credit` message, whose call is 0 for the whole connection.
struct Credit: Sendable, Hashable {
    var bytes: UInt64

    enum Key { static let bytes: UInt64 = 1 }

    init(bytes: UInt64) { self.bytes = bytes }

    func write(to writer: inout CBORWriter) {
        writer.map(1)
        writer.unsigned(Key.bytes)
        writer.unsigned(bytes)
    }

    init(reading header: UnsafeRawBufferPointer) throws {
        var reader = CBORReader(header)
        bytes = 0
        for _ in 0..<(try reader.map()) {
            switch try reader.unsigned() {
            case Key.bytes: bytes = try reader.unsigned()
            case let key: try skipUnknown(key, &reader)
            }
        }
    }
}

/// Where a piece stands in its body. Travels as the header of an `item` message: a piece that does not go on where the
/// last one ended is never put together with it.
struct PieceHeader: Sendable, Hashable {
    var offset: Int

    /// The same key stands in a status header whose body is the last of several pieces.
    static let offsetKey: UInt64 = 10

    init(offset: Int) { self.offset = offset }

    func write(to writer: inout CBORWriter) {
        writer.map(1)
        writer.unsigned(Self.offsetKey)
        writer.unsigned(UInt64(offset))
    }

    init(reading header: UnsafeRawBufferPointer) throws {
        var reader = CBORReader(header)
        offset = 0
        for _ in 0..<(try reader.map()) {
            switch try reader.unsigned() {
            case Self.offsetKey: offset = Int(clamping: try reader.unsigned())
            case let key: try skipUnknown(key, &reader)
            }
        }
    }
}
