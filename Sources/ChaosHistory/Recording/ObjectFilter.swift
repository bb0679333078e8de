/// The objects that a checker checks.
public struct ObjectFilter: Sendable {
    private let test: @Sendable (String) -> Bool

    /// Creates a filter of the objects for which the closure returns true.
    public init(_ test: @escaping @Sendable (String) -> Bool) { self.test = test }

    /// Every object.
    public static let all = ObjectFilter { _ in true }

    /// Objects whose path begins with one of these: `.under("favourites/", "later/")`.
    public static func under(_ prefixes: String...) -> ObjectFilter {
        ObjectFilter { path in prefixes.contains { path.hasPrefix($0) } }
    }

    /// True when the filter includes the object.
    public func contains(_ object: String) -> Bool { test(object) }
}
