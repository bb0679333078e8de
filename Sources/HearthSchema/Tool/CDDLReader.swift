public import CBOR

/// Parses the CDDL that this tool writes back into a schema: enough to compare a committed file with the current types.
///
/// It supports the forms of ``CBOR/Schema/cddl()`` only; unknown forms become `any`.
public enum CDDLReader {
    /// The rules of a text.
    public static func schema(of text: String) -> Schema {
        var rules: [String: Schema.Rule] = [:]
        var lines = text.split(separator: "\n").filter { !$0.hasPrefix(";") }[...]
        while let line = lines.popFirst() {
            guard let equals = line.firstRange(of: " = ") else { continue }
            let (name, value) = (String(line[..<equals.lowerBound]), line[equals.upperBound...])
            if value == "{" {
                let fields = lines.prefix { $0 != "}" }
                lines = lines.dropFirst(fields.count + 1)
                rules[name] = Schema.Rule(fields: fields.compactMap(field))
            } else if value == "tstr" {
                rules[name] = Schema.Rule(cases: [], isOpen: true)
            } else if value.hasPrefix("\"") {
                rules[name] = Schema.Rule(cases: value.split(separator: " / ").map(unquoted), isOpen: false)
            }
        }
        return Schema(rules: rules)
    }

    /// `  ? "year": int32 / null,`; nil for the wildcard.
    private static func field(_ line: Substring) -> Schema.Field? {
        var rest = line.drop { $0 == " " }
        guard !rest.hasPrefix("*") else { return nil }
        let isOptional = rest.hasPrefix("? ")
        if isOptional { rest = rest.dropFirst(2) }
        if rest.hasSuffix(",") { rest = rest.dropLast() }
        guard let colon = rest.firstRange(of: ": ") else { return nil }
        let key = rest[..<colon.lowerBound]
        var shape = shape(rest[colon.upperBound...])
        if isOptional, shape.kind == .nullable { shape = shape.of.first ?? Schema.Shape(.any) }
        return Schema.Field(name: unquoted(key), key: Int(key), shape: shape, isOptional: isOptional)
    }

    private static func shape(_ text: Substring) -> Schema.Shape {
        if text.hasSuffix(" / null") { return .nullable(shape(text.dropLast(" / null".count))) }
        if text.hasPrefix("("), text.hasSuffix(")") { return shape(text.dropFirst().dropLast()) }
        if text.hasPrefix("[* "), text.hasSuffix("]") { return .array(shape(text.dropFirst(3).dropLast())) }
        if text.hasPrefix("{* "), text.hasSuffix("}"), let arrow = text.firstRange(of: " => ") {
            let key = text[..<arrow.lowerBound].dropFirst(3) == "int" ? Schema.Kind.int64 : .text
            return .map(Schema.Shape(key), shape(text[arrow.upperBound...].dropLast()))
        }
        if text.hasPrefix("#6."), let number = Int(text.dropFirst(3).prefix { $0 != "(" }) {
            return Schema.Shape(tags[number] ?? .any)
        }
        return kinds[String(text)].map { Schema.Shape($0) } ?? .reference(String(text))
    }

    private static let tags: [Int: Schema.Kind] = [1: .date, 32: .url, 37: .uuid]
    private static let kinds: [String: Schema.Kind] = [
        "any": .any, "bool": .bool, "bstr": .bytes, "double": .double, "int16": .int16, "int32": .int32,
        "int64": .int64, "int8": .int8, "tstr": .text, "uint16": .uint16, "uint32": .uint32, "uint64": .uint64,
        "uint8": .uint8,
    ]

    private static func unquoted(_ text: Substring) -> String {
        guard text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        return String(text.dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }
}
