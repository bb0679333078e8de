/// The criticality of a call in an overloaded server ("Handling Overload" in Site Reliability Engineering,
/// https://sre.google/sre-book/handling-overload/, of whose four classes these are two).
///
/// It is declared with the method, can be overridden for one call, and is inherited by the calls that a handler makes:
/// a sheddable call never makes critical ones.
public enum Criticality: String, Sendable, Codable, CaseIterable {
    /// A user waits for it.
    case critical
    /// Background work, which can be done later: refused first.
    case sheddable
}
