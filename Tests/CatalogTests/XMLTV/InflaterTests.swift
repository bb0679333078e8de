import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Compressed bodies, as servers send them.
struct InflaterTests {
    private func inflate(_ bytes: [UInt8], limit: Int = 1 << 30, cut: Int = .max) throws -> [UInt8] {
        let inflater = Inflater(limitBytes: limit)
        var result: [UInt8] = []
        func add(_ bytes: Span<UInt8>) { bytes.withUnsafeBufferPointer { result.append(contentsOf: $0) } }
        var start = 0
        while start < bytes.count {
            let end = cut < bytes.count - start ? start + cut : bytes.count
            let chunk = Array(bytes[start..<end])
            try inflater.inflate(chunk.span, add)
            start = end
        }
        try inflater.finish(add)
        return result
    }

    /// "Hello" by gzip -n, and "Hello" compressed twice.
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x82,
        0x89, 0xD1, 0xF7, 0x05, 0x00, 0x00,
        0x00,
    ]

    @Test(arguments: [1, 2, 5, 1000])
    func `gzip, several members, padding and remains behind them`(_ cut: Int) throws {
        let text = Array("Hello".utf8)
        #expect(try inflate(Self.hello, cut: cut) == text)
        #expect(try inflate(Self.hello + Self.hello, cut: cut) == text + text)
        #expect(try inflate(Self.hello + [0, 0, 0], cut: cut) == text)
        #expect(try inflate(Self.hello + Array("trailing".utf8), cut: cut) == text)
    }

    @Test(arguments: [1, 3, 1000])
    func `plain bodies pass, also short ones and those that only begin alike`(_ cut: Int) throws {
        for text in ["", "a", "<tv></tv>", "\u{1F}not gzip", "PK is fine", "BZ too"] {
            #expect(try inflate(Array(text.utf8), cut: cut) == Array(text.utf8))
        }
    }

    @Test(arguments: [1, 10, 100_000])
    func `gzip inside gzip`(_ cut: Int) throws {
        // A stored deflate block (RFC 1951, section 3.2.4) around the inner file; its checksum is not looked at by the header.
        let inner = try SharedData.bytes(
            "xmltv/iptv-org-epg-testdata/tests/__data__/expected/epg_grab/gzip/guide.xml.gz")
        let outer = Self.stored(inner)
        #expect(try inflate(outer, cut: cut) == inflate(inner))
    }

    @Test
    func `damage, an early end, too much, and what is not read`() throws {
        var damaged = Self.hello
        damaged[12] = 0xFF
        #expect(throws: InflateError.self) { try inflate(damaged) }
        #expect(throws: InflateError.truncated) { try inflate(Array(Self.hello.dropLast(6))) }
        #expect(throws: InflateError.tooLarge(limitBytes: 4)) { try inflate(Self.hello, limit: 4) }
        #expect(throws: InflateError.unsupported("xz")) { try inflate([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00]) }
        #expect(throws: InflateError.unsupported("zip")) { try inflate([0x50, 0x4B, 0x03, 0x04, 0, 0, 0]) }
    }

    @Test
    func `a bomb is stopped at the limit`() throws {
        let guide = try SharedData.bytes("xmltv/i.mjh.nz/Roku/all.xml.gz")
        #expect(throws: InflateError.tooLarge(limitBytes: 1_000_000)) { try inflate(guide, limit: 1_000_000) }
        var limits = XMLTVLimits()
        limits.maximumInflatedBytes = 1_000_000
        #expect(throws: InflateError.tooLarge(limitBytes: 1_000_000)) { try Guide(guide, limits: limits) }
    }

    @Test
    func `a guide whose compression breaks keeps what came before`() throws {
        let whole = try SharedData.bytes("xmltv/i.mjh.nz/MeTV/epg.xml.gz")
        let guide = try Guide(Array(whole.prefix(whole.count / 2)))
        #expect(guide.programmes.count > 10)
        #expect(!guide.summary.isComplete)
        #expect(guide.refused.contains { $0.reason == .damagedCompression })
        var damaged = whole
        for index in (whole.count / 2)..<(whole.count / 2 + 40) { damaged[index] = 0xAA }
        #expect(try Guide(damaged).refused.contains { $0.reason == .damagedCompression })
    }

    /// Gzip without compression.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        crc ^= 0xFFFF_FFFF
        func little(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        }
        let size = UInt32(bytes.count)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(size, 2) + little(~size & 0xFFFF, 2) + bytes
            + little(crc, 4) + little(size, 4)
    }
}
