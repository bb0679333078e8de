internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Who may change which member, decided by the household as it is when the change is made: a token may be older.
enum MemberRules {
    /// The household.
    ///
    /// - Throws: ``ProfilesError/profileGone`` when there is none.
    static func state(_ db: Database) throws -> HouseholdState {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        return state
    }

    /// The calling member.
    ///
    /// - Throws: ``ProfilesError`` `profileGone` or `memberDisabled`.
    static func caller(_ viewer: Viewer, in state: HouseholdState) throws(ProfilesError) -> MemberRow {
        guard let member = state.member(viewer.subject) else { throw .profileGone }
        guard member.disabled == nil else { throw .memberDisabled(member.name) }
        return member
    }

    /// The calling owner.
    ///
    /// - Throws: as ``caller(_:in:)``; ``ProfilesError/rightsChanged`` when the household has another owner by now.
    static func owner(_ viewer: Viewer, in state: HouseholdState) throws(ProfilesError) -> MemberRow {
        let member = try caller(viewer, in: state)
        guard viewer.role == .owner, member.role == .owner else { throw .rightsChanged }
        return member
    }

    /// A member by its id.
    ///
    /// - Throws: ``ProfilesError/unknownMember(_:)``.
    static func member(_ id: String, in state: HouseholdState) throws(ProfilesError) -> MemberRow {
        guard let member = state.member(id) else { throw .unknownMember(id) }
        return member
    }

    /// Passes when a caller may change a member's name and, where one is given, its role.
    ///
    /// - Throws: ``ProfilesError`` `memberNotYours` or `ownerNeeded`.
    static func checkChange(
        of member: MemberRow, to role: Role?, by viewer: Viewer, in state: HouseholdState
    ) throws(ProfilesError) {
        let caller = try caller(viewer, in: state)
        let isOwner = viewer.role == .owner && caller.role == .owner
        guard isOwner || caller.id == member.id && role == nil else { throw .memberNotYours(member.name) }
        if role != nil { try checkIsNotOwner(member) }
    }

    /// Passes for all members but the owner: the household always has one, and so an adult.
    ///
    /// - Throws: ``ProfilesError/ownerNeeded(_:)``.
    static func checkIsNotOwner(_ member: MemberRow) throws(ProfilesError) {
        guard member.role != .owner else { throw .ownerNeeded(member.name) }
    }

    /// Passes for a member who can become the owner.
    ///
    /// - Throws: ``ProfilesError/memberNotAdult(_:)``.
    static func checkCanOwn(_ member: MemberRow, in state: HouseholdState) throws(ProfilesError) {
        guard member.role == .adult, member.disabled == nil, state.profile(of: member)?.kind == .adult else {
            throw .memberNotAdult(member.name)
        }
    }

    /// The kind of profile that a member of a role has.
    static func profileKind(of role: Role) -> ProfileKind { role == .child ? .kids : .adult }

    /// Ends all tokens of the household, since they contain their bearers' rights, and tells the other services.
    ///
    /// A token does not name a generation of its own member, so the household's are raised: clients sign in again.
    static func endTokens(in state: HouseholdState, _ shard: Shard, _ db: Database) throws {
        _ = try PolicyGenerationTable.raise(\.kids, db)
        let generations = try PolicyGenerationTable.raise(\.adults, db)
        try shard.outbox.append(
            ProfilesEvent(
                settingsChanged: HouseholdSettings(state.household), policyGenerations: generations), db)
    }
}

extension HouseholdMember {
    /// The member as callers see it.
    init(_ member: MemberRow, in state: HouseholdState) {
        self.init(
            id: member.id, name: member.name, role: member.role, profile: state.profile(of: member)?.id,
            created: Date(milliseconds: member.created), disabled: member.disabled.map { Date(milliseconds: $0) })
    }
}
