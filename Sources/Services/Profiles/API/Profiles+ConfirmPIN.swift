public import RPC

extension Profiles {
    /// Checks the household's PIN for a change that another service makes in a member's name, such as playback-state's
    /// `GrantScreenTime`. Passes where no PIN is set; a wrong one is counted before it is compared, and locks it as
    /// everywhere.
    public struct ConfirmPIN: Request {
        public typealias Response = Empty
        // A wrong PIN is counted, so a call of unknown outcome is not retried automatically.
        public static let safety = CallSafety.unsafe
        public static let access = Profiles.adults.orReadOnly()

        /// The household's PIN, required when one is set.
        public var pin: String?

        /// Creates the request.
        public init(pin: String?) { self.pin = pin }
    }
}
