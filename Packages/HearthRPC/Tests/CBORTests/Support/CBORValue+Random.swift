import CBOR

extension CBORValue {
    /// A random tree. Keys of a map are all different, whatever way they are written.
    static func random(depth: Int, using generator: inout SeededGenerator) -> CBORValue {
        switch Int.random(in: 0..<(depth > 0 ? 16 : 11), using: &generator) {
        case 0: .unsigned(magnitude(using: &generator))
        case 1: .negative(magnitude(using: &generator))
        case 2: .bytes(bytes(using: &generator))
        case 3, 4: .text(text(using: &generator))
        case 5: .bool(.random(using: &generator))
        case 6: .null
        case 7: .undefined
        case 8: .simple([0, 19, 32, 255].randomElement(using: &generator) ?? 0)
        case 9: .double(Double(bitPattern: generator.next()))
        case 10: .double(shortDouble(using: &generator))
        case 11: .tagged(5000 + magnitude(using: &generator) / 2, random(depth: depth - 1, using: &generator))
        case 12, 13:
            .array((0..<size(using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
        default: map(depth: depth, using: &generator)
        }
    }

    private static func map(depth: Int, using generator: inout SeededGenerator) -> CBORValue {
        let onlyText = Bool.random(using: &generator)
        var seen: Set<CBORValue> = []
        var pairs: [Pair] = []
        for _ in 0..<size(using: &generator) {
            let key: CBORValue =
                switch onlyText ? 0 : Int.random(in: 0..<4, using: &generator) {
                case 0: .text(text(using: &generator))
                case 1: .unsigned(magnitude(using: &generator))
                case 2: .negative(magnitude(using: &generator))
                default: .bytes(bytes(using: &generator))
                }
            guard seen.insert(key).inserted else { continue }
            pairs.append(Pair(key, random(depth: depth - 1, using: &generator)))
        }
        return .map(pairs)
    }

    /// A number of every order of magnitude.
    private static func magnitude(using generator: inout SeededGenerator) -> UInt64 {
        generator.next() >> UInt64.random(in: 0...63, using: &generator)
    }

    /// Mostly small, sometimes more than one byte counts.
    private static func size(using generator: inout SeededGenerator) -> Int {
        .random(in: 0..<([4, 4, 8, 30].randomElement(using: &generator) ?? 4), using: &generator)
    }

    private static func shortDouble(using generator: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: Double(Int.random(in: -3000...3000, using: &generator)) / 8
        case 1: Double(Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())))
        case 2:
            [0, -0.0, .infinity, -.infinity, .nan, 0x1p-24, 0x1p-14, 65_504, 65_520].randomElement(using: &generator)
                ?? 0
        default: Double(sign: .plus, exponent: .random(in: -30...20, using: &generator), significand: 1)
        }
    }

    private static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
        (0..<size(using: &generator)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        let alphabet: [Character] = ["a", "b", "Z", "0", "\"", "\\", "\n", "\u{0}", "é", "水", "𐅑", "e\u{301}", "👩‍👩‍👧"]
        return String((0..<size(using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
    }
}
