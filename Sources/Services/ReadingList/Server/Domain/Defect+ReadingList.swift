package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A page that is there is saved again when its address says where the click came from.
    package static let savesDoubles = Defect(rawValue: "saves-doubles")
    /// A list of links is of everybody who keeps some.
    package static let listsEverybodys = Defect(rawValue: "lists-everybodys")
}
