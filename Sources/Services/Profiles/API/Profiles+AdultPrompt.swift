public import RPC

extension Profiles {
    /// Sets whether adult profiles hide adult content: NC-17, and titles flagged adult. A household is prompted for it
    /// after an import has found such titles, and can set it at any other time, too.
    ///
    /// Without ``profiles`` it applies to every adult profile that the caller may change: the owner any, others their
    /// own and guests'. It applies to tokens issued from now on; current ones expire within 15 minutes. Kids never see
    /// such titles.
    public struct AnswerAdultPrompt: Request {
        public typealias Response = ProfileList
        // By key: a retry must not undo a later answer.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults.orReadOnly()

        /// Whether they hide it.
        public var hide: Bool
        /// The IDs of the adult profiles to change.
        public var profiles: [String]?

        /// Creates the request.
        public init(hide: Bool, profiles: [String]? = nil) {
            self.hide = hide
            self.profiles = profiles
        }
    }
}
