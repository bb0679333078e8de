/// The shapes of messages, derived from their types by ``SchemaRecorder``.
///
/// A schema is itself a message of the type system that it describes: it can be sent to a peer without the types, which
/// can use it to convert JSON (``value(fromJSON:as:)``, ``json(from:as:indented:)``).
public struct Schema: Codable, Hashable, Sendable {
    /// The named types. A name is a type's nested path without its module, in kebab case: `catalog-search`.
    public var rules: [String: Rule]

    /// Creates a schema.
    public init(rules: [String: Rule] = [:]) {
        self.rules = rules
    }

    /// The definition of a named type: a structure with `fields`, or text with `cases`.
    public struct Rule: Codable, Hashable, Sendable {
        /// The fields of a structure, in the order of declaration; nil for an enumeration.
        public var fields: [Field]?
        /// The texts of an enumeration; nil for a structure. An open one may have no known texts.
        public var cases: [String]?
        /// Whether texts other than the `cases` are valid, too.
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
        /// The integer that encodes the name, if there is one.
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
