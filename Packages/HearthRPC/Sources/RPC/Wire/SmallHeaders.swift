internal import CBOR

/// A receiver's grants. Travels as the header of a `credit` message, whose call is 0 for the whole connection.
///
/// With 0 of everything it is a keepalive of the sender's side of a stream.
struct Credit: Sendable, Hashable {
    var bytes: UInt64
    /// Items of a stream.
    var items: UInt64 = 0
    /// How many items the sender itself sent some time ago, its end included: a receiver with fewer has lost the last
    /// ones.
    var sent: UInt64 = 0

    private enum Key { static let bytes: UInt64 = 1, items: UInt64 = 2, sent: UInt64 = 3 }

    init(bytes: UInt64, items: UInt64 = 0, sent: UInt64 = 0) {
        (self.bytes, self.items, self.sent) = (bytes, items, sent)
    }

    func write(to writer: inout CBORWriter) {
        writer.map(1 + (items == 0 ? 0 : 1) + (sent == 0 ? 0 : 1))
        writer.unsigned(Key.bytes)
        writer.unsigned(bytes)
        for (key, value) in [(Key.items, items), (Key.sent, sent)] where value != 0 {
            writer.unsigned(key)
            writer.unsigned(value)
        }
    }

    init(reading header: UnsafeRawBufferPointer) throws {
        var entries = try HeaderReader(header)
        bytes = 0
        while let key = try entries.nextKey() {
            switch key {
            case Key.bytes: bytes = try entries.values.unsigned()
            case Key.items: items = try entries.values.unsigned()
            case Key.sent: sent = try entries.values.unsigned()
            default: try entries.skip(key)
            }
        }
    }
}
