/// Named values that travel beside a call. Text or bytes; names in lower case, as gRPC has them.
public struct Metadata: Sendable, Hashable {
    /// One value.
    public enum Value: Sendable, Hashable {
        case text(String)
        case bytes([UInt8])
    }

    /// The values by name.
    public private(set) var values: [String: Value] = [:]

    /// Makes metadata without values.
    public init() {}

    /// Makes metadata of text values.
    public init(_ values: [String: String]) {
        for (name, text) in values { self[name] = .text(text) }
    }

    /// The value of a name, ignoring case.
    public subscript(name: String) -> Value? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue }
    }

    /// The text of a name, nil when it is absent or bytes.
    public func text(_ name: String) -> String? {
        guard case .text(let text) = self[name] else { return nil }
        return text
    }

    /// The bytes of all names and values.
    var byteCount: Int {
        values.reduce(0) { sum, entry in sum + entry.key.utf8.count + entry.value.byteCount }
    }

    /// Whether it has no values.
    public var isEmpty: Bool { values.isEmpty }
}

extension Metadata.Value {
    /// The bytes of the value.
    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }
}
