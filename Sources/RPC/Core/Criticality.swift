/// How much a call matters while a server has more to do than it can ("Handling Overload" in Site Reliability Engineering,
/// https://sre.google/sre-book/handling-overload/, of whose four classes these are two).
///
/// It is declared with the method, may be said otherwise for one call, and goes on to the calls that a handler makes: a
/// sheddable call never makes critical ones.
public enum Criticality: String, Sendable, Codable, CaseIterable {
    /// Somebody waits for it.
    case critical
    /// Work in the background, which can as well be done later: refused first.
    case sheddable
}
