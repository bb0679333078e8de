public import RPC

extension Profiles {
    /// The parental limits of a kids profile. A child reads its own, adults those of the profiles that they may change.
    public struct GetLimits: Request {
        public typealias Response = ProfileLimits
        public static let safety = CallSafety.readOnly

        /// The profile's id; absent: the acting one.
        public var profile: String?

        /// Creates the request.
        public init(profile: String? = nil) { self.profile = profile }
    }

    /// Sets all parental limits of a kids profile, or removes them. They bind the profile's viewer, whichever member signed in.
    public struct SetLimits: Request {
        public typealias Response = ProfileLimits
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults.orReadOnly()

        /// The profile's id. An adult's has no limits (INVALID_ARGUMENT).
        public var profile: String
        /// The limits from now on; absent: none.
        public var limits: ParentalLimits?
        /// The household's PIN, where one is set.
        public var pin: String?

        /// Creates the request.
        public init(profile: String, limits: ParentalLimits?, pin: String? = nil) {
            (self.profile, self.limits, self.pin) = (profile, limits, pin)
        }
    }
}

/// What a kids profile may watch, by time. Saturday and Sunday are the weekend; days and hours are those of the
/// household's time zone. Playback-state counts and enforces.
public struct ParentalLimits: Codable, Sendable, Hashable {
    /// Minutes on each weekday, 0 to 1,440; absent: any.
    public var weekdayMinutes: Int32?
    /// Minutes on each day of the weekend, 0 to 1,440; absent: any.
    public var weekendMinutes: Int32?
    /// The hours in which it may watch, from weekdays on; absent: all. At most ``maximumHours``.
    public var weekdayHours: [AllowedHours]?
    /// The hours in which it may watch, from days of the weekend on; absent: all.
    public var weekendHours: [AllowedHours]?
    /// Whether a title that is running when a limit is reached may be watched to its end; absent: no.
    public var mayFinish: Bool?

    /// The most spans of a day.
    public static let maximumHours = 6

    /// Creates limits; nil for those that there are not.
    public init(
        weekdayMinutes: Int32? = nil, weekendMinutes: Int32? = nil, weekdayHours: [AllowedHours]? = nil,
        weekendHours: [AllowedHours]? = nil, mayFinish: Bool? = nil
    ) {
        (self.weekdayMinutes, self.weekendMinutes) = (weekdayMinutes, weekendMinutes)
        (self.weekdayHours, self.weekendHours, self.mayFinish) = (weekdayHours, weekendHours, mayFinish)
    }
}

/// A span of allowed hours.
public struct AllowedHours: Codable, Sendable, Hashable {
    /// Its beginning, in minutes since midnight, 0 to 1,439.
    public var from: Int32
    /// Its end, in minutes since midnight, 1 to 1,440. One before the beginning is of the next day.
    public var until: Int32

    /// Creates a span.
    public init(_ from: Int32, until: Int32) { (self.from, self.until) = (from, until) }
}

/// The limits of a profile.
public struct ProfileLimits: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// Its limits; absent: none.
    public var limits: ParentalLimits?

    /// Names a profile and its limits.
    public init(profile: String, limits: ParentalLimits?) { (self.profile, self.limits) = (profile, limits) }
}
