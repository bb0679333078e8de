/// Writes JSON text (RFC 8259).
struct JSONWriter {
    private(set) var text = ""
    private let isIndented: Bool
    private var depth = 0
    /// Whether the open container has no items yet.
    private var isEmpty = true

    init(isIndented: Bool) {
        self.isIndented = isIndented
    }

    /// Begins an array or an object.
    mutating func open(_ bracket: String) {
        text += bracket
        depth += 1
        isEmpty = true
    }

    /// Ends an array or an object.
    mutating func close(_ bracket: String) {
        depth -= 1
        if !isEmpty { newLine() }
        text += bracket
        isEmpty = false
    }

    /// Begins an item of an array.
    mutating func item() {
        if !isEmpty { text += "," }
        isEmpty = false
        newLine()
    }

    /// Begins a member of an object.
    mutating func key(_ name: String) {
        item()
        string(name)
        text += isIndented ? ": " : ":"
    }

    mutating func raw(_ token: String) {
        text += token
    }

    mutating func string(_ value: String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private mutating func newLine() {
        guard isIndented else { return }
        text += "\n" + String(repeating: "  ", count: depth)
    }
}
