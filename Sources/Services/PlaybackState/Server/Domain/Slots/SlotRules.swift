internal import HearthModel

/// Which sessions end when a stream is opened on an account that opens only so many at once: pure, of the sessions that
/// hold slots, the household's rule, and the time.
struct SlotRules: Sendable {
    /// The most streams at once, from 1 on.
    let maximum: Int
    let rule: SlotRule

    /// A session that holds a slot.
    struct Holder: Sendable, Hashable {
        var session: Int64
        /// The stream's identity; sessions with the same one share a slot.
        var stream: String
        /// Whether a kids profile plays.
        var isChild: Bool
        /// When it took the slot, in milliseconds since 1970, as all times here.
        var since: Int64
        /// When its last report arrived.
        var heard: Int64

        /// Whether its player has not reported for so long that the slot frees itself.
        func isDead(at now: Int64) -> Bool { now - heard > PlaybackLimits.slotTimeoutMilliseconds }
    }

    /// The session that is to open a stream.
    struct Newcomer: Sendable, Hashable {
        var stream: String
        var isChild: Bool
        /// The stream of the session that it continues, on the same device with the same title; that one holds nothing
        /// any more. Nil for a new one.
        var own: String?
    }

    /// What comes of it.
    enum Verdict: Sendable, Hashable {
        /// It may open its stream when these sessions have ended.
        case granted(ending: [Int64])
        case refused
    }

    /// Decides. No stream is added beyond the maximum: where there are more already, as after it was lowered, only those on
    /// the same stream and those that continue are let in without an end of others.
    ///
    /// - Parameter holders: the open sessions of the account, without the newcomer's own.
    func verdict(for newcomer: Newcomer, among holders: [Holder], at now: Int64) -> Verdict {
        let streams = Dictionary(grouping: holders, by: \.stream)
        if streams[newcomer.stream] != nil { return .granted(ending: []) }
        if let own = newcomer.own, streams[own] == nil { return .granted(ending: []) }
        let excess = streams.count - maximum + 1
        guard excess > 0 else { return .granted(ending: []) }
        let (dead, live) = Self.split(streams.values, at: now)
        var ending = Array(dead.prefix(excess))
        let missing = excess - ending.count
        if missing > 0 {
            let others = candidates(live, for: newcomer, at: now)
            guard others.count >= missing else { return .refused }
            ending += others.prefix(missing)
        }
        return .granted(ending: ending.flatMap { $0.map(\.session) }.sorted())
    }

    /// The streams without a live session, the longest silent first, and the others.
    private static func split(
        _ streams: some Collection<[Holder]>, at now: Int64
    ) -> (dead: [[Holder]], live: [[Holder]]) {
        let dead = streams.filter { $0.allSatisfy { $0.isDead(at: now) } }
        let live = streams.filter { $0.contains { !$0.isDead(at: now) } }
        return (dead.sorted { order($0.map(\.heard).max(), $0) < order($1.map(\.heard).max(), $1) }, live)
    }

    /// The live streams that may end for the newcomer, in the order of the rule.
    private func candidates(_ live: [[Holder]], for newcomer: Newcomer, at now: Int64) -> [[Holder]] {
        // A child ends no adult's.
        let open = live.filter { stream in
            !newcomer.isChild || stream.allSatisfy { $0.isChild || $0.isDead(at: now) }
        }
        let sorted = open.sorted { Self.order($0.map(\.since).min(), $0) < Self.order($1.map(\.since).min(), $1) }
        switch rule {
        case .endOldest: return sorted
        case .endNewest: return sorted.reversed()
        // Also a rule that a newer version has written.
        default: return []
        }
    }

    /// A stream's order: by a time, and among equals by its first session.
    private static func order(_ time: Int64?, _ stream: [Holder]) -> (Int64, Int64) {
        (time ?? 0, stream.map(\.session).min() ?? 0)
    }
}
