package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// Whether somebody is in two places is not asked.
    package static let booksOverOthers = Defect(rawValue: "books-over-others")
    /// Whether somebody is in two places is asked before the transaction that books.
    package static let looksForClashesEarly = Defect(rawValue: "looks-for-clashes-early")
}
