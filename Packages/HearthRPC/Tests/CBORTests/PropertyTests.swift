import CBOR
import Testing

/// What must hold for every value and every input.
@Suite struct PropertyTests {
    @Test func `random trees come back`() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<2000 {
            let value = CBORValue.random(depth: 5, using: &generator)
            let encoded = try CBOREncoder().encode(value)
            let decoded = try CBORDecoder(options: .deterministic).decode(CBORValue.self, from: encoded)
            let again = try CBOREncoder().encode(decoded)
            #expect(again == encoded)
            // As they were declared, keys are in another order and the values the same.
            let declared = try CBOREncoder(keyOrder: .declared).encode(value)
            let kept = try CBORDecoder().decode(CBORValue.self, from: declared)
            #expect(kept == value)
            let sortedAgain = try CBOREncoder().encode(kept)
            #expect(sortedAgain == encoded)
        }
    }

    struct Record: Codable, Equatable {
        var id: UInt32
        var name: String
        var scores: [Double?]
        var labels: [String: [Int]]
        var byNumber: [Int: Bool]
        var next: [Record]
        var comment: String?

        static func random(depth: Int, using generator: inout SeededGenerator) -> Record {
            func count() -> Range<Int> { 0..<Int.random(in: 0..<5, using: &generator) }
            return Record(
                id: .random(in: 0 ... .max, using: &generator),
                name: String(count().map { _ in ["a", "é", "水"].randomElement(using: &generator) ?? "b" }.joined()),
                scores: count().map { _ in
                    Bool.random(using: &generator) ? nil : .random(in: -1e9...1e9, using: &generator)
                },
                labels: Dictionary(
                    count().map { ("\($0 * 7)", [Int.random(in: -70000...70000, using: &generator)]) },
                    uniquingKeysWith: { first, _ in first }),
                byNumber: Dictionary(
                    count().map { _ in (.random(in: -300...300, using: &generator), true) },
                    uniquingKeysWith: { first, _ in first }),
                next: depth > 0 ? count().map { _ in random(depth: depth - 1, using: &generator) } : [],
                comment: Bool.random(using: &generator) ? "comment" : nil)
        }
    }

    @Test func `random records come back`() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<300 {
            let record = Record.random(depth: 3, using: &generator)
            let encoded = try CBOREncoder().encode(record)
            let decoded = try CBORDecoder(options: .deterministic).decode(Record.self, from: encoded)
            #expect(decoded == record)
            let again = try CBOREncoder().encode(decoded)
            #expect(again == encoded)
            // A tree of the same bytes is written the same.
            let tree = try CBORDecoder().decode(CBORValue.self, from: encoded)
            let fromTree = try CBOREncoder().encode(tree)
            #expect(fromTree == encoded)
        }
    }

    @Test func `mutated bytes never crash`() throws {
        var generator = SeededGenerator.announced()
        let all: CBORDecodingOptions = [.indefiniteLengths, .requireShortestForms, .requireKeyOrder]
        var accepted = 0
        for _ in 0..<4000 {
            let record = Record.random(depth: 2, using: &generator)
            var bytes = try CBOREncoder().encode(record)
            for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&bytes, using: &generator) }
            let options = CBORDecodingOptions(rawValue: UInt8.random(in: 0...all.rawValue, using: &generator))
            let decoder = CBORDecoder(options: options)
            let tree = try? decoder.decode(CBORValue.self, from: bytes)
            let isValid = (try? CBORValidator(options: options).validate(bytes)) != nil
            #expect((tree != nil) == isValid)
            if tree != nil { accepted += 1 }
            if let decoded = try? decoder.decode(Record.self, from: bytes) {
                let encoded = try CBOREncoder().encode(decoded)
                #expect(try CBORDecoder().decode(Record.self, from: encoded) == decoded)
            }
            bytes.withUnsafeBytes { bytes in
                var reader = CBORReader(bytes)
                _ = try? reader.skip()
                #expect(reader.offset <= bytes.count)
            }
        }
        #expect(accepted > 0)
    }

    /// Flips, replaces, removes, repeats or inserts.
    private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let interesting: [UInt8] = [
            0x00, 0x1B, 0x5F, 0x7F, 0x80, 0x9B, 0x9F, 0xA1, 0xBB, 0xBF, 0xC1, 0xDB, 0xF6, 0xF8, 0xFF,
        ]
        let position = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &generator)
        let byte = interesting.randomElement(using: &generator) ?? 0
        switch bytes.isEmpty ? 3 : Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[position] = UInt8(truncatingIfNeeded: generator.next())
        case 2: bytes[position] = byte
        case 3: bytes.insert(byte, at: position)
        case 4: bytes.remove(at: position)
        default: bytes.insert(contentsOf: bytes[position...].prefix(20), at: position)
        }
    }
}
