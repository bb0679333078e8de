/// An open enumeration: text with known values as static members. Unknown values are preserved and printed.
///
/// Closed enums break older readers when a case is added; open ones do not.
public protocol OpenEnum: RawRepresentable<String>, Codable, Hashable, Sendable, CustomStringConvertible {
    /// Accepts any name, known or not.
    init(rawValue: String)
}

extension OpenEnum {
    public var description: String { rawValue }
}
