/// Why JSON does not fit a shape.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where: field names and positions, like `filters[0].kind`; empty for the whole.
    public var path: String
    /// What is wrong.
    public var reason: String

    /// Creates an error.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The path and the reason.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
