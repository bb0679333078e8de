import HearthModel
import ProfilesAPI
import RPC
import Testing

@testable import ProfilesService

/// The table of who may see and do what.
struct PermissionsTests {
    private let owner = MemberRow(id: "o", name: "Olga", role: .owner, created: 0)
    private let adult = MemberRow(id: "a", name: "Adam", role: .adult, created: 0)
    private let child = MemberRow(id: "c", name: "Kim", role: .child, created: 0)

    private func profile(_ id: String, _ kind: ProfileKind, of member: MemberRow? = nil) -> ProfileRow {
        ProfileRow(id: id, name: id, kind: kind, hidesAdult: false, member: member?.id, created: 0)
    }

    private var state: HouseholdState {
        HouseholdState(
            household: HouseholdRow(
                name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true, plan: .premium,
                created: 0),
            members: [owner, adult, child],
            profiles: [
                profile("olga", .adult, of: owner), profile("adam", .adult, of: adult),
                profile("kim", .kids, of: child),
                profile("guest", .adult), profile("kids", .kids),
            ], hasPIN: false)
    }

    /// The role of a member acting as a profile; nil when it may not.
    private func role(_ member: MemberRow, as id: String) throws -> Role? {
        let profile = try #require(state.profile(id))
        return try? Permissions.role(of: member, as: profile, in: state)
    }

    @Test func `switching profiles grants no rights`() throws {
        let expected: [(MemberRow, [String: Role?])] = [
            (owner, ["olga": .owner, "adam": .adult, "kim": .child, "guest": .adult, "kids": .child]),
            (adult, ["olga": .adult, "adam": .adult, "kim": .child, "guest": .adult, "kids": .child]),
            (child, ["olga": nil, "adam": nil, "kim": .child, "guest": nil, "kids": .child]),
        ]
        for (member, roles) in expected {
            for (id, role) in roles { #expect(try self.role(member, as: id) == role, "\(member.name) as \(id)") }
        }
    }

    @Test func `what a profile sees is the table's`() throws {
        var household = state.household
        func policy(_ kind: ProfileKind, hidesAdult: Bool = false) -> ViewingPolicy {
            var row = profile("x", kind)
            row.hidesAdult = hidesAdult
            return Permissions.policy(of: row, in: household)
        }
        #expect(policy(.adult) == .everything)
        #expect(policy(.adult, hidesAdult: true) == .hidingAdult)
        // The others of the household plan by it what they watch together.
        for (kind, hides) in [(ProfileKind.adult, true), (.adult, false), (.kids, true)] {
            var row = profile("x", kind)
            row.hidesAdult = hides
            #expect(Profile(row).hidesAdult == (kind == .adult && hides ? true : nil))
        }
        #expect(policy(.kids) == .kids(seesUnrated: true))
        #expect(policy(.kids, hidesAdult: true) == .kids(seesUnrated: true))
        #expect(policy(ProfileKind(rawValue: "teen")) == .kids(seesUnrated: true))
        household.kidsSeeUnratedChannels = false
        #expect(policy(.kids) == .kids(seesUnrated: true, seesUnratedChannels: false))
        #expect(policy(.adult) == .everything)
        household.kidsSeeUnrated = false
        #expect(policy(.kids) == .kids(seesUnrated: false, seesUnratedChannels: false))
        household.kidsSeeUnratedChannels = true
        #expect(policy(.kids) == .kids(seesUnrated: false))
    }

    @Test func `the free plan has two profiles, premium ten`() {
        #expect(Permissions.profileLimit(.free) == 2)
        #expect(Permissions.profileLimit(.premium) == 10)
        #expect(Permissions.profileLimit(Plan(rawValue: "gold")) == 2)
    }
}
