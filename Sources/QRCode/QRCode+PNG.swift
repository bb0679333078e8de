internal import CZlib

extension QRCode {
    /// The code as a PNG (RFC 2083) of one bit to a pixel, with the quiet zone.
    ///
    /// - Parameter scale: pixels of a module's side, 1 to 64.
    /// - Throws: ``QRCodeError/libraryFailed`` when zlib has no memory.
    public func png(scale: Int = 8) throws(QRCodeError) -> [UInt8] {
        let scale = min(max(scale, 1), Self.maximumScale)
        let side = (width + 2 * Self.quietZone) * scale
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        // One bit to a pixel, grey, and of compression, filter and interlacing what there is only one of, or none.
        Self.append("IHDR", Self.bigEndian(side) + Self.bigEndian(side) + [1, 0, 0, 0, 0], to: &file)
        Self.append("IDAT", try Self.deflated(rows(scale: scale, side: side)), to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    private static let maximumScale = 64

    /// The rows of pixels, each after the byte of its filter, none. A bit that is set is a white pixel.
    private func rows(scale: Int, side: Int) -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(side * (side / 8 + 2))
        for row in -Self.quietZone..<width + Self.quietZone {
            var pixels = [UInt8](repeating: 0, count: (side + 7) / 8)
            for pixel in 0..<side where !isDark(row: row, column: pixel / scale - Self.quietZone) {
                pixels[pixel / 8] |= 0x80 >> UInt8(pixel % 8)
            }
            for _ in 0..<scale { all += [0] + pixels }
        }
        return all
    }

    /// The bytes in zlib's format (RFC 1950).
    private static func deflated(_ bytes: [UInt8]) throws(QRCodeError) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&packed, &length, bytes, uLong(bytes.count), Z_BEST_COMPRESSION) == Z_OK else {
            throw .libraryFailed
        }
        return Array(packed.prefix(Int(length)))
    }

    /// Appends a chunk: its length, its type, its bytes, and the checksum of type and bytes.
    private static func append(_ type: String, _ bytes: [UInt8], to file: inout [UInt8]) {
        let checked = Array(type.utf8) + bytes
        file += bigEndian(bytes.count) + checked
        file += bigEndian(Int(crc32(0, checked, uInt(checked.count))))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
