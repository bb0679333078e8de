public import CBOR

/// Makes values of any shape, so that every message has samples and new messages get them automatically.
public struct SampleMaker: Sendable {
    /// How complete a sample is.
    public enum Fullness: String, Sendable, CaseIterable {
        /// Only required fields; arrays and maps are empty, texts too, numbers are 0.
        case minimal
        /// All fields, with values at the ends of their ranges.
        case full
    }

    private let schema: Schema
    private let fullness: Fullness
    private let known: [String: CBORValue]
    private let fillsLists: Bool

    /// A maker for the shapes of one schema.
    ///
    /// - Parameters:
    ///   - known: values of fields by the name of their rule or their own: `content-id`, `first`. Fields with one are in
    ///     every sample, and lists of them are not empty.
    ///   - fillsLists: whether lists of other values have an item in minimal samples, too.
    public init(schema: Schema, fullness: Fullness, known: [String: CBORValue] = [:], fillsLists: Bool = false) {
        self.schema = schema
        self.fullness = fullness
        self.known = known
        self.fillsLists = fillsLists
    }

    /// A value of `shape`.
    public func sample(_ shape: Schema.Shape) -> CBORValue { value(shape, field: "value", within: []) }

    private var isFull: Bool { fullness == .full }

    /// The known value of a field, by its own name or else by that of its rule.
    private func knownValue(_ shape: Schema.Shape, field: String) -> CBORValue? {
        if known.isEmpty { return nil }
        if shape.kind == .nullable { return knownValue(shape.inner, field: field) }
        guard let value = known[field] ?? shape.name.flatMap({ known[$0] }), fits(value, shape) else { return nil }
        return value
    }

    private func fits(_ value: CBORValue, _ shape: Schema.Shape) -> Bool {
        switch (value, shape.kind) {
        case (.text, .text), (.tagged(1, _), .date): true
        case (.text(let text), .reference):
            shape.name.flatMap { schema.rules[$0] }.map { $0.isOpen || $0.cases?.contains(text) == true } ?? false
        case (.unsigned, .int32), (.unsigned, .int64), (.unsigned, .uint32), (.unsigned, .uint64): true
        default: false
        }
    }

    private func value(_ shape: Schema.Shape, field: String, within open: Set<String>) -> CBORValue {
        if let known = knownValue(shape, field: field) { return known }
        return switch shape.kind {
        case .bool: .bool(isFull)
        case .double: .double(isFull ? -12.75 : 0)
        case .text: .text(isFull ? "\(field) äß 電\u{1F4FA}" : "")
        case .bytes: .bytes(isFull ? [0x00, 0x7f, 0xff] : [])
        case .date: .tagged(1, isFull ? .double(1_798_761_599.5) : .unsigned(0))
        case .uuid: .tagged(37, .bytes((0..<16).map { isFull ? UInt8(17 * $0) : 0 }))
        case .url: .tagged(32, .text(isFull ? "https://media.example/a%20b?c=d#e" : "https://media.example"))
        case .array: array(shape, field: field, within: open)
        case .map: map(shape, field: field, within: open)
        case .nullable: isFull ? value(shape.inner, field: field, within: open) : .null
        case .reference: named(shape.name ?? "", field: field, within: open)
        default: integer(shape.kind)
        }
    }

    private func array(_ shape: Schema.Shape, field: String, within open: Set<String>) -> CBORValue {
        let item = shape.inner
        if let known = knownValue(item, field: field) { return .array([known]) }
        // Ends the recursion of a type that contains itself.
        if item.name.map(open.contains) == true { return .array([]) }
        if !isFull { return .array(fillsLists ? [value(item, field: field, within: open)] : []) }
        return .array([value(item, field: "\(field) 1", within: open), value(item, field: "\(field) 2", within: open)])
    }

    private func map(_ shape: Schema.Shape, field: String, within open: Set<String>) -> CBORValue {
        guard isFull, let item = shape.of.last, item.name.map(open.contains) != true else { return .map([]) }
        let keys: [CBORValue] =
            shape.of.first?.kind == .int64 ? [.integer(-1), .integer(7)] : [.text("a"), .text("key ü")]
        return .map(keys.map { CBORValue.Pair($0, value(item, field: field, within: open)) })
    }

    private func named(_ name: String, field: String, within open: Set<String>) -> CBORValue {
        guard let rule = schema.rules[name] else { return .null }
        guard let fields = rule.fields else { return text(rule, field: field) }
        let open = open.union([name])
        return .map(
            fields.compactMap { field in
                let isEndless = field.shape.name.map(open.contains) == true
                let isKnown = knownValue(field.shape, field: field.name) != nil
                guard !field.isOptional || isKnown || isFull && !isEndless else { return nil }
                return CBORValue.Pair(field.encodedKey, value(field.shape, field: field.name, within: open))
            })
    }

    /// A known text; for an open enumeration also an unknown one.
    private func text(_ rule: Schema.Rule, field: String) -> CBORValue {
        let cases = rule.cases ?? []
        if rule.isOpen { return .text(isFull ? "a-new-\(field)" : cases.first ?? "") }
        return .text((isFull ? cases.last : cases.first) ?? "")
    }

    private func integer(_ kind: Schema.Kind) -> CBORValue {
        guard isFull else { return .unsigned(0) }
        switch kind {
        case .int8: return .integer(Int64(Int8.min))
        case .int16: return .integer(Int64(Int16.min))
        case .int32: return .integer(Int64(Int32.min))
        case .int64: return .integer(.min)
        case .uint8: return .unsigned(UInt64(UInt8.max))
        case .uint16: return .unsigned(UInt64(UInt16.max))
        case .uint32: return .unsigned(UInt64(UInt32.max))
        case .uint64: return .unsigned(.max)
        default: return .null
        }
    }
}

extension Schema.Field {
    /// The key that encodes the field in its map.
    public var encodedKey: CBORValue { key.map { .integer(Int64($0)) } ?? .text(name) }
}

extension Schema.Shape {
    /// The shape inside an array, a map or an optional.
    var inner: Schema.Shape { of.last ?? Schema.Shape(.any) }
}
