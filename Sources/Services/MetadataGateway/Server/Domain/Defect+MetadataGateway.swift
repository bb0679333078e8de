package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A source's requested pause is ignored.
    package static let ignoresPauses = Defect(rawValue: "ignores-pauses")
    /// Concurrent callers of the same request fetch separately.
    package static let asksForEach = Defect(rawValue: "asks-for-each")
    /// The rate limit is not applied.
    package static let asksAtWill = Defect(rawValue: "asks-at-will")
}
