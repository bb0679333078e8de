internal import CBOR

/// The header of an `item` message: a piece of a unary body, or an item of a stream.
///
/// A piece that does not continue its predecessor is never appended to it, and items count from 1 in each direction of
/// a call, so that lost and duplicated items are detected.
struct ItemHeader: Sendable, Hashable {
    /// Where the piece begins in its body.
    var offset = 0
    /// The item's number in its stream; 0 for the pieces of a unary body.
    var sequence: UInt64 = 0
    /// The item's position in the log that the stream follows.
    var position: StreamPosition?

    /// The same key is used in a status header whose body is the last of several pieces.
    static let offsetKey: UInt64 = 10
    private static let sequenceKey: UInt64 = 11
    private static let positionKey: UInt64 = 12

    func write(to writer: inout CBORWriter) {
        let hasOffset = offset != 0 || sequence == 0
        writer.map((hasOffset ? 1 : 0) + (sequence == 0 ? 0 : 1) + (position == nil ? 0 : 1))
        if hasOffset {
            writer.unsigned(Self.offsetKey)
            writer.unsigned(UInt64(offset))
        }
        if sequence != 0 {
            writer.unsigned(Self.sequenceKey)
            writer.unsigned(sequence)
        }
        if let position {
            writer.unsigned(Self.positionKey)
            position.write(to: &writer)
        }
    }
}

extension ItemHeader {
    init(reading header: UnsafeRawBufferPointer) throws {
        var entries = try HeaderReader(header)
        while let key = try entries.nextKey() {
            switch key {
            case Self.offsetKey: offset = Int(clamping: try entries.values.unsigned())
            case Self.sequenceKey: sequence = try entries.values.unsigned()
            case Self.positionKey: position = try StreamPosition(reading: &entries.values)
            default: try entries.skip(key)
            }
        }
    }
}

extension StreamPosition {
    /// On the wire: an array of generation and sequence.
    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.unsigned(generation)
        writer.unsigned(sequence)
    }

    init(reading reader: inout CBORReader) throws {
        guard try reader.array() == 2 else { throw ProtocolViolation(reason: "a position is not two numbers") }
        self.init(generation: try reader.unsigned(), sequence: try reader.unsigned())
    }
}
