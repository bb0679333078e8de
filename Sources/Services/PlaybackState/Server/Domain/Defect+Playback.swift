package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// Stamps are civil time as the wall clock has it, also when that goes back.
    package static let stampsByWallClock = Defect(rawValue: "stamps-by-wall-clock")
    /// Of a session the report that came last counts, whatever its number.
    package static let mergesByArrival = Defect(rawValue: "merges-by-arrival")
    /// Of a session the furthest report counts, also when its player has gone back since.
    package static let keepsFurthest = Defect(rawValue: "keeps-furthest")
    /// Entries keep their places when others come before them.
    package static let keepsPlaces = Defect(rawValue: "keeps-places")
    /// What was deleted leaves no mark, and comes back with a token that outlives it.
    package static let forgetsDeleted = Defect(rawValue: "forgets-deleted")
    /// A report that changes nothing, as a later one came before it, is refused.
    package static let refusesLateReports = Defect(rawValue: "refuses-late-reports")
}
