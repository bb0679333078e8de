internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// A new household: its owner with an adult profile, and one for kids.
struct NewHousehold: Sendable {
    private let household: HouseholdRow
    private let owner: MemberRow
    private let profiles: [ProfileRow]

    /// Decides on everything that is new, ids and times too, so that applying it is the same each time.
    init(household name: String, runtime: any Runtime) {
        let now = runtime.wallTime.millisecondsSince1970
        let zone = TimeZone.current.identifier
        // A self-hosted household has all features; a commercial operator sets the plan.
        household = HouseholdRow(
            name: name.prefix(1).uppercased() + name.dropFirst(),
            timeZone: Households.isTimeZone(zone) ? zone : "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true,
            plan: .premium, created: now)
        owner = MemberRow(id: RandomID.make(runtime), name: "Owner", role: .owner, created: now)
        profiles = [
            ProfileRow(
                id: RandomID.make(runtime), name: "Adult", kind: .adult, hidesAdult: false, member: owner.id,
                created: now),
            ProfileRow(
                id: RandomID.make(runtime), name: "Kids", kind: .kids, hidesAdult: false, member: nil, created: now),
        ]
    }

    /// Creates the household, unless another caller has created it.
    ///
    /// - Returns: the household after the change.
    func apply(_ db: Database) throws -> HouseholdState {
        if let state = try HouseholdTable.state(db) { return state }
        try HouseholdTable.insert(household, db)
        try HouseholdTable.insert(owner, db)
        for profile in profiles { try ProfileTable.insert(profile, db) }
        return HouseholdState(household: household, members: [owner], profiles: profiles, hasPIN: false)
    }
}

/// Ids of members and profiles.
enum RandomID {
    private static let bytes = 10
    /// How many hexadecimal digits an id has.
    static let digits = bytes * 2

    /// Whether a text has the form of an id.
    static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A new random id: 20 hexadecimal digits.
    static func make(_ runtime: any Runtime) -> String { runtime.randomBytes(bytes).hexadecimal }
}
