internal import CBOR

/// Outgoing messages, batched into frames of at most one batch. Control messages go first.
///
/// Buffers of sent frames come back through ``recycle(_:)``: a buffer of a batch's size for each frame, allocated and
/// freed thousands of times a second, costs more in the allocator than the messages in it.
struct OutgoingFrames: Sendable {
    private static let sparesKept = 2
    /// The bytes that a prefix is written over: appending zeros one by one would cost more than the prefix.
    private static let blankPrefix = [UInt8](repeating: 0, count: MessagePrefix.byteCount)
    private let batchBytes: Int
    private var control = CBORWriter()
    private var sealed: [[UInt8]] = []
    private var nextSealed = 0
    private var sealedBytes = 0
    private var open = CBORWriter()
    private var spares: [[UInt8]] = []
    /// A frame that the socket did not accept; it goes before everything else.
    private var returned: [UInt8]?

    init(batchBytes: Int) { self.batchBytes = batchBytes }

    var isEmpty: Bool {
        returned == nil && control.bytes.isEmpty && nextSealed == sealed.count && open.bytes.isEmpty
    }

    /// Bytes queued in all frames.
    var byteCount: Int {
        (returned?.count ?? 0) + control.bytes.count + open.bytes.count + sealedBytes
    }

    /// Appends a message of the data lane; `header` writes the header's map.
    mutating func append(
        _ kind: MessageKind, flags: MessageFlags = [], call: UInt64 = 0, body: ArraySlice<UInt8> = [],
        header: (inout CBORWriter) -> Void
    ) {
        if !open.bytes.isEmpty, open.bytes.count + body.count + MessagePrefix.byteCount > batchBytes {
            sealedBytes += open.bytes.count
            sealed.append(takeOpen())
        }
        Self.write(kind, flags: flags, call: call, body: body, header: header, into: &open)
    }

    /// Appends a message of the control lane.
    mutating func appendControl(
        _ kind: MessageKind, call: UInt64 = 0, body: ArraySlice<UInt8> = [], header: (inout CBORWriter) -> Void
    ) {
        Self.write(kind, flags: [], call: call, body: body, header: header, into: &control)
    }

    /// Removes the next frame.
    mutating func takeFrame() -> [UInt8]? {
        if let frame = returned {
            returned = nil
            return frame
        }
        if !control.bytes.isEmpty {
            defer { control = CBORWriter() }
            return control.bytes
        }
        if nextSealed < sealed.count {
            defer { nextSealed += 1 }
            sealedBytes -= sealed[nextSealed].count
            return sealed[nextSealed]
        }
        if nextSealed > 0 {
            sealed.removeAll(keepingCapacity: true)
            nextSealed = 0
        }
        return open.bytes.isEmpty ? nil : takeOpen()
    }

    /// Puts back a frame that the socket did not accept.
    mutating func putBack(_ frame: [UInt8]) { returned = frame }

    /// Takes back the buffer of a sent frame.
    mutating func recycle(_ frame: consuming [UInt8]) {
        guard spares.count < Self.sparesKept else { return }
        frame.removeAll(keepingCapacity: true)
        spares.append(frame)
    }

    /// Drops everything: the connection is gone.
    mutating func removeAll() { self = OutgoingFrames(batchBytes: batchBytes) }

    private mutating func takeOpen() -> [UInt8] {
        var frame = spares.popLast() ?? []
        swap(&open.bytes, &frame)
        return frame
    }

    private static func write(
        _ kind: MessageKind, flags: MessageFlags, call: UInt64, body: ArraySlice<UInt8>,
        header: (inout CBORWriter) -> Void, into writer: inout CBORWriter
    ) {
        let start = writer.bytes.count
        writer.bytes.append(contentsOf: blankPrefix)
        header(&writer)
        let headerLength = writer.bytes.count - start - MessagePrefix.byteCount
        writer.bytes.append(contentsOf: body)
        let length = writer.bytes.count - start - 4
        writer.bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt32(length).littleEndian, toByteOffset: start, as: UInt32.self)
            bytes[start + 4] = MessagePrefix.version
            bytes[start + 5] = kind.rawValue
            bytes.storeBytes(of: flags.rawValue.littleEndian, toByteOffset: start + 6, as: UInt16.self)
            bytes.storeBytes(of: call.littleEndian, toByteOffset: start + 8, as: UInt64.self)
            bytes.storeBytes(of: UInt32(headerLength).littleEndian, toByteOffset: start + 16, as: UInt32.self)
        }
    }
}
