/// A set of names that may grow: text with known values as static members. Unknown values survive and print.
///
/// Closed enums break older readers when a case is added; these do not.
public protocol OpenEnum: RawRepresentable<String>, Codable, Hashable, Sendable, CustomStringConvertible {
    /// Takes any name, known or not.
    init(rawValue: String)
}

extension OpenEnum {
    public var description: String { rawValue }
}
