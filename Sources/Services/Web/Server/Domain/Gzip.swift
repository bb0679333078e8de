internal import CZlib

/// Bytes in gzip's format (RFC 1952), for browsers that take it.
enum Gzip {
    /// What deflate's window is called that gzip's head and end go around.
    private static let window = MAX_WBITS + 16
    /// zlib's usual memory.
    private static let memory: Int32 = 8

    /// The bytes, compressed; nil when zlib has no memory, or they would not become shorter.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let began = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard began == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count)
        let count: Int? = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                (stream.next_in, stream.avail_in) = (from.baseAddress, uInt(from.count))
                (stream.next_out, stream.avail_out) = (to.baseAddress, uInt(to.count))
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : nil
            }
        }
        return count.map { Array(output.prefix($0)) }
    }
}
