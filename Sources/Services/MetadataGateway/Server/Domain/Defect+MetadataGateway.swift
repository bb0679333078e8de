package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A source that asks for a pause is asked on.
    package static let ignoresPauses = Defect(rawValue: "ignores-pauses")
    /// The same question at the same time is asked for each who asks it.
    package static let asksForEach = Defect(rawValue: "asks-for-each")
    /// Questions are sent as they come, however many.
    package static let asksAtWill = Defect(rawValue: "asks-at-will")
}
