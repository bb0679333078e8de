import CBOR
import Testing

@Suite struct WriterReaderTests {
    @Test func `heads are shortest`() {
        var writer = CBORWriter(capacity: 64)
        for value: UInt64 in [0, 23, 24, 255, 256, 65_535, 65_536, 0xFFFF_FFFF, 0x1_0000_0000, .max] {
            writer.unsigned(value)
        }
        let expected: [UInt8] = [
            0x00, 0x17, 0x18, 0x18, 0x18, 0xFF, 0x19, 1, 0, 0x19, 0xFF, 0xFF, 0x1A, 0, 1, 0, 0, 0x1A, 255, 255, 255,
            255, 0x1B, 0, 0, 0, 1, 0, 0, 0, 0, 0x1B, 255, 255, 255, 255, 255, 255, 255, 255,
        ]
        #expect(writer.bytes == expected)
        writer.removeAll()
        #expect(writer.count == 0)
    }

    @Test func `every item is read back`() throws {
        var writer = CBORWriter()
        writer.map(2)
        writer.integer(1)
        writer.text("é")
        writer.integer(-500)
        writer.array(6)
        writer.bool(true)
        writer.null()
        writer.double(1.5)
        writer.double(0.1)
        writer.tag(37)
        writer.byteString([1, 2, 3])
        writer.integer(Int64.min)
        try writer.bytes.withUnsafeBytes { bytes in
            var reader = CBORReader(bytes)
            #expect(try reader.map() == 2)
            #expect(try reader.integer() == 1)
            #expect(try reader.text() == "é")
            #expect(try reader.integer() == -500)
            #expect(try reader.array() == 6)
            #expect(try reader.bool())
            let (first, second) = (reader.null(), reader.null())
            #expect(first && !second)
            #expect(try reader.double() == 1.5)
            #expect(try reader.double() == 0.1)
            #expect(try reader.tag() == 37)
            #expect(Array(try reader.byteString()) == [1, 2, 3])
            #expect(try reader.integer() == .min)
            try reader.finish()
            var skipping = CBORReader(bytes)
            #expect(try skipping.skip().count == bytes.count)
            try skipping.finish()
        }
    }

    @Test(
        arguments: [
            ([], .endOfInput), ([0x18], .endOfInput), ([0x1B, 0, 0], .endOfInput),
            ([0x1C], .reservedAdditionalInformation),
            ([0x5F], .indefiniteLength), ([0xFF], .unexpectedBreak), ([0xF8, 0x1F], .invalidSimpleValue),
            ([0x9B, 255, 255, 255, 255, 255, 255, 255, 255], .countExceedsInput),
            ([0xBB, 0x7F, 255, 255, 255, 255, 255, 255, 255], .countExceedsInput), ([0x62, 0x61], .countExceedsInput),
            ([UInt8](repeating: 0x81, count: 65) + [0], .depthLimit), ([0xDF], .reservedAdditionalInformation),
        ] as [([UInt8], CBORError.Reason)])
    func `skip refuses`(_ bytes: [UInt8], _ reason: CBORError.Reason) {
        let error = #expect(throws: CBORError.self) {
            try bytes.withUnsafeBytes {
                var reader = CBORReader($0)
                return try reader.skip().count
            }
        }
        #expect(error?.reason == reason)
    }
}
