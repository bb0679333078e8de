internal import CZlib

/// The first decompressed bytes of a gzip file.
enum GzipStart {
    /// Bits of zlib's window, and that a gzip header is expected ("zlib.h", inflateInit2).
    private static let windowBits: Int32 = 15 + 16

    /// The output of a file's first bytes; empty when they are damaged.
    ///
    /// - Parameter limit: the most bytes that are wanted.
    static func inflate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, size) == Z_OK else { return [] }
        defer { inflateEnd(&stream) }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: limit) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(limit)
                // The file continues: the output so far is used, however it ended.
                _ = CZlib.inflate(&stream, Z_SYNC_FLUSH)
                count = limit - Int(stream.avail_out)
            }
        }
    }
}
