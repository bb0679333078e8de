extension CBORValue: CustomStringConvertible {
    /// The tree in diagnostic notation (RFC 8949 section 8): text for people, not meant to be parsed.
    public var description: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .unsigned(let value): output += String(value)
        case .negative(let value): output += value < .max ? "-\(value + 1)" : "-18446744073709551616"
        case .bytes(let bytes):
            output += "h'"
            for byte in bytes { output += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            output += "'"
        case .text(let text):
            var writer = JSONWriter(isIndented: false)
            writer.string(text)
            output += writer.text
        case .array(let items):
            output += "["
            for (index, item) in items.enumerated() {
                if index > 0 { output += ", " }
                item.write(to: &output)
            }
            output += "]"
        case .map(let pairs):
            output += "{"
            for (index, pair) in pairs.enumerated() {
                if index > 0 { output += ", " }
                pair.key.write(to: &output)
                output += ": "
                pair.value.write(to: &output)
            }
            output += "}"
        case .tagged(let number, let item):
            output += "\(number)("
            item.write(to: &output)
            output += ")"
        case .bool(let value): output += value ? "true" : "false"
        case .null: output += "null"
        case .undefined: output += "undefined"
        case .simple(let value): output += "simple(\(value))"
        case .double(let value): output += Self.notation(value)
        }
    }

    /// A number in floating-point notation, with at least one digit behind the point.
    private static func notation(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        let text = value.description
        guard let mark = text.firstIndex(of: "e") else { return text }
        let mantissa = text[..<mark]
        var exponent = text[text.index(after: mark)...]
        let sign = exponent.removeFirst()
        let digits = exponent.drop { $0 == "0" }
        return (mantissa.contains(".") ? "\(mantissa)" : "\(mantissa).0") + "e\(sign)\(digits)"
    }
}
