internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// The rules of devices.
enum DeviceRules {
    /// A description with a cleaned name and platform.
    ///
    /// - Throws: INVALID_ARGUMENT with the field.
    static func checked(_ description: DeviceDescription) throws(RPCError) -> DeviceDescription {
        let quality = description.capabilities?.highestQuality
        guard quality.map(DeviceCapabilities.qualities.contains) ?? true else {
            throw .invalidArgument(
                "device.capabilities.highestQuality",
                "must be one of \(DeviceCapabilities.qualities.joined(separator: ", ")).")
        }
        return DeviceDescription(
            name: try NameRules.checked(description.name, field: "device.name"),
            platform: try NameRules.checked(description.platform, field: "device.platform"),
            capabilities: description.capabilities, isShared: description.isShared == true ? true : nil)
    }

    /// Whether a caller may see and change a device: its member, and the owner. A kids profile may do neither.
    static func mayManage(_ device: DeviceRow, _ viewer: Viewer) -> Bool {
        viewer.role != .child && (viewer.role == .owner || device.member == viewer.subject)
    }

    /// Passes when the household may have another device.
    ///
    /// - Throws: ``ProfilesError/deviceLimitReached(_:)``.
    static func checkLimit(_ db: Database) throws {
        guard try DeviceTable.count(db) < ProfilesLimits.devices else {
            throw ProfilesError.deviceLimitReached(ProfilesLimits.devices)
        }
    }

    /// The member and the profile with which a device goes on.
    ///
    /// - Throws: ``ProfilesError`` `deviceDisabled`; `profileGone` when one of them was deleted; `notYours` when the member
    ///   may no longer act as the profile.
    static func bearer(
        of device: DeviceRow, in state: HouseholdState
    ) throws(ProfilesError) -> (member: MemberRow, profile: ProfileRow) {
        guard !device.isDisabled else { throw .deviceDisabled }
        // Never another profile instead: that of a child's device must not become an adult's.
        guard let member = state.member(device.member), let profile = state.profile(device.profile) else {
            throw .profileGone
        }
        _ = try Permissions.role(of: member, as: profile, in: state)
        return (member, profile)
    }

    /// Has all access tokens of the household refused that were issued before, here and, by the event, in every service:
    /// devices that are still signed in fetch the next ones by themselves.
    static func endAccessTokens(_ shard: Shard, _ db: Database) throws {
        // A device may have acted as any profile within the life of its last token.
        _ = try PolicyGenerationTable.raise(\.kids, db)
        let generations = try PolicyGenerationTable.raise(\.adults, db)
        try shard.outbox.append(ProfilesEvent(policyGenerations: generations), db)
    }
}

extension Device {
    /// The device as callers see it.
    init(_ row: DeviceRow, for viewer: Viewer) {
        self.init(
            id: row.id, description: row.description, member: row.member, profile: row.profile,
            signedIn: Date(milliseconds: row.signedIn), lastSeen: Date(milliseconds: row.refreshed),
            isDisabled: row.isDisabled, isCurrent: row.id == viewer.device,
            signedOut: row.signedOut.map { Date(milliseconds: $0) })
    }
}
