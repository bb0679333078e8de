public import Foundation
public import RPC

extension Profiles {
    /// Returns the next access token of a signed-in device, and the refresh token that takes the place of the presented
    /// one (RFC 9700, section 4.14.2).
    ///
    /// The presented token is void from then on. Only a retry within 30 s, such as after a lost response or by another
    /// window of the same device, gets the same successor once more. A token that is used later than that was copied: the
    /// device is signed out, UNAUTHENTICATED with the problem `refreshTokenReused`.
    ///
    /// UNAUTHENTICATED, problem `signedOut`: unknown, revoked, or not used for 90 days. PERMISSION_DENIED, problem
    /// `deviceDisabled`: the token stays valid for the time when the device is enabled again.
    ///
    /// UNAUTHENTICATED with the detail `hearth.Relocked`: the session of an adult profile on a shared device has relocked.
    /// The presented token stays valid: call again with the profile that a person chooses, and its PIN.
    public struct RefreshSession: Request {
        public typealias Response = Session
        // Within 30 s a retry gets the same successor.
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.anyone

        /// The last refresh token, ``Session/refreshToken``.
        public var refreshToken: String
        /// When a person was last active on a shared device; absent: now.
        public var lastActive: Date?
        /// The profile to go on with, by id or by name, which a person has just chosen; absent: the last one.
        public var profile: String?
        /// The PIN of the chosen profile, where one is asked for (``Profile/asksPIN``).
        public var pin: String?

        /// Creates the request.
        public init(refreshToken: String, lastActive: Date? = nil, profile: String? = nil, pin: String? = nil) {
            self.refreshToken = refreshToken
            self.lastActive = lastActive
            self.profile = profile
            self.pin = pin
        }
    }
}
