import CBOR
import Foundation
import Testing

/// Bytes that mean harm: each has its own error, none a crash, a hang or a flood of memory.
@Suite struct HostileInputTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var options: CBORDecodingOptions = []
        var limits = CBORLimits()
        var expected: CBORError

        init(
            _ name: String, _ hex: String, _ reason: CBORError.Reason, at offset: Int,
            _ options: CBORDecodingOptions = []
        ) {
            self.name = name
            bytes = [UInt8](hexadecimal: hex) ?? []
            self.options = options
            expected = CBORError(reason, offset: offset)
        }

        var testDescription: String { name }
    }

    static let attacks = [
        Attack("nothing", "", .endOfInput, at: 0),
        Attack("half a head", "1903", .endOfInput, at: 2),
        Attack("two items", "0000", .trailingBytes, at: 1),
        Attack("reserved information", "821c00", .reservedAdditionalInformation, at: 1),
        Attack("a break alone", "ff", .unexpectedBreak, at: 0),
        Attack("a break in an array", "8200ff", .unexpectedBreak, at: 2),
        Attack("an indefinite array", "9fff", .indefiniteLength, at: 0),
        Attack("a break for a value", "bf6161ff", .unexpectedBreak, at: 3, .indefiniteLengths),
        Attack("a chunk of another type", "5f6161ff", .invalidChunk, at: 1, .indefiniteLengths),
        Attack("chunks in chunks", "5f5f4101ffff", .invalidChunk, at: 1, .indefiniteLengths),
        Attack("half a letter a chunk", "7f61c361a9ff", .invalidUTF8, at: 1, .indefiniteLengths),
        Attack("an open end", "9f0000", .endOfInput, at: 3, .indefiniteLengths),
        Attack("an indefinite integer", "1f", .reservedAdditionalInformation, at: 0, .indefiniteLengths),
        Attack("simple value 24", "f818", .invalidSimpleValue, at: 0),
        Attack("an array of 2^64 - 1 items", "9bffffffffffffffff", .countExceedsInput, at: 0),
        Attack("an array of 2^63 - 1 items", "9b7fffffffffffffff00", .countExceedsInput, at: 0),
        Attack("a map of 2^63 pairs", "bb80000000000000000000", .countExceedsInput, at: 0),
        Attack("a map of more pairs than bytes", "a3000000", .countExceedsInput, at: 0),
        Attack("a text of 2^63 bytes", "7b800000000000000061", .countExceedsInput, at: 0),
        Attack("bytes of 4 GiB", "5afffffffe00", .countExceedsInput, at: 0),
        Attack("a repeated text", "a3616100616200616100", .duplicateKey, at: 7),
        Attack("a repeated neighbour", "a201000100", .duplicateKey, at: 3),
        Attack("a repeated array", "a3810000820000008100 00".replacing(" ", with: ""), .duplicateKey, at: 8),
        Attack("1 in two widths", "a20100180100", .duplicateKey, at: 3),
        Attack("a text in two widths", "a3616100780162007801610 0".replacing(" ", with: ""), .duplicateKey, at: 8),
        Attack("a text in chunks again", "a26161007f6161ff00", .duplicateKey, at: 4, .indefiniteLengths),
        Attack("overlong UTF-8", "62c080", .invalidUTF8, at: 0),
        Attack("a surrogate", "63eda080", .invalidUTF8, at: 0),
        Attack("beyond Unicode", "64f4908080", .invalidUTF8, at: 0),
        Attack("a letter cut off", "8262c3286161", .invalidUTF8, at: 1),
        Attack("a key of bad text", "a161ff00", .invalidUTF8, at: 1),
        Attack("a long integer", "8118 17".replacing(" ", with: ""), .nonShortestForm, at: 1, .requireShortestForms),
        Attack("a long length", "5800", .nonShortestForm, at: 0, .requireShortestForms),
        Attack("a long tag", "d80100", .nonShortestForm, at: 0, .requireShortestForms),
        Attack("a long number", "fb3ff8000000000000", .nonShortestForm, at: 0, .requireShortestForms),
        Attack("a strange NaN", "f97e01", .nonShortestForm, at: 0, .requireShortestForms),
        Attack("a small bignum", "c24101", .nonShortestForm, at: 0, .requireShortestForms),
        Attack("keys out of order", "a2616200616100", .keyOrder, at: 4, .requireKeyOrder),
        Attack(
            "keys out of length order", "a26261610061 6200".replacing(" ", with: ""), .keyOrder, at: 5, .requireKeyOrder
        ),
        Attack("arrays too deep", String(repeating: "81", count: 65) + "00", .depthLimit, at: 64),
        Attack("tags too deep", String(repeating: "c1", count: 65) + "00", .depthLimit, at: 64),
        Attack("maps too deep", String(repeating: "a100", count: 65) + "00", .depthLimit, at: 128),
        Attack("keys too deep", String(repeating: "a1", count: 65) + "00", .depthLimit, at: 64),
    ]

    @Test(arguments: attacks) func `has an error of its own`(_ attack: Attack) {
        let error = #expect(throws: CBORError.self) {
            try CBORDecoder(limits: attack.limits, options: attack.options)
                .decode(CBORValue.self, from: attack.bytes)
        }
        #expect(error == attack.expected)
        let verdict = #expect(throws: CBORError.self) {
            try CBORValidator(options: attack.options).validate(attack.bytes)
        }
        #expect(verdict == attack.expected)
    }

    @Test func `every reason is tested`() {
        let tested = Set(Self.attacks.map(\.expected.reason))
        // Sizes have a test below; the last two are the reader's, which is asked for a type.
        let elsewhere: Set<CBORError.Reason> = [.sizeLimit, .typeMismatch, .outOfRange]
        #expect(tested.union(elsewhere) == Set(CBORError.Reason.allCases))
        #expect(Set(CBORError.Reason.allCases.map { CBORError($0, offset: 7).description }).count == 16)
    }

    @Test func `limits are obeyed`() throws {
        let bytes = try CBOREncoder().encode(["a": [1, 2, 3]])
        let small = #expect(throws: CBORError.self) {
            try CBORDecoder(limits: CBORLimits(maxInputBytes: 6)).decode(CBORValue.self, from: bytes)
        }
        #expect(small == CBORError(.sizeLimit, offset: 6))
        #expect(throws: Never.self) {
            try CBORDecoder(limits: CBORLimits(maxInputBytes: 7, maxDepth: 2)).decode(CBORValue.self, from: bytes)
        }
        #expect(throws: CBORError.self) {
            try CBORDecoder(limits: CBORLimits(maxDepth: 1)).decode(CBORValue.self, from: bytes)
        }
        #expect(throws: EncodingError.self) { try CBOREncoder(maxDepth: 1).encode(["a": [1, 2, 3]]) }
        #expect(throws: EncodingError.self) { try CBOREncoder(maxDepth: 1).encode(CBORValue.array([.array([])])) }
        // Sixty-four levels are fine, on the stack of any thread.
        let deep = [UInt8](repeating: 0x81, count: 64) + [0]
        let tree = try CBORDecoder().decode(CBORValue.self, from: deep)
        #expect(try CBOREncoder().encode(tree) == deep)
    }

    @Test func `the reader refuses other types and numbers that do not fit`() {
        func reason(_ hex: String, _ read: (inout CBORReader) throws -> Void) -> CBORError.Reason? {
            let error = #expect(throws: CBORError.self) {
                try ([UInt8](hexadecimal: hex) ?? []).withUnsafeBytes { bytes in
                    var reader = CBORReader(bytes)
                    try read(&reader)
                }
            }
            return error?.reason
        }
        #expect(reason("6161") { _ = try $0.unsigned() } == .typeMismatch)
        #expect(reason("f6") { _ = try $0.bool() } == .typeMismatch)
        #expect(reason("00") { _ = try $0.double() } == .typeMismatch)
        #expect(reason("1bffffffffffffffff") { _ = try $0.integer() } == .outOfRange)
        #expect(reason("3903e7") { _ = try $0.integer(as: UInt16.self) } == .outOfRange)
        #expect(reason("190100") { _ = try $0.integer(as: Int8.self) } == .outOfRange)
        #expect(reason("62c328") { _ = try $0.text() } == .invalidUTF8)
        #expect(reason("9aff000000") { _ = try $0.array() } == .countExceedsInput)
        #expect(
            reason("a10000") {
                _ = try $0.map()
                try $0.finish()
            } == .trailingBytes)
    }

    /// Quadratic work would take minutes here.
    @Test(.timeLimit(.minutes(10))) func `work is linear`() throws {
        let count = 100_000
        // Keys in descending order: nothing in order to make use of, and a repeated one at the end.
        let pairs = (0..<count).reversed().map {
            CBORValue.Pair(.text("a common prefix \($0 + 100_000)"), .unsigned(1))
        }
        let unsorted = try CBOREncoder(keyOrder: .declared).encode(CBORValue.map(pairs))
        let map = try CBORDecoder().decode([String: Int].self, from: unsorted)
        #expect(map.count == count)
        let repeated = try CBOREncoder(keyOrder: .declared).encode(CBORValue.map(pairs + [pairs[0]]))
        let error = #expect(throws: CBORError.self) { try CBORDecoder().decode(CBORValue.self, from: repeated) }
        #expect(error?.reason == .duplicateKey)
        // A hundred thousand of the same key are found long before the end.
        let same = Array([0xBA, 0, 1, 0x86, 0xA0] as [UInt8]) + (0..<count).flatMap { [0x18, UInt8($0 % 32 + 32), 0] }
        #expect(throws: CBORError.self) { try CBORDecoder().decode([Int: Int].self, from: same) }
        // Fields of a structure in a map of a hundred thousand others.
        struct Few: Decodable {
            var a: Int?
            var b: Int?
            var c: Int?
        }
        #expect(try CBORDecoder().decode(Few.self, from: unsorted).a == nil)
        // Types that try one thing after another, at every item of a long array, each failure with its path.
        struct Either: Decodable {
            var text: String?
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                text = try? container.decode(String.self)
                if text == nil { _ = try container.decode(Int.self) }
            }
        }
        let numbers = try CBOREncoder().encode([Int](repeating: 5, count: count))
        #expect(try CBORDecoder().decode([Either].self, from: numbers).count == count)
        // Many maps within maps, sixty deep.
        var nested = CBORValue.map([])
        for level in 0..<60 {
            let wide = (0..<500).reversed().map { CBORValue.Pair(.unsigned(UInt64($0 + 1)), .unsigned(UInt64(level))) }
            nested = .map([CBORValue.Pair(.unsigned(0), nested)] + wide)
        }
        let deep = try CBOREncoder(keyOrder: .declared).encode(nested)
        #expect(try CBORDecoder().decode(CBORValue.self, from: deep) == nested)
    }
}
