internal import CZlib

/// A streaming gzip decoder (RFC 1952), also for several concatenated members. zlib checks the checksums.
///
/// It owns zlib's state, which must not move; hence a class, and no copies.
final class GzipDecoder {
    /// The input is not gzip, is corrupt, or is truncated.
    struct Damaged: Error, Hashable {}

    private enum State {
        /// In a member.
        case member
        /// After a member; another one or padding may follow.
        case between
    }

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isStarted = false
    private var state = State.member
    private var input: [UInt8] = []
    private var used = 0
    /// Whether no input has arrived.
    private var isEmpty = true

    /// Bytes of one output.
    private static let outputBytes = 64 << 10
    private static let magic: [UInt8] = [0x1F, 0x8B, 0x08]

    init() { stream.initialize(to: z_stream()) }

    deinit {
        if isStarted { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Whether bytes begin as gzip does: its magic, and its only method.
    static func isBeginning(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// Decodes a whole buffer.
    ///
    /// - Returns: at most one byte more than the limit, which shows that it was exceeded.
    static func unpack(_ bytes: [UInt8], limitBytes: Int) throws(Damaged) -> [UInt8] {
        let decoder = GzipDecoder()
        decoder.feed(bytes)
        var all: [UInt8] = []
        while let piece = try decoder.next() {
            all += piece
            if all.count > limitBytes { return Array(all.prefix(limitBytes + 1)) }
        }
        try decoder.finish()
        return all
    }

    /// The first decoded bytes of a compressed prefix, as far as it reaches.
    static func peek(_ bytes: [UInt8]) -> [UInt8] {
        let decoder = GzipDecoder()
        decoder.feed(bytes)
        return (try? decoder.next()) ?? []
    }

    /// Feeds input, after all previous input was consumed.
    func feed(_ bytes: [UInt8]) {
        (input, used) = (used < input.count ? Array(input[used...]) + bytes : bytes, 0)
        isEmpty = isEmpty && bytes.isEmpty
    }

    /// The next bytes, at most 64 KiB; nil when it needs more input.
    func next() throws(Damaged) -> [UInt8]? {
        while used < input.count {
            if state == .between {
                // Some servers pad with zeros.
                guard input[used] != 0 else {
                    used += 1
                    continue
                }
                guard inflateReset(stream) == Z_OK else { throw Damaged() }
                state = .member
            }
            let bytes = try inflateOnce()
            if !bytes.isEmpty { return bytes }
        }
        return try state == .member && isStarted ? pending() : nil
    }

    /// Ends the input.
    ///
    /// - Throws: ``Damaged`` when it ends within a member.
    func finish() throws(Damaged) { guard isEmpty || state == .between else { throw Damaged() } }

    /// The output that zlib still holds when its input is consumed.
    private func pending() throws(Damaged) -> [UInt8]? {
        let bytes = try inflateOnce()
        return bytes.isEmpty ? nil : bytes
    }

    private func inflateOnce() throws(Damaged) -> [UInt8] {
        if !isStarted {
            // 15 bits of window, and 16 for a gzip header (zlib.h, inflateInit2).
            let code = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            guard code == Z_OK else { throw Damaged() }
            isStarted = true
        }
        var output = [UInt8](repeating: 0, count: Self.outputBytes)
        let available = min(input.count - used, Int(Int32.max))
        let (status, made, left) = input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                // zlib reads from next_in and never writes to it; its type is only older than const.
                stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + used) }
                stream.pointee.avail_in = UInt32(available)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                return (status, output.count - Int(stream.pointee.avail_out), Int(stream.pointee.avail_in))
            }
        }
        used += available - left
        switch status {
        case Z_STREAM_END: state = .between
        case Z_OK, Z_BUF_ERROR: break
        default: throw Damaged()
        }
        output.removeLast(output.count - made)
        return output
    }
}
