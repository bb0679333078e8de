/// The shapes of messages, read off their types by ``SchemaRecorder``.
///
/// A schema is itself a message of the vocabulary that it describes: it can be sent to a peer that knows none of the
/// types, and serves there to convert JSON (``value(fromJSON:as:)``, ``json(from:as:indented:)``).
public struct Schema: Codable, Hashable, Sendable {
    /// The named types. A name is a type's nested path without its module, in kebab case: `catalog-search`.
    public var rules: [String: Rule]

    /// Creates a schema.
    public init(rules: [String: Rule] = [:]) {
        self.rules = rules
    }

    /// What a named type looks like: a structure with `fields`, or text with `cases`.
    public struct Rule: Codable, Hashable, Sendable {
        /// The fields of a structure, in the order in which its type declares them; nil if it is none.
        public var fields: [Field]?
        /// The texts of an enumeration; nil if it is none. An open one may know no texts at all.
        public var cases: [String]?
        /// Whether texts other than the `cases` are values too.
        public var isOpen: Bool

        /// A structure.
        public init(fields: [Field]) {
            self.fields = fields
            isOpen = false
        }

        /// An enumeration of texts.
        public init(cases: [String], isOpen: Bool) {
            self.cases = cases
            self.isOpen = isOpen
        }
    }

    /// A field of a structure.
    public struct Field: Codable, Hashable, Sendable {
        /// Its name.
        public var name: String
        /// The integer that stands for the name in the encoding, if one does.
        public var key: Int?
        /// Its shape.
        public var shape: Shape
        /// Whether it may be absent or null.
        public var isOptional: Bool

        /// Creates a field.
        public init(name: String, key: Int? = nil, shape: Shape, isOptional: Bool = false) {
            self.name = name
            self.key = key
            self.shape = shape
            self.isOptional = isOptional
        }
    }

    /// The names of the rules that a shape needs, directly and through others.
    public func reachable(from shape: Shape) -> Set<String> {
        var found: Set<String> = []
        var open = [shape]
        while let shape = open.popLast() {
            open += shape.of
            guard let name = shape.name, found.insert(name).inserted else { continue }
            open += rules[name]?.fields?.map(\.shape) ?? []
        }
        return found
    }
}
