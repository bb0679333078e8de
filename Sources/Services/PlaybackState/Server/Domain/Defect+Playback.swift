package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// Timestamps use the wall clock, even when it goes back.
    package static let stampsByWallClock = Defect(rawValue: "stamps-by-wall-clock")
    /// Of a session the report that came last counts, whatever its number.
    package static let mergesByArrival = Defect(rawValue: "merges-by-arrival")
    /// The furthest report of a session counts, even when its player has jumped back since.
    package static let keepsFurthest = Defect(rawValue: "keeps-furthest")
    /// Entries keep their positions when others are added before them.
    package static let keepsPlaces = Defect(rawValue: "keeps-places")
    /// A deletion leaves no tombstone, so that a token that outlives it restores the profile.
    package static let forgetsDeleted = Defect(rawValue: "forgets-deleted")
    /// A report that changes nothing, as a later one came before it, is refused.
    package static let refusesLateReports = Defect(rawValue: "refuses-late-reports")
}
