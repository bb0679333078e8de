internal import CBOR

/// Formats shapes as text.
struct ShapePrinter {
    let schema: Schema

    /// The fields of a structure's shape, or the shape itself.
    func lines(of shape: Schema.Shape) -> [String] {
        guard let name = shape.name, schema.rules[name] != nil else { return [text(shape)] }
        return lines(ofRule: name)
    }

    /// A named shape.
    func lines(ofRule name: String) -> [String] {
        guard let rule = schema.rules[name] else { return [] }
        if let fields = rule.fields {
            if fields.isEmpty { return ["(nothing)"] }
            let width = fields.map(\.name.count).max() ?? 0
            return fields.map { field in
                let space = String(repeating: " ", count: width - field.name.count)
                return "\(field.name)\(space)  \(text(field.shape))\(field.isOptional ? ", optional" : "")"
            }
        }
        let cases = rule.cases ?? []
        if cases.isEmpty { return ["text"] }
        return ["one of \(cases.joined(separator: ", "))" + (rule.isOpen ? ", or another text" : "")]
    }

    /// The named shapes that these shapes need, directly or indirectly.
    func reachable(from shapes: [Schema.Shape]) -> Set<String> {
        var found: Set<String> = []
        var open = shapes
        while let shape = open.popLast() {
            open += shape.of
            guard let name = shape.name, found.insert(name).inserted else { continue }
            open += schema.rules[name]?.fields?.map(\.shape) ?? []
        }
        return found
    }

    /// A shape in a few words: `array of card`.
    func text(_ shape: Schema.Shape) -> String {
        switch shape.kind {
        case .array: return "array of \(shape.of.first.map(text) ?? "anything")"
        case .map:
            return "map of \(shape.of.first.map(text) ?? "text") to \(shape.of.last.map(text) ?? "anything")"
        case .nullable: return "\(shape.of.first.map(text) ?? "anything") or null"
        case .reference: return shape.name ?? "anything"
        default: return "\(shape.kind.rawValue)"
        }
    }
}
