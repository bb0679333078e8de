import CBOR

extension CBORValue {
    /// The tree in a notation that leaves nothing to formatting, shared with `fuzz/cbor2_peer.py`.
    var exactNotation: String {
        switch self {
        case .unsigned(let value): "i\(value)"
        case .negative(let value): value < .max ? "i-\(value + 1)" : "i-18446744073709551616"
        case .bytes(let bytes): "h" + bytes.hexadecimal
        case .text(let text): "t" + Array(text.utf8).hexadecimal
        case .array(let items): "[" + items.map(\.exactNotation).joined(separator: " ") + "]"
        case .map(let pairs):
            "{" + pairs.map { $0.key.exactNotation + " " + $0.value.exactNotation }.joined(separator: " ") + "}"
        case .tagged(let number, let item): "T\(number)(\(item.exactNotation))"
        case .bool(let value): value ? "b1" : "b0"
        case .null: "n"
        case .undefined: "u"
        case .simple(let value): "s\(value)"
        case .double(let value): value.isNaN ? "fnan" : "f" + Self.digits(value.bitPattern)
        }
    }

    private static func digits(_ bits: UInt64) -> String {
        let text = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// Whether every map in the tree has text keys only.
    var hasOnlyTextKeys: Bool {
        switch self {
        case .array(let items): items.allSatisfy(\.hasOnlyTextKeys)
        case .tagged(_, let item): item.hasOnlyTextKeys
        case .map(let pairs):
            pairs.allSatisfy { pair in
                if case .text = pair.key { return pair.value.hasOnlyTextKeys }
                return false
            }
        default: true
        }
    }
}
