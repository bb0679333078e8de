package import RPC

/// Planted bugs of this service, with which tests prove that their checks fail when they should.
extension Defect {
    /// Counts titles without applying the viewer's policy.
    package static let countsHiddenTitles = Defect(rawValue: "counts-hidden-titles")
    /// Reads a page of titles without applying the viewer's policy.
    package static let showsHiddenTitles = Defect(rawValue: "shows-hidden-titles")
    /// Ignores TMDB's mark of erotica among its adult marks.
    package static let ignoresErotica = Defect(rawValue: "ignores-erotica")
}
