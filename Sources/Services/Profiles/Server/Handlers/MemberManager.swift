internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Lists, changes and removes members.
struct MemberManager: Sendable {
    private let households: Households
    private let runtime: any Runtime

    init(households: Households, runtime: any Runtime) { (self.households, self.runtime) = (households, runtime) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListMembers.self) { _, call in
            let state = try await households.state(for: call.viewer)
            return MemberList(members: state.members.map { HouseholdMember($0, in: state) })
        }
        handlers.on(Profiles.ListRoles.self) { _, _ in
            RoleTable(roles: [.owner, .adult, .child], permissions: RolePermission.all)
        }
        handlers.on(Profiles.ChangeMember.self) { request, call in try await change(request, call, for: call.viewer) }
        handlers.on(Profiles.DisableMember.self) { request, call in
            try await setDisabled(true, request.member, call, for: call.viewer)
        }
        handlers.on(Profiles.EnableMember.self) { request, call in
            try await setDisabled(false, request.member, call, for: call.viewer)
        }
        handlers.on(Profiles.RemoveMember.self) { request, call in try await remove(request, call, for: call.viewer) }
        handlers.on(Profiles.LeaveHousehold.self) { request, call in
            try await leave(request, call, for: call.viewer)
        }
        handlers.on(Profiles.HandOnOwnership.self) { request, call in
            try await handOn(request, call, for: call.viewer)
        }
    }

    private func change(
        _ request: Profiles.ChangeMember, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HouseholdMember {
        let name = try request.name.map { text throws(RPCError) in try NameRules.checked(text, field: "name") }
        if let role = request.role, role != .adult, role != .child {
            throw RPCError.invalidArgument("role", "must be adult or child.")
        }
        guard name != nil || request.role != nil else {
            throw RPCError.invalidArgument("name", "must be given, or else the role.")
        }
        let shard = try await households.shard(for: viewer)
        if request.role != nil {
            // Permissions first: a PIN gives no rights.
            try await shard.read { db in
                let state = try MemberRules.state(db)
                let member = try MemberRules.member(request.member, in: state)
                try MemberRules.checkChange(of: member, to: request.role, by: viewer, in: state)
            }
            try await households.pins.check(request.pin, in: shard)
        }
        let changed = try await shard.write(onceIfKeyed: call) { db in
            let state = try MemberRules.state(db)
            var member = try MemberRules.member(request.member, in: state)
            try MemberRules.checkChange(of: member, to: request.role, by: viewer, in: state)
            if let name { member.name = name }
            if let role = request.role, role != member.role {
                member.role = role
                // What the member may see and do is the profile's kind: the two change together.
                try MemberTable.setKind(MemberRules.profileKind(of: role), ofProfileOf: member.id, db)
                try MemberRules.endTokens(in: state, shard, db)
            }
            try MemberTable.update(member, db)
            return HouseholdMember(member, in: state)
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return changed
    }

    private func setDisabled(
        _ isDisabled: Bool, _ id: String, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HouseholdMember {
        let now = runtime.wallTime.millisecondsSince1970
        let shard = try await households.shard(for: viewer)
        let changed = try await shard.write(onceIfKeyed: call) { db in
            let state = try MemberRules.state(db)
            _ = try MemberRules.owner(viewer, in: state)
            var member = try MemberRules.member(id, in: state)
            try MemberRules.checkIsNotOwner(member)
            guard isDisabled != (member.disabled != nil) else { return HouseholdMember(member, in: state) }
            member.disabled = isDisabled ? now : nil
            try MemberTable.update(member, db)
            if isDisabled {
                try InvitationTable.revokeAll(by: member.id, at: now, db)
                try MemberRules.endTokens(in: state, shard, db)
            }
            return HouseholdMember(member, in: state)
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return changed
    }

    private func remove(_ request: Profiles.RemoveMember, _ call: ServerCall, for viewer: Viewer) async throws -> Empty
    {
        let now = runtime.wallTime.millisecondsSince1970
        let shard = try await households.shard(for: viewer)
        let profile = try await shard.read { db in
            let state = try MemberRules.state(db)
            _ = try MemberRules.owner(viewer, in: state)
            return state.member(request.member).flatMap(state.profile(of:))
        }
        if let profile, profile.kind != .adult, !request.keepProfile {
            try await households.pins.check(request.pin, in: shard)
        }
        let removed = try await shard.write(onceIfKeyed: call, releasingBallast: true) { db in
            let state = try MemberRules.state(db)
            _ = try MemberRules.owner(viewer, in: state)
            let member = try MemberRules.member(request.member, in: state)
            try Self.remove(member, keepsProfile: request.keepProfile, at: now, in: state, shard, db)
            return Empty()
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return removed
    }

    private func leave(_ request: Profiles.LeaveHousehold, _ call: ServerCall, for viewer: Viewer) async throws -> Empty
    {
        let now = runtime.wallTime.millisecondsSince1970
        let shard = try await households.shard(for: viewer)
        try await shard.write(deadline: call.deadline, releasingBallast: true) { db in
            let state = try MemberRules.state(db)
            let member = try MemberRules.caller(viewer, in: state)
            try Self.remove(member, keepsProfile: request.keepProfile, at: now, in: state, shard, db)
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return Empty()
    }

    /// Removes a member who is not the owner, and deletes its profile or makes it a guest's.
    private static func remove(
        _ member: MemberRow, keepsProfile: Bool, at now: Int64, in state: HouseholdState, _ shard: Shard,
        _ db: Database
    ) throws {
        try MemberRules.checkIsNotOwner(member)
        try InvitationTable.revokeAll(by: member.id, at: now, db)
        if keepsProfile {
            try MemberTable.detachProfile(of: member.id, db)
        } else if let profile = state.profile(of: member) {
            try ProfileManager.delete(profile.id, at: now, shard, db)
        }
        try MemberTable.delete(member.id, db)
        try MemberRules.endTokens(in: state, shard, db)
    }

    private func handOn(
        _ request: Profiles.HandOnOwnership, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HouseholdMember {
        let now = runtime.wallTime.millisecondsSince1970
        let shard = try await households.shard(for: viewer)
        try await shard.read { db in
            let state = try MemberRules.state(db)
            _ = try MemberRules.owner(viewer, in: state)
            try MemberRules.checkCanOwn(try MemberRules.member(request.member, in: state), in: state)
        }
        try await households.pins.check(request.pin, in: shard)
        let owner = try await shard.write(deadline: call.deadline) { db in
            let state = try MemberRules.state(db)
            var former = try MemberRules.owner(viewer, in: state)
            var next = try MemberRules.member(request.member, in: state)
            try MemberRules.checkCanOwn(next, in: state)
            (former.role, next.role) = (.adult, .owner)
            // In this order: a household has one owner at most at any time.
            try MemberTable.update(former, db)
            try MemberTable.update(next, db)
            try InvitationTable.revokeAll(by: former.id, at: now, db)
            try MemberRules.endTokens(in: state, shard, db)
            return HouseholdMember(next, in: state)
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return owner
    }
}
