public import RPC

extension PlaybackState {
    /// Grants a kids profile more minutes for today, beyond those of its limits and beyond its hours, up to midnight.
    ///
    /// Profiles checks the household's PIN; a wrong one is counted. Grants of a day add up.
    public struct GrantScreenTime: Request {
        public typealias Response = ScreenTime
        // By key: a retry must not grant twice.
        public static let safety = CallSafety.idempotentByKey
        public static let access = CallAccess.roles("owner", "adult")

        /// The kids profile's id.
        public var profile: String
        /// How many minutes, 15 to 120.
        public var minutes: Int32
        /// The household's PIN, required when one is set.
        public var pin: String?

        /// Creates the request.
        public init(profile: String, minutes: Int32, pin: String? = nil) {
            (self.profile, self.minutes, self.pin) = (profile, minutes, pin)
        }
    }
}

/// Minutes that an adult has granted.
public struct GrantedMinutes: Codable, Sendable, Hashable {
    /// The day, `2026-11-27`.
    public var day: String
    /// How many.
    public var minutes: Int32
    /// The adult's profile; empty when it was deleted.
    public var by: String

    /// Creates an entry.
    public init(day: String, minutes: Int32, by: String) {
        (self.day, self.minutes, self.by) = (day, minutes, by)
    }
}
