internal import CZlib

/// Why a compressed body cannot be read.
package enum InflateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The data is invalid (zlib's message).
    case damaged(String)
    /// The data is truncated.
    case truncated
    /// The output exceeds the limit.
    case tooLarge(limitBytes: Int)
    /// An unsupported format, by name.
    case unsupported(String)

    package var description: String {
        switch self {
        case .damaged(let message): "the compressed data is damaged: \(message)"
        case .truncated: "the compressed data ends too early"
        case .tooLarge(let limit): "more than \(limit) bytes come out of the compressed data"
        case .unsupported(let name): "\(name) is not read; plain text and gzip are"
        }
    }
}

/// A streaming gzip decoder (RFC 1952; also concatenated members, and gzip inside gzip); anything else passes
/// unchanged.
///
/// The format is detected by the first bytes, never by a name: servers name plain files `.gz` and compress compressed
/// ones. It owns zlib's state, which must not move; hence a class, and no copies.
package final class Inflater {
    /// The maximum bytes of output.
    package let limitBytes: Int
    private let depth: Int
    private var mode = Mode.undecided
    private var head: [UInt8] = []
    private var produced = 0
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var hasStream = false
    private var output = [UInt8](repeating: 0, count: Inflater.outputBytes)
    private var inner: Inflater?

    private enum Mode {
        case undecided, plain, gzip
        /// After a member; another one or padding may follow.
        case betweenMembers
        /// The data after the last member are no member, and are ignored.
        case ended
    }

    private static let outputBytes = 65_536
    /// The offset of a tar archive's signature, behind the name and the rights of its first file (POSIX, pax).
    private static let tarSignatureOffset = 257
    private static let signatureBytes = tarSignatureOffset + 5
    private static let maximumDepth = 2
    package static let defaultLimitBytes = 4 << 30

    package convenience init(limitBytes: Int = Inflater.defaultLimitBytes) {
        self.init(limitBytes: limitBytes, depth: 0)
    }

    private init(limitBytes: Int, depth: Int) {
        (self.limitBytes, self.depth) = (limitBytes, depth)
        stream.initialize(to: z_stream())
    }

    deinit {
        if hasStream { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Passes on the output of some more bytes.
    ///
    /// - Throws: `InflateError`, and what `receive` throws.
    package func inflate(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        guard mode == .undecided else { return try pass(bytes, receive) }
        bytes.withUnsafeBufferPointer { head.append(contentsOf: $0) }
        guard head.count >= Self.signatureBytes else { return }
        try decide(receive)
    }

    /// Passes on the rest.
    ///
    /// - Throws: `InflateError.truncated` when a stream is incomplete; the output before is all there is.
    package func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        if mode == .undecided { try decide(receive) }
        if let inner { try inner.finish(receive) }
        if mode == .gzip { throw InflateError.truncated }
    }

    private func decide(_ receive: (Span<UInt8>) throws -> Void) throws {
        let bytes = head
        head = []
        if let name = Self.unsupported(bytes) { throw InflateError.unsupported(name) }
        if bytes.starts(with: [0x1F, 0x8B]) {
            mode = .gzip
            // 15 bits of window, and 16 for a gzip header (zlib.h, inflateInit2).
            let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            guard status == Z_OK else { throw InflateError.damaged("zlib does not start (\(status))") }
            hasStream = true
        } else {
            mode = .plain
        }
        try pass(bytes.span, receive)
    }

    private static func unsupported(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]) { return "xz" }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "zip" }
        if bytes.starts(with: [0x42, 0x5A, 0x68]) { return "bzip2" }
        if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return "zstd" }
        return isTar(bytes.span) ? "tar" : nil
    }

    /// Whether it is the start of a tar archive.
    static func isTar(_ head: Span<UInt8>) -> Bool { head.matches("ustar", at: tarSignatureOffset) }

    private func pass(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        guard mode != .plain else { return try deliver(bytes, receive) }
        var start = 0
        while start < bytes.count {
            if mode == .ended { return }
            if mode == .betweenMembers {
                guard bytes[start] == 0x1F, start + 1 == bytes.count || bytes[start + 1] == 0x8B else {
                    if bytes[start] != 0 { mode = .ended }
                    start += 1
                    continue
                }
                guard inflateReset(stream) == Z_OK else { throw InflateError.damaged("zlib does not start again") }
                mode = .gzip
            }
            start += try step(bytes.extracting(start..<bytes.count), receive)
        }
    }

    /// Inflates until the input is consumed or a member ends; returns how much was consumed.
    private func step(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws -> Int {
        let available = min(bytes.count, 1 << 30)
        var used = 0
        while true {
            var status = Z_OK
            var made = 0
            bytes.withUnsafeBufferPointer { input in
                output.withUnsafeMutableBufferPointer { buffer in
                    // zlib reads from next_in and never writes to it; its type is only older than const.
                    stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + used) }
                    stream.pointee.avail_in = UInt32(available - used)
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(buffer.count)
                    status = CZlib.inflate(stream, Z_NO_FLUSH)
                    used = available - Int(stream.pointee.avail_in)
                    made = buffer.count - Int(stream.pointee.avail_out)
                }
            }
            if made > 0 { try deliverOutput(made, receive) }
            switch status {
            case Z_STREAM_END:
                mode = .betweenMembers
                return used
            case Z_OK, Z_BUF_ERROR:
                if used == available, made < Self.outputBytes { return used }
            default:
                throw InflateError.damaged(stream.pointee.msg.map { String(cString: $0) } ?? "code \(status)")
            }
        }
    }

    /// Delivers the first bytes of the output buffer, which stays unchanged meanwhile.
    private func deliverOutput(_ count: Int, _ receive: (Span<UInt8>) throws -> Void) throws {
        let buffer = output
        try deliver(buffer.span.extracting(0..<count), receive)
    }

    /// Passes on the output, or inflates once more when the content is compressed again.
    private func deliver(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        if mode != .plain {
            produced += bytes.count
            guard produced <= limitBytes else { throw InflateError.tooLarge(limitBytes: limitBytes) }
        }
        if let inner { return try inner.inflate(bytes, receive) }
        guard mode != .plain, depth + 1 < Self.maximumDepth, produced == bytes.count else { return try receive(bytes) }
        let next = Inflater(limitBytes: limitBytes, depth: depth + 1)
        inner = next
        try next.inflate(bytes, receive)
    }
}
