internal import Foundation

/// A JSON value as a source sent it, so that its parts can be decoded separately.
enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Whether there is nothing.
    var isNull: Bool { self == .null }
}

extension JSONValue: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Name.self) {
            var fields: [String: JSONValue] = [:]
            for name in object.allKeys { fields[name.stringValue] = try object.decode(JSONValue.self, forKey: name) }
            self = .object(fields)
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !list.isAtEnd { elements.append(try list.decode(JSONValue.self)) }
            self = .list(elements)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? value.decode(Double.self) {
            self = .real(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            // A number beyond all measure.
            self = .null
        }
    }
}

/// Repairs text: bytes that are not UTF-8, and lone surrogates in escapes (`\ud83d` by itself, RFC 8259, section 8.2),
/// are replaced by U+FFFD. A strict decoder rejects the whole document for one of them.
enum JSONRepair {
    /// The document with invalid text replaced; the same bytes when all is valid.
    static func repaired(_ body: Data) -> Data {
        let bytes = Array(String(decoding: body, as: UTF8.self).utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == backslash, index + 1 < bytes.count else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let length = escapeLength(bytes, at: index)
            if isLoneSurrogate(bytes, at: index) {
                result += Array("\\ufffd".utf8)
            } else {
                result += bytes[index..<(index + length)]
            }
            index += length
        }
        return Data(result)
    }

    private static let backslash = UInt8(ascii: "\\")
    /// Bytes of `\uXXXX`.
    private static let unitLength = 6

    /// The length of an escape in bytes: a surrogate pair, one unit, or an escaped character.
    private static func escapeLength(_ bytes: [UInt8], at index: Int) -> Int {
        guard let first = unit(bytes, at: index) else { return 2 }
        guard isHigh(first), let second = unit(bytes, at: index + unitLength), isLow(second) else { return unitLength }
        return 2 * unitLength
    }

    private static func isLoneSurrogate(_ bytes: [UInt8], at index: Int) -> Bool {
        guard let first = unit(bytes, at: index) else { return false }
        if isLow(first) { return true }
        return isHigh(first) && escapeLength(bytes, at: index) == unitLength
    }

    private static func isHigh(_ unit: UInt16) -> Bool { (0xD800...0xDBFF).contains(unit) }
    private static func isLow(_ unit: UInt16) -> Bool { (0xDC00...0xDFFF).contains(unit) }

    /// The escaped UTF-16 unit at an index; nil when there is none.
    private static func unit(_ bytes: [UInt8], at index: Int) -> UInt16? {
        guard index + unitLength <= bytes.count, bytes[index] == backslash, bytes[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = bytes[(index + 2)..<(index + unitLength)]
        guard digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
