internal import Synchronization

/// Decodes a response leniently: malformed fields are left out and recorded by their path. An optional field becomes
/// absent, a list loses its malformed elements, and an element without a required field is dropped. Only a malformed
/// required field of the response itself is an error.
struct LenientDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    let odd: OddFields
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSONValue, at path: [any CodingKey] = [], _ odd: OddFields) {
        (self.value, codingPath, self.odd) = (value, path, odd)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let fields) = value else { throw mismatch([String: JSONValue].self) }
        return KeyedDecodingContainer(LenientKeyedContainer<Key>(fields: fields, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        // Lists are read by ``LenientCollection``.
        throw mismatch([JSONValue].self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        LenientSingleValueContainer(decoder: self)
    }

    /// The decoder of a part.
    func part(_ value: JSONValue, at key: any CodingKey) -> LenientDecoder {
        LenientDecoder(value, at: codingPath + [key], odd)
    }

    /// Reads the value.
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let collection = type as? any LenientCollection.Type, let read = try collection.read(self) as? Value {
            return read
        }
        return try Value(from: self)
    }

    func mismatch(_ type: any Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "is another kind of value"))
    }

    // MARK: Values

    func text() throws -> String {
        switch value {
        case .text(let text): return text
        // A film is called "1917", and a certificate "18".
        case .integer(let number):
            odd.note(codingPath)
            return String(number)
        default: throw mismatch(String.self)
        }
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        switch value {
        case .integer(let number):
            if let exact = Number(exactly: number) { return exact }
        case .real(let number):
            if let exact = Number(exactly: number.rounded()), exact != 0 || number == 0 {
                odd.note(codingPath)
                return exact
            }
        case .text(let text):
            if let number = Number(text) {
                odd.note(codingPath)
                return number
            }
        default: break
        }
        throw mismatch(type)
    }

    func real() throws -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .real(let number): return number
        case .text(let text):
            if let number = Double(text), number.isFinite {
                odd.note(codingPath)
                return number
            }
        default: break
        }
        throw mismatch(Double.self)
    }

    /// Flags that hide a title from children: a present value that is not clearly "no" counts as "yes".
    private static let marks: Set<String> = ["adult", "softcore"]

    func flag() throws -> Bool {
        switch value {
        case .flag(let flag): return flag
        case .integer(0), .text("false"), .text("0"), .text(""):
            odd.note(codingPath)
            return false
        case .integer(1), .text("true"), .text("1"):
            odd.note(codingPath)
            return true
        default:
            guard Self.marks.contains(codingPath.last?.stringValue ?? "") else { throw mismatch(Bool.self) }
            odd.note(codingPath)
            return true
        }
    }
}

/// The paths of fields that were left out of a response, or converted from another type.
final class OddFields: Sendable {
    private let state = Mutex((count: 0, oddPaths: [String]()))

    /// The most paths that are logged.
    private static let named = 5

    /// How many there were.
    var count: Int { state.withLock { $0.count } }
    /// The first of them, such as `credits.cast.1.name`.
    var oddPaths: [String] { state.withLock { $0.oddPaths } }

    func note(_ path: [any CodingKey]) {
        state.withLock { state in
            state.count += 1
            if state.oddPaths.count < Self.named { state.oddPaths.append(path.fieldPath) }
        }
    }
}

extension [any CodingKey] {
    /// The path to a field, with dots.
    var fieldPath: String { map { $0.intValue.map { String($0) } ?? $0.stringValue }.joined(separator: ".") }
}

extension DecodingError {
    /// The path of the error.
    var path: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }
}

/// A value with many parts, decoded without the malformed ones.
protocol LenientCollection {
    static func read(_ decoder: LenientDecoder) throws -> Self
}

/// The index of an element.
struct ElementKey: CodingKey {
    let number: Int
    var stringValue: String { String(number) }
    var intValue: Int? { number }

    init(_ number: Int) { self.number = number }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { number = intValue }
}

/// The key of a field.
struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Array: LenientCollection where Element: Decodable {
    static func read(_ decoder: LenientDecoder) throws -> [Element] {
        guard case .list(let values) = decoder.value else { throw decoder.mismatch([Element].self) }
        var (elements, problem): ([Element], DecodingError?) = ([], nil)
        for (number, value) in values.enumerated() {
            do { elements.append(try decoder.part(value, at: ElementKey(number)).read(Element.self)) } catch let error
                as DecodingError
            {
                decoder.odd.note(error.path)
                problem = problem ?? error
            }
        }
        // A requested list without a readable element is an error.
        if elements.isEmpty, decoder.codingPath.count == 1, let problem { throw problem }
        return elements
    }
}

extension Dictionary: LenientCollection where Key == String, Value: Decodable {
    static func read(_ decoder: LenientDecoder) throws -> [String: Value] {
        // Some write an object without fields as a list without elements.
        if decoder.value == .list([]) { return [:] }
        guard case .object(let fields) = decoder.value else { throw decoder.mismatch([String: Value].self) }
        var read: [String: Value] = [:]
        for (name, value) in fields {
            do { read[name] = try decoder.part(value, at: FieldKey(name)).read(Value.self) } catch let error
                as DecodingError
            {
                decoder.odd.note(error.path)
            }
        }
        return read
    }
}
