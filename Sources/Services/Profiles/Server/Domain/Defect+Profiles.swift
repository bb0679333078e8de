package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A wrong PIN is counted after it was compared, so that many at once are all compared.
    package static let countsTriesLate = Defect(rawValue: "counts-tries-late")
    /// The lock after wrong PINs counts by the wall clock, so that setting it ahead gives further guesses.
    package static let locksByWallClock = Defect(rawValue: "locks-by-wall-clock")
    /// A snapshot names the profiles that there are, and not those that were deleted.
    package static let snapshotsForget = Defect(rawValue: "snapshots-forget")
    /// The log says which title has no card.
    package static let logsTitles = Defect(rawValue: "logs-titles")
}
