package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A wrong PIN is counted after it was compared, so that many at once are all compared.
    package static let countsTriesLate = Defect(rawValue: "counts-tries-late")
    /// The lock after wrong PINs counts by the wall clock, so that setting it ahead gives further guesses.
    package static let locksByWallClock = Defect(rawValue: "locks-by-wall-clock")
    /// A snapshot names the existing profiles, and no tombstones.
    package static let snapshotsForget = Defect(rawValue: "snapshots-forget")
    /// The log names the title without a card.
    package static let logsTitles = Defect(rawValue: "logs-titles")
}
