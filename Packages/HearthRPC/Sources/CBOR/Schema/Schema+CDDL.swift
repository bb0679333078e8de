extension Schema {
    /// All rules as CDDL (RFC 8610), sorted by name.
    ///
    /// Structures end in a wildcard, because unknown fields are ignored; optional fields may be null.
    ///
    /// - Parameter looseMaps: Writes `any` for the values of maps that are themselves maps or structures. That is for
    ///   pycddl (0.6.4), which supports the rest of the profile but rejects every such value.
    public func cddl(looseMaps: Bool = false) -> String {
        CDDLText(schema: self, looseMaps: looseMaps).document(first: [], names: Set(rules.keys))
    }

    /// The rules that a shape needs as CDDL (RFC 8610), behind a rule for the shape itself, which is named `root`
    /// unless it is a reference. See ``cddl(looseMaps:)``.
    public func cddl(root: Shape, looseMaps: Bool = false) -> String {
        let writer = CDDLText(schema: self, looseMaps: looseMaps)
        var names = reachable(from: root)
        guard root.kind == .reference, let name = root.name, let rule = rules[name] else {
            return writer.document(first: [("root", writer.text(root))], names: names)
        }
        names.remove(name)
        return writer.document(first: [(name, writer.text(rule))], names: names)
    }
}

/// Writes the rules of a schema.
private struct CDDLText {
    let schema: Schema
    let looseMaps: Bool

    func document(first: [(name: String, text: String)], names: Set<String>) -> String {
        var written = first
        for name in names.sorted() {
            if let rule = schema.rules[name] { written.append((name, text(rule))) }
        }
        var output = written.map { "\($0.name) = \($0.text)\n" }
        let words = Set(output.joined().split { !$0.isLetter && !$0.isNumber && $0 != "-" })
        for (kind, definition) in Self.definitions where words.contains(kind.rawValue[...]) {
            output.append("\(kind.rawValue) = \(definition)\n")
        }
        return output.joined(separator: "\n")
    }

    /// The kinds that CDDL has no names for. Negative ranges and `number` would be shorter, but pycddl rejects both.
    private static let definitions: [(kind: Schema.Kind, text: String)] = {
        let signed: [Schema.Kind] = [.int8, .int16, .int32, .int64]
        let unsigned: [Schema.Kind] = [.uint8, .uint16, .uint32]
        return [(.double, "float / int")]
            + signed.map {
                ($0, $0.integerRange.map { "(int .ge \($0.least)) .and (int .le \($0.greatest))" } ?? "int")
            }
            + unsigned.map { ($0, $0.integerRange.map { "0..\($0.greatest)" } ?? "uint") } + [(.uint64, "uint")]
    }()

    func text(_ rule: Schema.Rule) -> String {
        if let fields = rule.fields { return text(fields) }
        guard let cases = rule.cases, !rule.isOpen, !cases.isEmpty else { return "tstr" }
        return cases.map(Self.quoted).joined(separator: " / ")
    }

    private func text(_ fields: [Schema.Field]) -> String {
        let isNumbered = fields.contains { $0.key != nil }
        var lines = fields.map { field in
            let key = field.key.map { "\($0)" } ?? Self.quoted(field.name)
            let value = text(field.isOptional ? .nullable(field.shape) : field.shape)
            return "  \(field.isOptional ? "? " : "")\(key): \(value),\n"
        }
        lines.append(isNumbered ? "  * int => any\n" : "  * tstr => any\n")
        return "{\n" + lines.joined() + "}"
    }

    func text(_ shape: Schema.Shape) -> String {
        switch shape.kind {
        case .bool: return "bool"
        case .double: return "double"
        case .text: return "tstr"
        case .bytes: return "bstr"
        case .date: return "#6.1(double)"
        case .uuid: return "#6.37(bstr .size 16)"
        case .url: return "#6.32(tstr)"
        case .array: return "[* \(item(shape.of.first))]"
        case .map:
            let value = looseMaps && isMap(shape.of.last) ? "any" : item(shape.of.last)
            return "{* \(shape.of.first?.kind == .int64 ? "int" : "tstr") => \(value)}"
        case .nullable:
            guard let value = shape.of.first else { return "any" }
            // A nullable nullable is written once.
            return value.kind == .nullable ? text(value) : "\(text(value)) / null"
        case .reference: return shape.name ?? "any"
        default: return shape.kind.integerRange == nil ? "any" : shape.kind.rawValue
        }
    }

    /// A shape inside a container, in parentheses when it is a choice.
    private func item(_ shape: Schema.Shape?) -> String {
        guard let shape else { return "any" }
        return shape.kind == .nullable ? "(\(text(shape)))" : text(shape)
    }

    /// Whether values of a shape are, or may be, maps or structures.
    private func isMap(_ shape: Schema.Shape?) -> Bool {
        switch shape?.kind {
        case .map?: true
        case .nullable?: isMap(shape?.of.first)
        case .reference?: shape?.name.flatMap { schema.rules[$0]?.fields } != nil
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
