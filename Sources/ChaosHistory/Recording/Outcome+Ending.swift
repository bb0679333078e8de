extension Outcome {
    /// The four ways in which a call ends, as shown in reports.
    public enum Ending: String, Codable, Hashable, Sendable, CaseIterable {
        /// It succeeded.
        case ok
        /// It failed, with a known effect.
        case failed
        /// It failed, with an unknown effect.
        case unknown
        /// It never ended.
        case open
    }

    /// How it ended, in one of four categories.
    public var ending: Ending {
        switch self {
        case .ok: .ok
        case .open: .open
        case .failed: effect == .unknown ? .unknown : .failed
        }
    }
}
