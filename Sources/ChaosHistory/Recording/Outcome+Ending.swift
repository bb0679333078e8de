extension Outcome {
    /// The ways in which a call ends, as shown in reports: what a service decided by its rules is apart from damage.
    public enum Ending: String, Codable, Hashable, Sendable, CaseIterable {
        /// It succeeded.
        case ok
        /// The service answered that its rules do not allow it: NOT_FOUND, FAILED_PRECONDITION, a quota. Nothing is wrong.
        case refused
        /// It failed with a known effect, mostly none: the service was unavailable, overloaded or had lost its data.
        case failed
        /// It failed, with an unknown effect.
        case unknown
        /// It never ended.
        case open
    }

    /// How it ended, in one of these categories.
    public var ending: Ending {
        switch self {
        case .ok: .ok
        case .open: .open
        case .failed: effect == .unknown ? .unknown : isRefusal ? .refused : .failed
        }
    }

    /// Whether a service rejected the call by its rules, which is an answer and no damage.
    ///
    /// A rejection that was never executed can also come from a service without its data: a household that it does not
    /// know, a shard that is missing. Only codes that speak of the request itself count then.
    public var isRefusal: Bool {
        guard case .failed(let code, let executed, _, let hasOwnReason) = self, effect == .none else { return false }
        return hasOwnReason || (executed == .yes ? Self.refusals : Self.refusalsOfRequests).contains(code)
    }

    /// Codes by which a request is rejected for what it says or whose it is, before anything is read.
    private static let refusalsOfRequests: Set<String> = [
        "INVALID_ARGUMENT", "PERMISSION_DENIED", "UNAUTHENTICATED", "OUT_OF_RANGE", "ALREADY_EXISTS",
    ]
}
