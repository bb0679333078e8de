import CBOR
import Foundation
import Testing

/// The published test vectors.
@Suite struct VectorTests {
    struct Vector: Decodable {
        var hex: String
        var roundtrip: Bool?
        var decoded: CBORValue?
        var diagnostic: String?
        var kind: String?
    }

    private func vectors(_ path: String) throws -> [Vector] {
        try JSONDecoder().decode([Vector].self, from: Data(contentsOf: TestPaths.data("cbor/\(path)")))
    }

    private let lenient = CBORDecoder(options: .indefiniteLengths)

    /// Vectors of RFC 8949 Appendix A whose notation this library prints otherwise, with the reason.
    private static let otherNotation = [
        // Chunks are not kept.
        "5f42010243030405ff": "h'0102030405'"
    ]

    @Test func `appendix a`() throws {
        let vectors = try vectors("appendix_a.json")
        #expect(vectors.count == 82)
        for vector in vectors {
            let bytes = try #require([UInt8](hexadecimal: vector.hex))
            // Valid under RFC 7049 only: RFC 8949 section 3.3 has no simple value 24.
            if vector.hex == "f818" {
                let error = #expect(throws: CBORError.self) { try lenient.decode(CBORValue.self, from: bytes) }
                #expect(error == CBORError(.invalidSimpleValue, offset: 0))
                continue
            }
            let value = try lenient.decode(CBORValue.self, from: bytes)
            if let notation = vector.diagnostic {
                #expect(value.description == Self.otherNotation[vector.hex] ?? notation)
            }
            if let decoded = vector.decoded { #expect(Self.isSame(value, decoded), "\(vector.hex)") }
            let encoded = try CBOREncoder().encode(value)
            #expect(try CBORDecoder(options: .deterministic).decode(CBORValue.self, from: encoded) == value)
            if vector.roundtrip == true {
                #expect(encoded == bytes)
                try CBORValidator(options: .deterministic).validate(bytes)
            } else {
                #expect(encoded != bytes)
                #expect(throws: CBORError.self) { try CBORValidator(options: .deterministic).validate(bytes) }
            }
        }
    }

    /// A value read from JSON, where integers and other numbers are one type.
    private static func isSame(_ value: CBORValue, _ json: CBORValue) -> Bool {
        switch (value, json) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
        case (.map(let left), .map(let right)):
            left.count == right.count
                && left.allSatisfy { pair in right.contains { $0.key == pair.key && isSame(pair.value, $0.value) } }
        case (.tagged(_, .bytes(let bytes)), .double(let number)):  // the two bignums
            bytes == [1, 0, 0, 0, 0, 0, 0, 0, 0] && abs(number) == 0x1p64
        default: value == json || (number(value) != nil && number(value) == number(json))
        }
    }

    private static func number(_ value: CBORValue) -> Double? {
        switch value {
        case .unsigned(let value): Double(value)
        case .negative(let value): -1 - Double(value)
        case .double(let value): value
        default: nil
        }
    }

    @Test func `appendix f is not well formed`() throws {
        let vectors = try vectors("rfc8949_appendix_f_not_well_formed.json")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let bytes = try #require([UInt8](hexadecimal: vector.hex))
            let error = try #require(throws: CBORError.self) { try lenient.decode(CBORValue.self, from: bytes) }
            // Some are wrong in two ways: a count that cannot be met or a repeated key may be found first.
            let expected: [CBORError.Reason] =
                switch vector.kind {
                case "kind 2 (too little data)": [.endOfInput, .countExceedsInput, .duplicateKey]
                case "kind 3 subkind 1", "kind 3 subkind 5": [.reservedAdditionalInformation]
                case "kind 3 subkind 2": [.invalidSimpleValue]
                case "kind 3 subkind 3": [.invalidChunk]
                case "kind 3 subkind 4": [.unexpectedBreak, .countExceedsInput, .duplicateKey]
                default: []
                }
            #expect(expected.contains(error.reason), "\(vector.hex): \(error)")
            #expect(throws: CBORError.self) { try CBORValidator().validate(bytes) }
            #expect(throws: CBORError.self) {
                try bytes.withUnsafeBytes { bytes in
                    var reader = CBORReader(bytes)
                    try reader.skip()
                    try reader.finish()
                }
            }
        }
    }

    /// Numbers of dCBOR vectors that are written otherwise here; the notation of numbers is free.
    private static let otherNumbers = [
        "fb0000000000000001": "5.0e-324",
        "f90400": "6.103515625e-5",
        "fa5f800000": "1.8446744073709552e+19",
        "fadf7fffff": "-1.8446742974197924e+19",
    ]

    @Test func `dcbor valid`() throws {
        let vectors = try vectors("dcbor/valid.json")
        #expect(vectors.count == 40)
        for vector in vectors {
            let bytes = try #require([UInt8](hexadecimal: vector.hex))
            let value = try CBORDecoder(options: .deterministic).decode(CBORValue.self, from: bytes)
            #expect(value.description == Self.otherNumbers[vector.hex] ?? vector.diagnostic)
            #expect(try CBOREncoder().encode(value) == bytes)
        }
    }

    /// What dCBOR forbids and RFC 8949's core deterministic encoding allows.
    private static let allowedHere = [
        "f94a00": "dCBOR turns whole floating-point numbers into integers; RFC 8949 keeps the types apart",
        "f98000": "negative zero is a number of its own",
        "3b8000000000000000": "dCBOR has no integers below -2^63",
        "3bffffffffffffffff": "dCBOR has no integers below -2^63",
        "e0": "dCBOR has only false, true and null",
        "f7": "dCBOR has only false, true and null",
        "6345cc88": "dCBOR wants text in normalization form C",
    ]

    @Test func `dcbor invalid`() throws {
        let vectors = try vectors("dcbor/invalid.json")
        #expect(vectors.count == 37)
        for vector in vectors {
            let bytes = try #require([UInt8](hexadecimal: vector.hex))
            if Self.allowedHere[vector.hex] != nil {
                let value = try CBORDecoder(options: .deterministic).decode(CBORValue.self, from: bytes)
                #expect(try CBOREncoder().encode(value) == bytes)
            } else {
                #expect(throws: CBORError.self, "\(vector.hex)") {
                    try CBORDecoder(options: .deterministic).decode(CBORValue.self, from: bytes)
                }
            }
        }
    }
}
