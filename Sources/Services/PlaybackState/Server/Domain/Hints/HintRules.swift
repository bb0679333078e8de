internal import HearthModel
internal import PlaybackStateAPI

/// What a player should offer or do at a moment of a session: pure, of what is known of the title, the profile's settings,
/// and where the session is.
struct HintRules: Sendable {
    let facts: SessionFacts
    let settings: Settings

    /// The settings of the profile, as they are now.
    struct Settings: Sendable, Hashable {
        /// What to do with each kind of part; a kind without one is played.
        var actions: [SegmentKind: SegmentAction] = [:]
        /// After how many seconds the next title plays by itself.
        var countdownSeconds: Int32 = 10
        /// How many seconds before the end the next one is loaded; nil: not at all.
        var prebufferSeconds: Double? = 120
        /// After how many titles played by themselves the viewer is asked; 0: never.
        var stillWatchingTitles: Int64 = 3
        /// After how many minutes without an input the viewer is asked; 0: never.
        var stillWatchingMinutes: Int64 = 0
    }

    /// Where a session is.
    struct Moment: Sendable, Hashable {
        /// In seconds.
        var position: Double
        /// In seconds; nil when unknown.
        var duration: Double?
        var isPlaying = true
        /// Whether the viewer was asked whether it is still watching, and has said nothing since.
        var isAsked = false
        /// How many titles have played by themselves since the viewer's last input, this one included.
        var titlesByThemselves: Int64 = 0
        /// Milliseconds since the viewer's last input.
        var sinceInput: Int64 = 0
        /// The kinds of parts that the profile has heard in this series before.
        var heard: Set<SegmentKind> = []
        /// The kinds of parts that were skipped in this session without asking: only once, so that a viewer who goes back
        /// into one sees it.
        var skipped: Set<SegmentKind> = []
        /// Whether the viewer has taken the next-up card away.
        var isNextUpCancelled = false
        /// Whether the next title was loaded early, and a channel's neighbouring ones were told.
        var hasPrebuffered = false
        /// What plays next when it is no episode: the head of the queue.
        var queued: Card?
    }

    /// The hints at a moment; nil when there is nothing to say.
    func hints(of session: String, at moment: Moment) -> PlaybackHints? {
        var hints = PlaybackHints(session: session)
        let silent = hints
        hints.skip = skip(at: moment)
        if let credits = facts.creditsStart, moment.position >= credits { hints.creditsReached = true }
        if isNextUpDue(at: moment), let next = next(at: moment) { hints.nextUp = next }
        hints.stillWatching = stillWatching(at: moment, showsNextUp: hints.nextUp != nil)
        // Nothing plays by itself for a viewer who may have fallen asleep.
        if hints.stillWatching != nil { hints.nextUp?.countdownSeconds = nil }
        if !moment.hasPrebuffered, settings.prebufferSeconds != nil {
            hints.prebuffer = prebuffer(at: moment)
            hints.channels = facts.channels
        }
        return hints == silent ? nil : hints
    }

    /// Whether anything can follow from a position: false is the usual case, in which settings need not be read.
    static func isQuiet(
        position: Double, duration: Double?, headEnd: Double, tailStart: Double?, hasPending: Bool
    ) -> Bool {
        if hasPending || position < headEnd { return false }
        if let tailStart, position >= tailStart { return false }
        guard let duration, duration > 0 else { return true }
        return duration - position > max(PlaybackLimits.longestPrebufferSeconds, PlaybackLimits.nextUpSeconds)
    }

    /// Whether the next title is to be shown: from the credits on, or in the last part of the title.
    func isNextUpDue(at moment: Moment) -> Bool {
        guard !moment.isNextUpCancelled else { return false }
        return isCloseToEnd(at: moment)
    }

    /// Whether the position is in the credits, or in the last part of a title without known credits.
    func isCloseToEnd(at moment: Moment) -> Bool {
        if let credits = facts.creditsStart { return moment.position >= credits }
        guard let remaining = remaining(at: moment) else { return false }
        return remaining <= PlaybackLimits.nextUpSeconds
    }

    private func remaining(at moment: Moment) -> Double? {
        moment.duration.flatMap { $0 > 0 ? $0 - moment.position : nil }
    }

    private func next(at moment: Moment) -> NextUpHint? {
        if let next = facts.next {
            return NextUpHint(card: next.card, countdownSeconds: settings.countdownSeconds, rule: next.rule)
        }
        return moment.queued.map { NextUpHint(card: $0, countdownSeconds: settings.countdownSeconds) }
    }

    private func prebuffer(at moment: Moment) -> PrebufferHint? {
        guard let next = facts.next, !next.variants.isEmpty, let before = settings.prebufferSeconds,
            let remaining = remaining(at: moment), remaining <= before
        else { return nil }
        return PrebufferHint(content: next.card.id, variants: next.variants)
    }

    private func skip(at moment: Moment) -> SkipHint? {
        for segment in facts.segments {
            let end = segment.to ?? moment.duration ?? 0
            guard moment.position >= segment.from, moment.position < end else { continue }
            switch action(on: segment, at: moment) {
            case .play: continue
            case let action: return SkipHint(kind: segment.kind, from: segment.from, to: end, action: action)
            }
        }
        return nil
    }

    /// What to do with a part: skipping begins with the second time that the profile hears it, and not with a guess.
    private func action(on segment: SessionFacts.Segment, at moment: Moment) -> SegmentAction {
        let chosen = settings.actions[segment.kind] ?? .play
        guard chosen == .skip else { return chosen == .ask ? .ask : .play }
        let isKnown = moment.heard.contains(segment.kind) && !moment.skipped.contains(segment.kind)
        return isKnown && !segment.isGuess ? .skip : .ask
    }

    private func stillWatching(at moment: Moment, showsNextUp: Bool) -> StillWatchingReason? {
        // A player that has paused to ask goes on asking.
        guard moment.isPlaying || moment.isAsked else { return nil }
        if settings.stillWatchingTitles > 0, showsNextUp, moment.titlesByThemselves >= settings.stillWatchingTitles {
            return .titles
        }
        let limit = settings.stillWatchingMinutes * 60_000
        return limit > 0 && moment.sinceInput >= limit ? .minutes : nil
    }
}
