public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// Makes an invitation, by which one person joins the household. RESOURCE_EXHAUSTED while too many are open.
    public struct InviteMember: Request {
        public typealias Response = IssuedInvitation
        // Not by key: the response would be stored for retries, and with it the token. An invitation whose token was
        // lost on the way is revoked, or ends by itself.
        public static let safety = CallSafety.unsafe
        public static let access = RolePermission.access(.invite).needing(.householdSharing)

        /// Adult or child.
        public var role: Role
        /// A name for the member, 1 to 80 characters, which the invited person may change.
        public var name: String?
        /// How long the invitation can be accepted, in minutes, 5 to 10,080 (7 days); absent: 1,440 (a day).
        public var lifetimeMinutes: Int32?

        /// Creates the request.
        public init(role: Role, name: String? = nil, lifetimeMinutes: Int32? = nil) {
            (self.role, self.name, self.lifetimeMinutes) = (role, name, lifetimeMinutes)
        }
    }

    /// The invitations of the household with their states, the latest first, without their tokens. Those that have ended
    /// are listed for 30 days.
    public struct ListInvitations: Request {
        public typealias Response = InvitationList
        public static let safety = CallSafety.readOnly
        public static let access = RolePermission.access(.seeMembers)

        /// Creates the request.
        public init() {}
    }

    /// Revokes an invitation. FAILED_PRECONDITION when it was accepted.
    public struct RevokeInvitation: Request {
        public typealias Response = Invitation
        public static let safety = CallSafety.idempotent
        public static let access = RolePermission.access(.invite)

        /// The invitation's id.
        public var invitation: String

        /// Creates the request.
        public init(_ invitation: String) { self.invitation = invitation }
    }

    /// Accepts an invitation: creates a member with a profile of the same name, an adult one unless the invitation is a
    /// child's.
    ///
    /// An invitation is accepted once. One that is unknown, accepted, revoked or expired is NOT_FOUND, without
    /// telling which. ALREADY_EXISTS when a profile has that name, or the account at Apple is linked to another member: then
    /// the invitation stays open.
    public struct AcceptInvitation: Request {
        public typealias Response = AcceptedInvitation
        // A retry would return NOT_FOUND because of its own first try.
        public static let safety = CallSafety.unsafe
        public static let access = CallAccess.anyone

        /// The invitation's token. It names the household.
        public var token: String
        /// The name of member and profile, 1 to 80 characters; absent: the one that the invitation has.
        public var name: String?
        /// The device to sign in as the new member; absent: none, and a member approves one later (``StartPairing``).
        public var device: DeviceDescription?
        /// What Apple has returned, to link its account to the new member: with it the person signs further devices in
        /// (``SignInWithApple``). Without a ``name`` and one in the invitation, that of the proof counts.
        public var apple: AppleProof?

        /// Creates the request.
        public init(
            token: String, name: String? = nil, device: DeviceDescription? = nil, apple: AppleProof? = nil
        ) {
            (self.token, self.name, self.device, self.apple) = (token, name, device, apple)
        }
    }
}

/// A new invitation with its secret, which is returned once.
public struct IssuedInvitation: Codable, Sendable, Hashable {
    /// The invitation.
    public var invitation: Invitation
    /// The token for ``Profiles/AcceptInvitation``. A secret: never log it.
    public var token: String
    /// The token as a link, ``linkPrefix`` and the token.
    public var link: String

    /// How a link begins.
    public static let linkPrefix = "hearth://invite/"

    /// Describes a new invitation.
    public init(invitation: Invitation, token: String) {
        (self.invitation, self.token, link) = (invitation, token, Self.linkPrefix + token)
    }
}

/// An invitation as the household's members see it.
public struct Invitation: Codable, Sendable, Hashable {
    /// Its id, which is no secret.
    public var id: String
    /// The role that the new member gets.
    public var role: Role
    /// The suggested name.
    public var name: String?
    /// The id of the member who invites.
    public var invitedBy: String
    /// The time of its creation.
    public var created: Date
    /// Until when it can be accepted.
    public var expires: Date
    /// Whether it can be accepted, or why not.
    public var state: InvitationState
    /// The id of the member who has accepted it.
    public var member: String?

    /// Describes an invitation.
    public init(
        id: String, role: Role, name: String?, invitedBy: String, created: Date, expires: Date, state: InvitationState,
        member: String? = nil
    ) {
        (self.id, self.role, self.name, self.invitedBy) = (id, role, name, invitedBy)
        (self.created, self.expires, self.state, self.member) = (created, expires, state, member)
    }
}

/// Whether an invitation can be accepted.
public struct InvitationState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It can be accepted.
    public static let open = InvitationState(rawValue: "open")
    /// It was accepted.
    public static let accepted = InvitationState(rawValue: "accepted")
    /// It was revoked, or the inviting member no longer may invite.
    public static let revoked = InvitationState(rawValue: "revoked")
    /// Its time is over.
    public static let expired = InvitationState(rawValue: "expired")
}

/// The invitations of a household.
public struct InvitationList: Codable, Sendable, Hashable {
    /// The invitations, the latest first.
    public var invitations: [Invitation]

    /// Lists invitations.
    public init(invitations: [Invitation]) { self.invitations = invitations }
}

/// What an invitation has come to.
public struct AcceptedInvitation: Codable, Sendable, Hashable {
    /// The household's name in tokens and on the disk.
    public var household: String
    /// The new member.
    public var member: HouseholdMember
    /// The new member's own profile.
    public var profile: Profile
    /// The session of the device that was signed in; absent where none was described. Secrets: never log it.
    public var session: Session?

    /// Describes a new member.
    public init(household: String, member: HouseholdMember, profile: Profile, session: Session? = nil) {
        (self.household, self.member, self.profile, self.session) = (household, member, profile, session)
    }
}
