import CBOR
import Foundation
import Testing

/// What is outside the vocabulary is reported by name.
@Suite struct SchemaVocabularyTests {
    enum Payload: Codable { case one(Int), two }
    enum Closed: String, Codable { case one }
    enum Level: Int, Codable, CaseIterable { case low = 1 }
    struct Strict: RawRepresentable, Codable {
        var rawValue: String
        init?(rawValue: String) {
            guard rawValue.contains(":") else { return nil }
            self.rawValue = rawValue
        }
    }
    struct Validated: Codable {
        var year: Int
        init(from decoder: any Decoder) throws {
            year = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .year)
            guard year > 1800 else { throw CocoaError(.coderInvalidValue) }
        }
    }
    struct Pair: Codable {
        var (left, right) = (0, 0)
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            left = try container.decode(Int.self)
        }
    }
    struct Asking: Codable {
        var value: Int?
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            value = container.contains(.value) ? try container.decode(Int.self, forKey: .value) : nil
        }
    }
    struct Seconds: Codable {
        var value: Int
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
    }
    class Base: Codable { var base = 0 }
    final class Derived: Base {
        required init(from decoder: any Decoder) throws {
            try super.init(from: try decoder.container(keyedBy: CBORKey.self).superDecoder())
        }
    }
    struct CBORKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    final class Endless: Codable { let next: Endless }
    struct Holder<Value: Codable>: Codable { var value: Value }
    enum Twice { struct Holder: Codable {} }

    @Test func `is reported`() {
        let types: [(any Decodable.Type, String)] = [
            (Payload.self, "looks at its keys"), (Closed.self, "must be CaseIterable"),
            (Level.self, "which is not text"),
            (Strict.self, "must be CaseIterable"), (Validated.self, "validation belongs"),
            (Pair.self, "array of its own"),
            (Asking.self, "asks whether value is there"), (Seconds.self, "which is not text"),
            (Derived.self, "superclass"),
            (Endless.self, "without an end"), (Float.self, "system type"), (Decimal.self, "system type"),
            (Set<Int>.self, "has no order"), ([Double: Int].self, "is no map"), ([Level: Int].self, "is no map"),
            (CBORValue.self, "says nothing"), (Range<Int>.self, "system type"), (DateComponents.self, "system type"),
        ]
        for (type, complaint) in types {
            let violations = SchemaRecorder.record([type]).violations
            #expect(violations.contains { $0.contains(complaint) }, "\(type): \(violations)")
        }
    }

    @Test func `a fields trouble is reported once`() {
        let recording = SchemaRecorder.record([Holder<[Payload]>.self, Holder<Holder<Payload?>>.self])
        #expect(recording.violations.count == 1, "\(recording.violations)")
        #expect(recording.violations.first?.hasPrefix("SchemaVocabularyTests.Payload looks at its keys") == true)
    }
}
