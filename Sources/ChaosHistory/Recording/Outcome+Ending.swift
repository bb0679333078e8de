extension Outcome {
    /// The four ways in which a call ends for whoever looks at a report.
    public enum Ending: String, Codable, Hashable, Sendable, CaseIterable {
        /// It succeeded.
        case ok
        /// It failed, and whether it had an effect is known.
        case failed
        /// It failed, and whether it had an effect is not known.
        case unknown
        /// It never ended.
        case open
    }

    /// How it ended, in one of four words.
    public var ending: Ending {
        switch self {
        case .ok: .ok
        case .open: .open
        case .failed: effect == .unknown ? .unknown : .failed
        }
    }
}
