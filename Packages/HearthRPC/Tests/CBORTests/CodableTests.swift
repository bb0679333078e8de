import CBOR
import Foundation
import Testing

@Suite struct CodableTests {
    private func bytes(_ hex: String) -> [UInt8] {
        [UInt8](hexadecimal: hex) ?? []
    }

    private func roundTrip<T: Codable & Equatable>(_ value: T, _ hex: String? = nil) throws {
        let encoded = try CBOREncoder().encode(value)
        if let hex { #expect(encoded == bytes(hex)) }
        let decoded = try CBORDecoder(options: .deterministic).decode(T.self, from: encoded)
        #expect(decoded == value)
        let again = try CBOREncoder().encode(decoded)
        #expect(again == encoded)
        // Declared order holds the same value.
        let declared = try CBOREncoder(keyOrder: .declared).encode(value)
        #expect(try CBORDecoder().decode(T.self, from: declared) == value)
    }

    @Test func scalars() throws {
        try roundTrip(0, "00")
        try roundTrip(Int64.min, "3b7fffffffffffffff")
        try roundTrip(UInt64.max, "1bffffffffffffffff")
        try roundTrip(Int8(-128), "387f")
        try roundTrip("水", "63e6b0b4")
        try roundTrip(true, "f5")
        try roundTrip(1.5, "f93e00")
        try roundTrip(100_000.0, "fa47c35000")
        try roundTrip(1.1, "fb3ff199999999999a")
        try roundTrip(Float(0.1), "fa3dcccccd")
        try roundTrip(Data([1, 2]), "420102")
        try roundTrip([UInt8]([1, 2]), "420102")
        try roundTrip(Date(timeIntervalSince1970: 1_363_896_240), "c11a514b67b0")
        try roundTrip(Date(timeIntervalSince1970: 1_363_896_240.5), "c1fb41d452d9ec200000")
        let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        try roundTrip(uuid, "d8255000112233445566778899aabbccddeeff")
        try roundTrip(
            try #require(URL(string: "http://www.example.com")), "d82076687474703a2f2f7777772e6578616d706c652e636f6d")
    }

    @Test func `keys are in bytewise order of their encodings`() throws {
        struct Mixed: Codable, Equatable {
            var bb = 1
            var a = 2
            var aVeryLongKeyOverTwentyThreeBytes = 3
            var aVeryLongKeyOverTwentyThreeByteX = 4
            var abcdefgh = 5
            var abcdefgi = 6
            var abcdefga = 7
        }
        try roundTrip(Mixed())
        let encoded = try CBOREncoder().encode(Mixed())
        try CBORValidator(options: .deterministic).validate(encoded)
        #expect(Array(encoded.prefix(6)) == bytes("a76161026262"))
    }

    @Test func `integer keys and numbers as text`() throws {
        struct Numbered: Codable, Equatable {
            var name: String
            var size: Int?
            enum CodingKeys: Int, CodingKey { case name = 1, size = -500 }
        }
        try roundTrip(Numbered(name: "a", size: 3), "a20161613901f303")
        try roundTrip(Numbered(name: "a", size: nil), "a1016161")
        try roundTrip(["1": 1, "-2": 2, "a": 3], "a3613101616103622d3202")
        try roundTrip([1: "1", -2: "2", 1000: "3"])
        try roundTrip([10: true], "a10af5")
        #expect(throws: DecodingError.self) { try CBORDecoder().decode([String: Int].self, from: bytes("a10101")) }
        #expect(throws: DecodingError.self) { try CBORDecoder().decode([Int: Int].self, from: bytes("a1613101")) }
    }

    @Test func `dictionaries inside others`() throws {
        struct Holder: Codable, Equatable {
            var text: [String: [Int: String]]
            var numbers: [Int: [String: Int]]?
            var uuids: [UUID: Int]
        }
        let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        try roundTrip(Holder(text: ["1": [2: "3"]], numbers: [4: ["5": 6]], uuids: [uuid: 1]))
        try roundTrip([["1": 1], nil])
    }

    enum Kind: String, Codable, CodingKeyRepresentable { case one, two }
    enum Level: Int, Codable, CodingKeyRepresentable { case low = 1, high = 900 }

    @Test func `dictionaries of enumerations`() throws {
        try roundTrip([Kind.one: 1, .two: 2], "a2636f6e65016374776f02")
        try roundTrip([Level.low: 1, .high: 2], "a2010119038402")
    }

    enum Payload: Codable, Equatable { case none, one(Int), two(a: String, b: [Payload]) }

    @Test func `structured values`() throws {
        struct Empty: Codable, Equatable {}
        struct Node: Codable, Equatable {
            var name: String
            var children: [Node]
            var empty = Empty()
            var note: String??
        }
        try roundTrip(Empty(), "a0")
        try roundTrip(Node(name: "a", children: [Node(name: "b", children: [])]))
        try roundTrip(Payload.two(a: "x", b: [.none, .one(3)]))
        try roundTrip([Int](0..<1000))
        try roundTrip((0..<300).map { ["key \($0)": Optional($0)] })
        try roundTrip(Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key \($0)", $0) }))
        try roundTrip([Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2.5)])
        try roundTrip([Int8(1), -1])
        try roundTrip([Optional(1), nil, 3], "8301f603")
    }

    @Test func `fixed width integers are checked`() {
        let decoder = CBORDecoder()
        #expect(throws: DecodingError.self) { try decoder.decode(Int8.self, from: bytes("1880")) }
        #expect(throws: DecodingError.self) { try decoder.decode(UInt.self, from: bytes("20")) }
        #expect(throws: DecodingError.self) { try decoder.decode([UInt16].self, from: bytes("811a00010000")) }
        #expect(throws: DecodingError.self) { try decoder.decode(Int64.self, from: bytes("3b8000000000000000")) }
        #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: bytes("f93c00")) }
    }

    @Test func `doubles from integers`() throws {
        let decoder = CBORDecoder()
        #expect(try decoder.decode(Double.self, from: bytes("01")) == 1)
        #expect(try decoder.decode(Double.self, from: bytes("3bffffffffffffffff")) == -0x1p64)
        #expect(try decoder.decode(Double.self, from: bytes("3b001fffffffffffff")) == -0x1p53)
        #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: bytes("1b0020000000000001")) }
        #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: bytes("3b0020000000000000")) }
        #expect(throws: DecodingError.self) { try decoder.decode(Float.self, from: bytes("fb3ff199999999999a")) }
    }

    @Test func `errors name the path`() throws {
        struct Inner: Codable { var number: Int }
        struct Outer: Codable { var list: [Inner] }
        let error = #expect(throws: DecodingError.self) {
            try CBORDecoder().decode(Outer.self, from: bytes("a1646c69737482a1666e756d62657201a1666e756d6265726178"))
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1", "number"])
        #expect(!context.debugDescription.contains("78"))
    }

    @Test func `cycles end`() {
        final class Cycle: Encodable {
            var next: Cycle?
        }
        let cycle = Cycle()
        cycle.next = cycle
        #expect(throws: EncodingError.self) { try CBOREncoder().encode(cycle) }
        cycle.next = nil
    }
}
