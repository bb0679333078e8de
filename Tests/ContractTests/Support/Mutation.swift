import CBOR

/// A variant of a message with one change somewhere inside.
struct Mutation {
    var item: CBORValue
    /// Whether readers take it all the same.
    var isValid: Bool
    /// What was changed, and where.
    var note: String
    /// Whether Swift's types see it at all: a structure without fields decodes from anything.
    var isSeenByTypes = true
    /// The innermost structure that the change is in, by its rule: what a schema has to say of the change is said there.
    var innermost: (rule: String, item: CBORValue)?

    private func inside(_ place: String, _ rebuild: (CBORValue) -> CBORValue) -> Mutation {
        Mutation(
            item: rebuild(item), isValid: isValid, note: "\(place) \(note)", isSeenByTypes: isSeenByTypes,
            innermost: innermost)
    }

    private func within(_ rule: String?) -> Mutation {
        guard innermost == nil, let rule else { return self }
        var mutation = self
        mutation.innermost = (rule, item)
        return mutation
    }

    /// Every change that this knows, at every place of an item of `shape`.
    static func all(of item: CBORValue, _ shape: Schema.Shape, in schema: Schema) -> [Mutation] {
        if shape.kind == .nullable {
            let inner = shape.of.first ?? Schema.Shape(.any)
            if item == .null { return [] }
            return all(of: item, inner, in: schema).filter { $0.note != "is null" }
                + [Mutation(item: .null, isValid: true, note: "is null")]
        }
        if shape.kind == .any { return [] }
        let fields = shape.name.flatMap { schema.rules[$0]?.fields }
        let hasFields = fields?.isEmpty != true
        // Not an array for scalars: pycddl takes one for any choice of types.
        let other: CBORValue = fields != nil || shape.kind == .map ? .array([.bool(true)]) : .map([])
        var found = [
            Mutation(item: other, isValid: false, note: "is another type", isSeenByTypes: hasFields),
            Mutation(item: .null, isValid: false, note: "is null", isSeenByTypes: hasFields),
        ]
        switch item {
        // The first element stands for all.
        case .array(let items):
            guard let first = items.first else { break }
            found += all(of: first, shape.of.first ?? Schema.Shape(.any), in: schema).map { mutation in
                mutation.inside("[0]") { .array([$0] + items.dropFirst()) }
            }
        case .map(let pairs) where shape.kind == .map:
            guard let first = pairs.first else { break }
            found += all(of: first.value, shape.of.last ?? Schema.Shape(.any), in: schema).map { mutation in
                mutation.inside("{\(first.key)}") { .map([.init(first.key, $0)] + pairs.dropFirst()) }
            }
        case .map(let pairs):
            let unknown = Mutation(
                item: .map(pairs + [.init(.text("a field of tomorrow"), .array([.null]))]), isValid: true,
                note: "has an unknown field")
            let changed = [unknown] + (fields ?? []).flatMap { all(of: $0, in: pairs, schema) }
            found += changed.map { $0.within(fields == nil ? nil : shape.name) }
        default: found += scalars(shape, in: schema)
        }
        return found
    }

    private static func all(of field: Schema.Field, in pairs: [CBORValue.Pair], _ schema: Schema) -> [Mutation] {
        guard let index = pairs.firstIndex(where: { $0.key == .text(field.name) }) else { return [] }
        var rest = pairs
        rest.remove(at: index)
        let shape = field.isOptional ? Schema.Shape.nullable(field.shape) : field.shape
        let missing = Mutation(item: .map(rest), isValid: field.isOptional, note: "lacks \(field.name)")
        return [missing]
            + all(of: pairs[index].value, shape, in: schema).map { mutation in
                mutation.inside(field.name) { .map(pairs.replacing(index, with: .init(pairs[index].key, $0))) }
            }
    }

    private static func scalars(_ shape: Schema.Shape, in schema: Schema) -> [Mutation] {
        func refused(_ item: CBORValue, _ note: String) -> Mutation { Mutation(item: item, isValid: false, note: note) }
        return switch shape.kind {
        case .int8: [refused(.unsigned(128), "is too large")]
        case .int16: [refused(.unsigned(32_768), "is too large")]
        case .int32: [refused(.unsigned(1 << 31), "is too large"), refused(.double(1.5), "has a fraction")]
        case .int64: [refused(.unsigned(1 << 63), "is too large"), refused(.double(1.5), "has a fraction")]
        case .uint8: [refused(.unsigned(256), "is too large"), refused(.negative(0), "is negative")]
        case .uint16: [refused(.unsigned(65_536), "is too large"), refused(.negative(0), "is negative")]
        case .uint32: [refused(.unsigned(1 << 32), "is too large"), refused(.negative(0), "is negative")]
        case .uint64: [refused(.negative(0), "is negative")]
        case .double: [Mutation(item: .unsigned(3), isValid: true, note: "is an integer")]
        case .text: [refused(.bytes([0x61]), "is bytes")]
        case .bytes: [refused(.text("a"), "is text")]
        case .uuid: [refused(.tagged(37, .bytes([1])), "has one byte"), refused(.bytes(Array(0..<16)), "has no tag")]
        case .url: [refused(.text("https://a.example"), "has no tag")]
        case .date:
            [
                refused(.unsigned(1), "has no tag"), refused(.tagged(1, .text("1")), "is text"),
                Mutation(item: .tagged(1, .negative(9)), isValid: true, note: "is before 1970"),
            ]
        case .reference: named(shape.name ?? "", in: schema)
        default: []
        }
    }

    private static func named(_ name: String, in schema: Schema) -> [Mutation] {
        guard let rule = schema.rules[name], rule.fields == nil else { return [] }
        return [Mutation(item: .text("a word of tomorrow"), isValid: rule.isOpen, note: "is a new word")]
    }
}

extension Array {
    /// The array with another element in one place.
    fileprivate func replacing(_ index: Int, with element: Element) -> Self {
        var copy = self
        copy[index] = element
        return copy
    }
}
