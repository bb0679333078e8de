/// The fields of a message's head, in order; names compare without case (RFC 9110, section 5.1).
public struct HeaderFields: Sendable, Hashable {
    /// A field.
    public struct Field: Sendable, Hashable {
        /// Its name in lower case.
        public let name: String
        /// Its value without blanks around it.
        public let value: String
    }

    /// The fields in order.
    public private(set) var all: [Field] = []

    /// No fields.
    public init() {}

    /// The first value of a name; nil when there is none.
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        return all.first { $0.name == name }?.value
    }

    /// All values of a name.
    public func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return all.filter { $0.name == name }.map(\.value)
    }

    /// Adds a field after the others.
    public mutating func add(_ name: String, _ value: String) {
        all.append(Field(name: name.lowercased(), value: value))
    }

    /// Puts a field in place of all of its name.
    public mutating func set(_ name: String, _ value: String) {
        let name = name.lowercased()
        all.removeAll { $0.name == name }
        all.append(Field(name: name, value: value))
    }

    /// Adds those fields whose names are not there yet.
    public mutating func fill(_ others: HeaderFields) {
        let known = Set(all.map(\.name))
        all += others.all.filter { !known.contains($0.name) }
    }

    /// The elements of a field that is a comma-separated list, in lower case (RFC 9110, section 5.6.1).
    public func list(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }.map { $0.trimmed.lowercased() }.filter { !$0.isEmpty }
    }
}

extension StringProtocol {
    /// The text without blanks and tabs around it.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
