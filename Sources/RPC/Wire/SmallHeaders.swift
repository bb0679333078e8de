internal import CBOR

/// Grants of a receiver. Travels as the header of a `credit` message, whose call is 0 for the whole connection.
///
/// With 0 of everything it says that the sender is still there with its side of a stream.
struct Credit: Sendable, Hashable {
    var bytes: UInt64
    /// Items of a stream.
    var items: UInt64 = 0

    private enum Key { static let bytes: UInt64 = 1, items: UInt64 = 2 }

    init(bytes: UInt64, items: UInt64 = 0) { (self.bytes, self.items) = (bytes, items) }

    func write(to writer: inout CBORWriter) {
        writer.map(items == 0 ? 1 : 2)
        writer.unsigned(Key.bytes)
        writer.unsigned(bytes)
        guard items != 0 else { return }
        writer.unsigned(Key.items)
        writer.unsigned(items)
    }

    init(reading header: UnsafeRawBufferPointer) throws {
        var reader = CBORReader(header)
        bytes = 0
        for _ in 0..<(try reader.map()) {
            switch try reader.unsigned() {
            case Key.bytes: bytes = try reader.unsigned()
            case Key.items: items = try reader.unsigned()
            case let key: try skipUnknown(key, &reader)
            }
        }
    }
}
