public import HearthModel
public import RPC

extension Profiles {
    /// Begins to sign a device in without a keyboard or a browser (RFC 8628): it shows the user code, which a member
    /// approves on a device that is signed in, and meanwhile calls ``PollPairing``.
    ///
    /// RESOURCE_EXHAUSTED while too many devices of the household wait for approval.
    public struct StartPairing: Request {
        public typealias Response = PairingCodes
        // A retry would occupy another code.
        public static let safety = CallSafety.unsafe
        public static let access = CallAccess.anyone

        /// The device that wants to sign in, as the member who approves will see it.
        public var device: DeviceDescription
        /// The household; absent: `home`.
        public var household: String?

        /// Creates the request.
        public init(device: DeviceDescription, household: String? = nil) {
            (self.device, self.household) = (device, household)
        }
    }

    /// Fetches the session of a device whose code was approved (RFC 8628, section 3.4).
    ///
    /// Until then the error's detail has one of RFC 8628's codes (section 3.5): `authorization_pending`: poll again after
    /// the interval; `slow_down`: it was polled too early, and the interval is 5 s longer from now on; `access_denied`;
    /// `expired_token`: the code has expired, was used, or never existed. The error's `retryAfter` is the interval.
    ///
    /// A code is good for one session. The same session is returned again to a retry within 30 s.
    public struct PollPairing: Request {
        public typealias Response = Session
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.anyone

        /// The device code of ``StartPairing``.
        public var deviceCode: String

        /// Creates the request.
        public init(deviceCode: String) { self.deviceCode = deviceCode }
    }

    /// The device behind a user code, to be shown before it is approved.
    ///
    /// A wrong code counts: after five in ten minutes all codes are refused for the household for ten minutes.
    public struct GetPairing: Request {
        public typealias Response = Pairing
        // A wrong code is counted.
        public static let safety = CallSafety.unsafe
        public static let access = Profiles.adults

        /// The user code; case, spaces and dashes do not matter.
        public var code: String

        /// Creates the request.
        public init(code: String) { self.code = code }
    }

    /// Lets the device behind a user code sign in, as the caller, beginning with the profile that the caller acts as.
    public struct ApprovePairing: Request {
        public typealias Response = Pairing
        // A wrong code is counted.
        public static let safety = CallSafety.unsafe
        public static let access = Profiles.adults

        /// The user code; case, spaces and dashes do not matter.
        public var code: String
        /// The member to sign in, by id, beginning with that member's own profile; absent: the caller. Another member
        /// needs the owner.
        public var member: String?

        /// Creates the request.
        public init(code: String, member: String? = nil) { (self.code, self.member) = (code, member) }
    }

    /// Refuses the device behind a user code.
    public struct DenyPairing: Request {
        public typealias Response = Pairing
        // A wrong code is counted.
        public static let safety = CallSafety.unsafe
        public static let access = Profiles.adults

        /// The user code; case, spaces and dashes do not matter.
        public var code: String

        /// Creates the request.
        public init(code: String) { self.code = code }
    }
}

/// The codes of a device that wants to sign in (RFC 8628, section 3.2).
public struct PairingCodes: Codable, Sendable, Hashable {
    /// The device's proof in ``Profiles/PollPairing``, of 256 random bits. A secret: never show or log it.
    public var deviceCode: String
    /// What the device shows, `XXXX-XXXX`: eight of the twenty letters `BCDFGHJKLMNPQRSTVWXZ` (section 6.1).
    public var userCode: String
    /// The same as a link, `hearth://pair/XXXX-XXXX`, for a QR code.
    public var link: String
    /// How long the codes are valid, in seconds.
    public var lifetimeSeconds: Int32
    /// The least time between two polls, in seconds.
    public var intervalSeconds: Int32

    /// Describes codes.
    public init(deviceCode: String, userCode: String, link: String, lifetimeSeconds: Int32, intervalSeconds: Int32) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.link = link
        self.lifetimeSeconds = lifetimeSeconds
        self.intervalSeconds = intervalSeconds
    }
}

/// A device that wants to sign in.
public struct Pairing: Codable, Sendable, Hashable {
    /// What it says about itself.
    public var device: DeviceDescription
    /// Whether it was approved.
    public var state: State
    /// How long its code is still valid, in seconds.
    public var lifetimeSeconds: Int32

    /// Describes a device.
    public init(device: DeviceDescription, state: State, lifetimeSeconds: Int32) {
        (self.device, self.state, self.lifetimeSeconds) = (device, state, lifetimeSeconds)
    }

    /// How far the sign-in has come.
    public struct State: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// No member has decided yet.
        public static let pending = State(rawValue: "pending")
        /// A member has approved it; the device has not fetched its session yet.
        public static let approved = State(rawValue: "approved")
        /// A member has denied it.
        public static let denied = State(rawValue: "denied")
        /// The device is signed in.
        public static let used = State(rawValue: "used")
    }
}
