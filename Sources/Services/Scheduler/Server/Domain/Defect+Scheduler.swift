package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// Overlapping slots of a profile are not checked.
    package static let booksOverOthers = Defect(rawValue: "books-over-others")
    /// Overlapping slots of a profile are checked before the booking transaction.
    package static let looksForClashesEarly = Defect(rawValue: "looks-for-clashes-early")
}
