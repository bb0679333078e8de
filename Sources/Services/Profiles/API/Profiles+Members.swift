public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// The members of the household, the oldest first.
    public struct ListMembers: Request {
        public typealias Response = MemberList
        public static let safety = CallSafety.readOnly
        public static let access = RolePermission.access(.seeMembers)

        /// Creates the request.
        public init() {}
    }

    /// The table of what each role may do.
    public struct ListRoles: Request {
        public typealias Response = RoleTable
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Changes a member's name or role. Adults change their own name, the owner every name, and the role of all but
    /// themselves.
    ///
    /// A new role changes the kind of the member's profile with it: a child's is a kids profile. All tokens of the
    /// household end.
    public struct ChangeMember: Request {
        public typealias Response = HouseholdMember
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = RolePermission.access(.changeOwnName)

        /// The member's id.
        public var member: String
        /// The new name, 1 to 80 characters; absent: unchanged.
        public var name: String?
        /// Adult or child; absent: unchanged. ``HandOnOwnership`` makes an owner.
        public var role: Role?
        /// The household's PIN, required when one is set and the role is given.
        public var pin: String?

        /// Creates the request.
        public init(_ member: String, name: String? = nil, role: Role? = nil, pin: String? = nil) {
            (self.member, self.name, self.role, self.pin) = (member, name, role, pin)
        }
    }

    /// Keeps a member from using the household; its data stays. All tokens of the household end at once, the member
    /// gets no other, and its own profile can be entered by no caller. FAILED_PRECONDITION for the owner.
    public struct DisableMember: Request {
        public typealias Response = HouseholdMember
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = RolePermission.access(.manageMembers)

        /// The member's id.
        public var member: String

        /// Creates the request.
        public init(_ member: String) { self.member = member }
    }

    /// Lets a disabled member use the household again.
    public struct EnableMember: Request {
        public typealias Response = HouseholdMember
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = RolePermission.access(.manageMembers)

        /// The member's id.
        public var member: String

        /// Creates the request.
        public init(_ member: String) { self.member = member }
    }

    /// Removes a member. All tokens of the household end. FAILED_PRECONDITION for the owner.
    public struct RemoveMember: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotentByKey
        public static let access = RolePermission.access(.manageMembers)

        /// The member's id.
        public var member: String
        /// Whether the member's profile stays, as a guest's; otherwise it is deleted with everything that it owns.
        public var keepProfile: Bool
        /// The household's PIN, required when one is set and a kids profile is deleted.
        public var pin: String?

        /// Creates the request.
        public init(_ member: String, keepProfile: Bool, pin: String? = nil) {
            (self.member, self.keepProfile, self.pin) = (member, keepProfile, pin)
        }
    }

    /// Ends the calling member's membership. All tokens of the household end. FAILED_PRECONDITION for the owner, who
    /// hands the household on first.
    public struct LeaveHousehold: Request {
        public typealias Response = Empty
        // The token ends with the call, so that a retry would be rejected for its own first try.
        public static let safety = CallSafety.unsafe
        public static let access = RolePermission.access(.leave).orReadOnly()

        /// Whether the member's profile stays, as a guest's; otherwise it is deleted with everything that it owns.
        public var keepProfile: Bool

        /// Creates the request.
        public init(keepProfile: Bool) { self.keepProfile = keepProfile }
    }

    /// Makes an adult member the owner, and the owner an adult. All tokens of the household end. The machine's owner key
    /// gives access to the household of the new owner, as before to that of the former one.
    public struct HandOnOwnership: Request {
        public typealias Response = HouseholdMember
        // A wrong PIN is counted, and the token ends with the call.
        public static let safety = CallSafety.unsafe
        public static let access = RolePermission.access(.handOn)

        /// The id of the member who becomes the owner: an adult who is not disabled.
        public var member: String
        /// The household's PIN, required when one is set.
        public var pin: String?

        /// Creates the request.
        public init(_ member: String, pin: String? = nil) { (self.member, self.pin) = (member, pin) }
    }
}

/// A member of the household: a person who signs in, with exactly one profile of their own.
public struct HouseholdMember: Codable, Sendable, Hashable {
    /// The member's id, which never changes and is never used again.
    public var id: String
    /// The member's name.
    public var name: String
    /// Owner, adult or child.
    public var role: Role
    /// The id of the member's own profile.
    public var profile: String?
    /// The time of joining.
    public var created: Date
    /// Since when the member is disabled; absent: enabled.
    public var disabled: Date?

    /// Describes a member.
    public init(id: String, name: String, role: Role, profile: String?, created: Date, disabled: Date? = nil) {
        (self.id, self.name, self.role, self.profile) = (id, name, role, profile)
        (self.created, self.disabled) = (created, disabled)
    }
}

/// The members of a household.
public struct MemberList: Codable, Sendable, Hashable {
    /// The members, the oldest first.
    public var members: [HouseholdMember]

    /// Lists members.
    public init(members: [HouseholdMember]) { self.members = members }
}

/// What each role may do.
public struct RoleTable: Codable, Sendable, Hashable {
    /// The roles of members, the most powerful first.
    public var roles: [Role]
    /// The permissions, from those of all roles to those of the owner.
    public var permissions: [RolePermission]

    /// Creates the table.
    public init(roles: [Role], permissions: [RolePermission]) { (self.roles, self.permissions) = (roles, permissions) }
}
