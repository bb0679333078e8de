internal import CZlib

/// Inflates one member of a zip archive, streaming (RFC 1951). It owns zlib's state, which must not move: hence a
/// class.
final class ZipInflater {
    /// How far a member is.
    enum Progress: Equatable {
        /// More bytes are needed.
        case goesOn
        /// The stream has ended, and so many of the input bytes belonged to it.
        case ended(used: Int)
        /// The data is no valid stream.
        case damaged
    }

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool
    private var output = [UInt8](repeating: 0, count: 65_536)

    init() {
        stream.initialize(to: z_stream())
        // Negative: without a header of its own (zlib.h, inflateInit2).
        isReady = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Decompresses more bytes, and passes on the output in chunks.
    ///
    /// - Parameter receive: returns whether more is wanted.
    func inflate(_ bytes: [UInt8], _ receive: (ArraySlice<UInt8>) -> Bool) -> Progress {
        guard isReady else { return .damaged }
        var used = 0
        while true {
            let (status, consumed, made) = step(bytes, from: used)
            used += consumed
            if made > 0, !receive(output[..<made]) { return .goesOn }
            switch status {
            case Z_STREAM_END: return .ended(used: used)
            case Z_OK, Z_BUF_ERROR: if used == bytes.count, made < output.count { return .goesOn }
            default: return .damaged
            }
        }
    }

    private func step(_ bytes: [UInt8], from used: Int) -> (status: Int32, consumed: Int, made: Int) {
        bytes.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { buffer in
                // zlib reads from next_in and never writes to it; its type is only older than const.
                stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + used) }
                stream.pointee.avail_in = UInt32(input.count - used)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                let left = Int(stream.pointee.avail_in)
                return (status, input.count - used - left, buffer.count - Int(stream.pointee.avail_out))
            }
        }
    }
}

/// The checksum of zip archives, computed incrementally.
struct CRC32 {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        value = bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: crc32(UInt(value), $0.baseAddress, UInt32($0.count)))
        }
    }
}
