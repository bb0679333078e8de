import CBOR
import Foundation
import Testing

/// Coding by hand: every kind of container, in every order that `Codable` allows.
@Suite struct ContainerTests {
    private func notation(_ value: some Encodable) throws -> String {
        let encoded = try CBOREncoder().encode(value)
        try CBORValidator(options: .deterministic).validate(encoded)
        return try CBORDecoder().decode(CBORValue.self, from: encoded).description
    }

    enum Keys: String, CodingKey, CaseIterable { case zebra, apple, list, inner }

    /// Writes to a nested container after its parent has gone on.
    struct Interleaved: Codable, Equatable {
        var (one, two, three, four) = (1, "two", [3, 4], 5.5)

        init() {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
            try container.encode(one, forKey: .zebra)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try inner.encode(two, forKey: .zebra)
            for number in three { try list.encode(number) }
            try container.encode(four, forKey: .apple)
            var deep = list.nestedContainer(keyedBy: Keys.self)
            try inner.encodeNil(forKey: .apple)
            try deep.encode(true, forKey: .list)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            one = try container.decode(Int.self, forKey: .zebra)
            two = try inner.decode(String.self, forKey: .zebra)
            three = [try list.decode(Int.self), try list.decode(Int.self)]
            let deep = try list.nestedContainer(keyedBy: Keys.self)
            let (isLast, isNil) = (list.isAtEnd, try inner.decodeNil(forKey: .apple))
            let flag = try deep.decode(Bool.self, forKey: .list)
            guard isLast, isNil, flag else { throw CocoaError(.coderInvalidValue) }
            four = try container.decode(Double.self, forKey: .apple)
        }
    }

    @Test func `nested containers may interleave`() throws {
        #expect(
            try notation(Interleaved())
                == #"{"list": [3, 4, {"list": true}], "apple": 5.5, "inner": {"apple": null, "zebra": "two"}, "zebra": 1}"#
        )
        let encoded = try CBOREncoder().encode([Interleaved(), Interleaved()])
        #expect(try CBORDecoder().decode([Interleaved].self, from: encoded) == [Interleaved(), Interleaved()])
        let declared = try CBOREncoder(keyOrder: .declared).encode(Interleaved())
        #expect(try CBORDecoder().decode(Interleaved.self, from: declared) == Interleaved())
    }

    class Base: Codable {
        var base = 1
    }
    final class Derived: Base {
        var own = "own"
        enum CodingKeys: CodingKey { case own }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            own = try container.decode(String.self, forKey: .own)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try super.encode(to: container.superEncoder())
            try container.encode(own, forKey: .own)
        }
    }
    final class Sharing: Base {
        var own = "own"
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            own = try decoder.container(keyedBy: Derived.CodingKeys.self).decode(String.self, forKey: .own)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Derived.CodingKeys.self)
            try container.encode(own, forKey: .own)
            try super.encode(to: encoder)
        }
    }

    @Test func superclasses() throws {
        #expect(try notation(Derived()) == #"{"own": "own", "super": {"base": 1}}"#)
        #expect(try notation(Sharing()) == #"{"own": "own", "base": 1}"#)
        let derived = try CBORDecoder().decode(Derived.self, from: CBOREncoder().encode(Derived()))
        let sharing = try CBORDecoder().decode(Sharing.self, from: CBOREncoder().encode(Sharing()))
        #expect(derived.own == "own" && derived.base == 1 && sharing.own == "own" && sharing.base == 1)
    }

    struct Unkeyed: Codable, Equatable {
        var (a, b) = (1, "b")
        init() {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(a)
            try container.encodeNil()
            var nested = container.nestedUnkeyedContainer()
            var single = container.superEncoder().singleValueContainer()
            try single.encode(b)
            try nested.encode(contentsOf: [1, 2])
            _ = container.superEncoder()
            guard container.count == 5, nested.count == 2 else { throw CocoaError(.coderInvalidValue) }
        }
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            a = try container.decode(Int.self)
            let isNil = try container.decodeNil()
            var nested = try container.nestedUnkeyedContainer()
            b = try container.superDecoder().singleValueContainer().decode(String.self)
            let numbers = [try nested.decode(Int.self), try nested.decode(Int.self)]
            guard isNil, numbers == [1, 2], container.count == 5, container.currentIndex == 4 else {
                throw CocoaError(.coderInvalidValue)
            }
        }
    }

    @Test func `unkeyed containers`() throws {
        #expect(try notation(Unkeyed()) == #"[1, null, [1, 2], "b", {}]"#)
        #expect(try CBORDecoder().decode(Unkeyed.self, from: CBOREncoder().encode(Unkeyed())) == Unkeyed())
        var generator = SeededGenerator.announced()
        let numbers = (0..<300).map { _ in Int.random(in: -70_000...70_000, using: &generator) }
        struct Several: Encodable {
            var numbers: [Int]
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                var first = container.nestedUnkeyedContainer()
                try container.encode(numbers)
                for number in numbers { try first.encode(number) }
            }
        }
        let twice = try CBORDecoder().decode([[Int]].self, from: CBOREncoder().encode(Several(numbers: numbers)))
        #expect(twice == [numbers, numbers])
    }

    /// Leaves out what cannot be encoded.
    struct Forgiving: Encodable {
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode([[1]], forKey: .apple)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encode(1)
                throw CocoaError(.coderInvalidValue)
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .zebra)
            try? container.encode(Broken(), forKey: .inner)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try? list.encode(Broken())
            try list.encode(2)
            try? container.encode(Optional(Broken()), forKey: .apple)
        }
    }

    @Test func `a value that fails leaves no trace`() throws {
        #expect(try notation(Forgiving()) == #"{"list": [2], "zebra": 1}"#)
        var writer = CBORWriter()
        writer.bool(true)
        #expect(throws: CocoaError.self) { try CBOREncoder().encode(Forgiving.Broken(), into: &writer) }
        #expect(writer.bytes == [0xF5])
        try CBOREncoder().encode(["a": 1], into: &writer)
        #expect(writer.bytes.hexadecimal == "f5a1616101")
    }

    @Test func `misuse is an error and no crash`() {
        struct TwoKinds: Encodable {
            func encode(to encoder: any Encoder) throws {
                _ = encoder.container(keyedBy: Keys.self)
                _ = encoder.unkeyedContainer()
            }
        }
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        struct Again: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(1, forKey: .apple)
                try container.encode(2, forKey: .zebra)
                try container.encode(3, forKey: .apple)
            }
        }
        #expect(throws: EncodingError.self) { try CBOREncoder().encode(TwoKinds()) }
        #expect(throws: EncodingError.self) { try CBOREncoder().encode(Twice()) }
        #expect(throws: EncodingError.self) { try CBOREncoder().encode(Again()) }
        #expect(throws: EncodingError.self) { try CBOREncoder().encode([Date(timeIntervalSince1970: .infinity)]) }
        let repeated = CBORValue.map([CBORValue.Pair(.text("a"), .null), CBORValue.Pair(.text("a"), .null)])
        #expect(throws: EncodingError.self) { try CBOREncoder().encode(repeated) }
        #expect(throws: EncodingError.self) { try CBOREncoder().encode(CBORValue.simple(24)) }
    }

    @Test func `encoders know where they are`() throws {
        // Unchecked: only this test's one thread touches it.
        final class Seen: @unchecked Sendable { var paths: [String] = [] }
        struct Spy: Encodable {
            let seen: Seen
            func encode(to encoder: any Encoder) throws {
                seen.paths.append(encoder.codingPath.map(\.stringValue).joined(separator: "."))
                var container = encoder.singleValueContainer()
                try container.encode(1)
            }
        }
        struct Outer: Encodable {
            let seen: Seen
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(["before": 1], forKey: .apple)
                try container.encode(["list": [Spy(seen: seen), Spy(seen: seen)]], forKey: .zebra)
                var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
                try nested.encode([3: Spy(seen: seen)], forKey: .list)
            }
        }
        let seen = Seen()
        _ = try CBOREncoder().encode(Outer(seen: seen))
        #expect(seen.paths == ["zebra.list.Index 0", "zebra.list.Index 1", "inner.list.3"])
    }

    @Test func `a decoder that is kept finds nothing more`() throws {
        struct Escaping: Decodable {
            let decoder: any Decoder
            let container: KeyedDecodingContainer<Keys>
            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                container = try decoder.container(keyedBy: Keys.self)
            }
        }
        let escaped = try CBORDecoder().decode(Escaping.self, from: CBOREncoder().encode(["apple": [1, 2, 3]]))
        #expect(throws: DecodingError.self) { try escaped.decoder.singleValueContainer().decode([String: [Int]].self) }
        #expect(throws: DecodingError.self) { try escaped.container.decode([Int].self, forKey: .apple) }
        #expect(escaped.container.codingPath.isEmpty)
        #expect(escaped.container.allKeys.isEmpty)
    }

    /// A key of more than seven bytes is compared in the input, which is gone.
    @Test func `a kept container looks for no long key`() throws {
        struct Escaping: Decodable {
            enum Keys: String, CodingKey { case recommendations }
            let container: KeyedDecodingContainer<Keys>
            init(from decoder: any Decoder) throws {
                container = try decoder.container(keyedBy: Keys.self)
                #expect(container.contains(.recommendations))
            }
        }
        let escaped = try CBORDecoder().decode(Escaping.self, from: CBOREncoder().encode(["recommendations": 3]))
        #expect(!escaped.container.contains(.recommendations))
    }

    @Test func `an encoder that is kept writes nothing more`() throws {
        final class Escaping: Encodable {
            var encoder: (any Encoder)?
            var container: KeyedEncodingContainer<Keys>?
            var items: (any UnkeyedEncodingContainer)?
            func encode(to encoder: any Encoder) throws {
                self.encoder = encoder
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(1, forKey: .apple)
                items = container.nestedUnkeyedContainer(forKey: .list)
                self.container = container
            }
        }
        let escaped = Escaping()
        let bytes = try CBOREncoder().encode(escaped)
        // The session's first memory was lent to it; what comes late must not be written there.
        let long = String(repeating: "x", count: 2_000)
        #expect(throws: EncodingError.self) { try escaped.container?.encode(long, forKey: .zebra) }
        #expect(throws: EncodingError.self) { try escaped.container?.encode([[long]], forKey: .zebra) }
        #expect(throws: EncodingError.self) {
            var late = escaped.encoder?.container(keyedBy: Keys.self)
            try late?.encode(long, forKey: .zebra)
        }
        #expect(throws: EncodingError.self) {
            var late = escaped.encoder?.singleValueContainer()
            try late?.encode(long)
        }
        try? escaped.items?.encode(long)
        #expect(escaped.container?.codingPath.isEmpty == true)
        #expect(try CBOREncoder().encode(Escaping()) == bytes)
    }
}
