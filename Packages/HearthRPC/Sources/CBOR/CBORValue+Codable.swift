internal import FoundationEssentials

// `CBOREncoder` and `CBORDecoder` handle trees themselves without loss; this is for other coders.
extension CBORValue: Codable {
    /// Decodes every value that another format has: null, booleans, numbers, text, arrays and maps of text.
    public init(from decoder: any Decoder) throws {
        if let map = try? [String: CBORValue](from: decoder) {
            self = .map(map.sorted { $0.key < $1.key }.map { Pair(.text($0.key), $0.value) })
            return
        }
        if let items = try? [CBORValue](from: decoder) {
            self = .array(items)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Encodes the tree with an encoder of another format. Tags are left out; keys must be text or integers.
    public func encode(to encoder: any Encoder) throws {
        if case .map(let pairs) = self {
            var container = encoder.container(keyedBy: CBORCodingKey.self)
            for pair in pairs { try container.encode(pair.value, forKey: key(pair.key, encoder)) }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .unsigned(let value): try container.encode(value)
        case .negative(let value):
            guard let integer = Int64(exactly: value) else { throw unencodable(encoder) }
            try container.encode(~integer)
        case .bytes(let bytes): try container.encode(Data(bytes))
        case .text(let text): try container.encode(text)
        case .array(let items): try container.encode(items)
        case .tagged(_, let item): try container.encode(item)
        case .bool(let value): try container.encode(value)
        case .null, .undefined: try container.encodeNil()
        case .double(let value): try container.encode(value)
        case .simple, .map: throw unencodable(encoder)
        }
    }

    private func key(_ key: CBORValue, _ encoder: any Encoder) throws -> CBORCodingKey {
        if case .text(let text) = key { return CBORCodingKey(stringValue: text) }
        guard let integer = key.integer.flatMap({ Int(exactly: $0) }) else { throw unencodable(encoder) }
        return CBORCodingKey(intValue: integer)
    }

    private func unencodable(_ encoder: any Encoder) -> EncodingError {
        EncodingError.invalidValue(
            self,
            EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: "The item has no form in another format."))
    }
}
