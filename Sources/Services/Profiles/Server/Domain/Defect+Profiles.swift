package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A wrong PIN is counted after it was compared, so that many at once are all compared.
    package static let countsTriesLate = Defect(rawValue: "counts-tries-late")
    /// How many favourites there are is said without asking what the viewer may see.
    package static let countsHiddenFavourites = Defect(rawValue: "counts-hidden-favourites")
    /// A household's plan is looked at before the transaction that makes a profile.
    package static let countsProfilesEarly = Defect(rawValue: "counts-profiles-early")
}
