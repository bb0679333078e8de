public import Foundation
public import RPC

extension Profiles {
    /// The devices that are signed in: the caller's own; for the owner those of all members. The last seen first.
    public struct ListDevices: Request {
        public typealias Response = DeviceList
        public static let safety = CallSafety.readOnly
        public static let access = Profiles.adults

        /// Creates the request.
        public init() {}
    }

    /// Renames a device: one's own, or any for the owner.
    public struct RenameDevice: Request {
        public typealias Response = Device
        // By key: a retry must not undo a later rename.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults

        /// The device's id.
        public var device: String
        /// Its new name, 1 to 80 characters.
        public var name: String

        /// Creates the request.
        public init(device: String, name: String) { (self.device, self.name) = (device, name) }
    }

    /// Disables a device: its tokens are refused at once by every service and its streams end. It stays in the list, and
    /// goes on where it was once ``EnableDevice`` is called.
    public struct DisableDevice: Request {
        public typealias Response = Device
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults.orReadOnly()

        /// The device's id.
        public var device: String

        /// Creates the request.
        public init(device: String) { self.device = device }
    }

    /// Enables a disabled device.
    public struct EnableDevice: Request {
        public typealias Response = Device
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults

        /// The device's id.
        public var device: String

        /// Creates the request.
        public init(device: String) { self.device = device }
    }

    /// Signs a device out and removes it: its tokens are refused at once by every service, and its streams end.
    ///
    /// Every device may sign itself out, also one that acts as a kids profile; others need their member or the owner.
    public struct RevokeDevice: Request {
        public typealias Response = Empty
        // By key: a retry would find no device any more.
        public static let safety = CallSafety.idempotentByKey
        public static let access = CallAccess.caller.orReadOnly()

        /// The device's id; absent: the calling one.
        public var device: String?

        /// Creates the request.
        public init(device: String? = nil) { self.device = device }
    }

    /// Signs all devices of a member out and removes them, the calling one included.
    public struct SignOutEverywhere: Request {
        public typealias Response = SignedOutDevices
        // By key: a retry must not sign out devices that were signed in since.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults.orReadOnly()

        /// The member's id; absent: the caller. Another member's need the owner.
        public var member: String?

        /// Creates the request.
        public init(member: String? = nil) { self.member = member }
    }
}

/// Devices, the last seen first.
public struct DeviceList: Codable, Sendable, Hashable {
    /// The devices.
    public var devices: [Device]
    /// How many a household may have.
    public var limit: Int32

    /// Lists devices.
    public init(devices: [Device], limit: Int32) { (self.devices, self.limit) = (devices, limit) }
}

/// How many devices were signed out.
public struct SignedOutDevices: Codable, Sendable, Hashable {
    /// How many.
    public var count: Int32

    /// Counts devices.
    public init(count: Int32) { self.count = count }
}

/// A device on which a member has signed in.
public struct Device: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// What it says about itself; the name may have been changed.
    public var description: DeviceDescription
    /// The member who signed in, by id.
    public var member: String
    /// The profile that it goes on with, by id: the one chosen last.
    public var profile: String
    /// When it was signed in.
    public var signedIn: Date
    /// When it last fetched a token: in use it does so every 10 minutes.
    public var lastSeen: Date
    /// Whether it is disabled.
    public var isDisabled: Bool
    /// Whether it is the calling one.
    public var isCurrent: Bool
    /// When it was signed out because one of its refresh tokens was used a second time, which may have been a theft;
    /// absent while it is signed in. Such a device has to be paired again.
    public var signedOut: Date?

    /// Describes a device.
    public init(
        id: String, description: DeviceDescription, member: String, profile: String, signedIn: Date, lastSeen: Date,
        isDisabled: Bool = false, isCurrent: Bool = false, signedOut: Date? = nil
    ) {
        self.id = id
        self.description = description
        self.member = member
        self.profile = profile
        self.signedIn = signedIn
        self.lastSeen = lastSeen
        self.isDisabled = isDisabled
        self.isCurrent = isCurrent
        self.signedOut = signedOut
    }
}

/// What a device says about itself.
public struct DeviceDescription: Codable, Sendable, Hashable {
    /// Its name, 1 to 80 characters, such as `TV in the kitchen`.
    public var name: String
    /// Its platform, 1 to 80 characters, such as `tvOS` or `web`.
    public var platform: String
    /// What it can do; absent: not said.
    public var capabilities: DeviceCapabilities?
    /// Whether several people use it: sessions of adult profiles on it relock (``Profiles/SetRelock``). Absent: it is one
    /// person's.
    public var isShared: Bool?

    /// Describes a device.
    public init(name: String, platform: String, capabilities: DeviceCapabilities? = nil, isShared: Bool? = nil) {
        (self.name, self.platform, self.capabilities, self.isShared) = (name, platform, capabilities, isShared)
    }
}

/// What a device can do. An absent field means that the device has not said it.
public struct DeviceCapabilities: Codable, Sendable, Hashable {
    /// Whether it plays in a picture above other applications.
    public var pip: Bool?
    /// Whether it shows live activities.
    public var liveActivities: Bool?
    /// Whether it downloads.
    public var downloads: Bool?
    /// Whether it shows previews under a pointer.
    public var hoverPreviews: Bool?
    /// The highest quality that it plays: `720p`, `1080p` or `4K`.
    public var highestQuality: String?

    /// The qualities that a device may say.
    public static let qualities = ["720p", "1080p", "4K"]

    /// Describes capabilities.
    public init(
        pip: Bool? = nil, liveActivities: Bool? = nil, downloads: Bool? = nil, hoverPreviews: Bool? = nil,
        highestQuality: String? = nil
    ) {
        self.pip = pip
        self.liveActivities = liveActivities
        self.downloads = downloads
        self.hoverPreviews = hoverPreviews
        self.highestQuality = highestQuality
    }
}
