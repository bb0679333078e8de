import Foundation

/// What came of an input, in the words of the corpus: a value of JSON.
///
/// An expectation names what matters to its case, so it is compared with ``differences(from:at:)``: fields that it does not
/// name may be anything.
enum Outcome: Sendable, Equatable {
    case none
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([Outcome])
    case fields([String: Outcome])

    /// Where what came differs from what was expected, one line each; empty when all that is expected holds.
    func differences(from expected: Outcome, at path: String = "") -> [String] {
        switch (self, expected) {
        case (.fields(let actual), .fields(let expected)):
            return expected.sorted { $0.key < $1.key }.flatMap { key, value in
                (actual[key] ?? .none).differences(from: value, at: path.isEmpty ? key : "\(path).\(key)")
            }
        case (.list(let actual), .list(let expected)):
            let count = actual.count == expected.count ? [] : ["\(path): \(actual.count) and not \(expected.count)"]
            return count
                + zip(actual, expected).enumerated().flatMap { $1.0.differences(from: $1.1, at: "\(path)[\($0)]") }
        default:
            return self == expected ? [] : ["\(path): \(self) and not \(expected)"]
        }
    }

    /// A field of an object.
    subscript(key: String) -> Outcome? {
        guard case .fields(let fields) = self else { return nil }
        return fields[key]
    }

    init(_ text: String?) { self = text.map(Outcome.text) ?? .none }
    init(_ number: Double?) { self = number.map(Outcome.number) ?? .none }
    init(_ number: Int?) { self = number.map { .number(Double($0)) } ?? .none }
    init(_ texts: [String]) { self = .list(texts.map(Outcome.text)) }

    /// A moment, in seconds since 1970, as "2024-01-15T20:00:00Z".
    init(second: Int64?) {
        self.init(second.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) })
    }
}

extension Outcome: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, Outcome)...) {
        self = .fields(Dictionary(uniqueKeysWithValues: elements))
    }
}

extension Outcome: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .none
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([Outcome].self) {
            self = .list(list)
        } else {
            self = .fields(try value.decode([String: Outcome].self))
        }
    }
}

extension Outcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .none: "nothing"
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .list(let items): "[\(items.map(\.description).joined(separator: ", "))]"
        case .fields(let fields):
            "{\(fields.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))}"
        }
    }
}
