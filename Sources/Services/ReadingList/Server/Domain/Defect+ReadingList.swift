package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A page is saved again when its address has tracking parameters.
    package static let savesDoubles = Defect(rawValue: "saves-doubles")
    /// Lists include the links of all profiles.
    package static let listsEverybodys = Defect(rawValue: "lists-everybodys")
}
