public import HearthModel
internal import RPC

/// Something that members do in a household, and the roles that may: a row of the table by which methods admit their
/// callers, and which clients show.
public struct RolePermission: Codable, Sendable, Hashable {
    /// Its name.
    public var name: PermissionName
    /// The roles that have it.
    public var roles: [Role]
    /// What it is, in one sentence.
    public var help: String

    /// Describes a permission.
    public init(_ name: PermissionName, _ roles: [Role], _ help: String) {
        (self.name, self.roles, self.help) = (name, roles, help)
    }
}

/// The name of a permission.
public struct PermissionName: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Watching and reading within the acting profile's policy.
    public static let watch = PermissionName(rawValue: "watch")
    /// Switching to a kids profile.
    public static let enterKidsProfiles = PermissionName(rawValue: "enterKidsProfiles")
    /// Switching to an adult profile.
    public static let enterAdultProfiles = PermissionName(rawValue: "enterAdultProfiles")
    /// Creating, renaming and deleting profiles.
    public static let changeProfiles = PermissionName(rawValue: "changeProfiles")
    /// Setting the household's PIN.
    public static let changePIN = PermissionName(rawValue: "changePIN")
    /// Listing members and invitations.
    public static let seeMembers = PermissionName(rawValue: "seeMembers")
    /// Changing one's own name as a member.
    public static let changeOwnName = PermissionName(rawValue: "changeOwnName")
    /// Leaving the household.
    public static let leave = PermissionName(rawValue: "leave")
    /// Changing every member's profile.
    public static let changeAnyProfile = PermissionName(rawValue: "changeAnyProfile")
    /// Inviting members.
    public static let invite = PermissionName(rawValue: "invite")
    /// Disabling and removing members, and changing their roles.
    public static let manageMembers = PermissionName(rawValue: "manageMembers")
    /// Making another member the owner.
    public static let handOn = PermissionName(rawValue: "handOn")
    /// Changing the household's settings.
    public static let changeHousehold = PermissionName(rawValue: "changeHousehold")
    /// Deleting the household.
    public static let deleteHousehold = PermissionName(rawValue: "deleteHousehold")
    /// Operating the services.
    public static let operate = PermissionName(rawValue: "operate")
}

extension RolePermission {
    /// The table, from what all roles may do to what the owner alone does.
    public static let all = [
        RolePermission(
            .watch, [.owner, .adult, .child], "Watch, search, read and keep favourites, as far as the profile may see."
        ),
        RolePermission(.enterKidsProfiles, [.owner, .adult, .child], "Switch to a kids profile."),
        RolePermission(
            .enterAdultProfiles, [.owner, .adult], "Switch to an adult profile, with the PIN where one is set."),
        RolePermission(
            .changeProfiles, [.owner, .adult], "Create, rename and delete profiles: their own, guests' and kids'."),
        RolePermission(
            .changePIN, [.owner, .adult], "Set the household's PIN; all but the owner give the current one."),
        RolePermission(.seeMembers, [.owner, .adult], "List the members and the invitations."),
        RolePermission(.changeOwnName, [.owner, .adult], "Change their own name as a member."),
        RolePermission(.leave, [.adult], "Leave the household; the owner hands it on first."),
        RolePermission(.changeAnyProfile, [.owner], "Change every member's profile, and restore unlisted profiles."),
        RolePermission(.invite, [.owner], "Invite members, and revoke invitations."),
        RolePermission(.manageMembers, [.owner], "Change members' names and roles; disable, enable and remove them."),
        RolePermission(.handOn, [.owner], "Make another adult member the owner."),
        RolePermission(.changeHousehold, [.owner], "Change the household's settings."),
        RolePermission(.deleteHousehold, [.owner], "Delete the household, and keep it within seven days."),
        RolePermission(.operate, [.owner], "Operate the services: status, backups, quarantine."),
    ]

    /// Which callers a method admits that a permission is needed for.
    static func access(_ name: PermissionName) -> CallAccess {
        let roles = all.first { $0.name == name }?.roles ?? [.owner]
        return CallAccess(roles: Set(roles.map(\.rawValue)))
    }
}
