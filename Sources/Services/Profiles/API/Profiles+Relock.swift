public import RPC

extension Profiles {
    /// Sets when adult sessions on shared devices return to the choice of a profile: both values, or none for never.
    ///
    /// It applies to tokens issued from now on. A device is shared when its sign-in says so
    /// (``LocalOwner/isSharedDevice``, ``SwitchProfile/isSharedDevice``).
    public struct SetRelock: Request {
        public typealias Response = HouseholdInfo
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.owners.orReadOnly()

        /// Idle minutes after which they do: 15, 30 or 60; absent: never for being idle.
        public var idleMinutes: Int32?
        /// The hour of the household's day at which they do, 0 to 23; absent: at none.
        public var hour: Int32?

        /// Creates the request.
        public init(idleMinutes: Int32? = nil, hour: Int32? = nil) {
            (self.idleMinutes, self.hour) = (idleMinutes, hour)
        }
    }
}

/// When adult sessions on shared devices return to the choice of a profile.
public struct RelockSettings: Codable, Sendable, Hashable {
    /// Idle minutes after which they do; absent: never for being idle.
    public var idleMinutes: Int32?
    /// The hour of the household's day at which they do; absent: at none.
    public var hour: Int32?

    /// The choices of idle minutes.
    public static let idleChoices: [Int32] = [15, 30, 60]

    /// Describes the settings.
    public init(idleMinutes: Int32? = nil, hour: Int32? = nil) { (self.idleMinutes, self.hour) = (idleMinutes, hour) }
}
