package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// How many titles there are is said without asking what the viewer may see.
    package static let countsHiddenTitles = Defect(rawValue: "counts-hidden-titles")
    /// A page of titles is read without asking what the viewer may see.
    package static let showsHiddenTitles = Defect(rawValue: "shows-hidden-titles")
    /// Of TMDB's marks for what is for adults alone, that for erotica does not count.
    package static let ignoresErotica = Defect(rawValue: "ignores-erotica")
}
