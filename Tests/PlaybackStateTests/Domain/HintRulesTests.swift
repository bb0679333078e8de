import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// What a player should offer at which moment.
struct HintRulesTests {
    private static let card = Card.episode("e2", of: "s", 2)

    /// An episode of half an hour with an opening, credits and a successor.
    private static var facts: SessionFacts {
        SessionFacts(
            segments: [
                .init(kind: .intro, from: 30, to: 90, isGuess: false),
                .init(kind: .credits, from: 1_700, to: nil, isGuess: false),
            ], next: .init(card: card, variants: ["v2", "v1"], rule: .afterLastWatched))
    }

    private static func rules(
        _ facts: SessionFacts = facts, _ change: (inout HintRules.Settings) -> Void = { _ in }
    ) -> HintRules {
        var settings = HintRules.Settings()
        settings.actions = [.intro: .ask, .recap: .ask, .credits: .ask, .preview: .ask]
        change(&settings)
        return HintRules(facts: facts, settings: settings)
    }

    private static func at(
        _ position: Double, of duration: Double? = 1_800, _ change: (inout HintRules.Moment) -> Void = { _ in }
    ) -> HintRules.Moment {
        var moment = HintRules.Moment(position: position, duration: duration)
        change(&moment)
        return moment
    }

    @Test func `a part is offered while the position is in it, and at no other time`() {
        for (position, isOffered) in [(0.0, false), (29.9, false), (30, true), (89.9, true), (90, false), (600, false)]
        {
            let hints = Self.rules().hints(of: "1", at: Self.at(position))
            let expected = isOffered ? SkipHint(kind: .intro, from: 30, to: 90, action: .ask) : nil
            #expect(hints?.skip == expected, "\(position)")
        }
        #expect(Self.rules().hints(of: "1", at: Self.at(600)) == nil)
    }

    @Test(arguments: SegmentKind.all)
    func `each kind of part has its own choice`(kind: SegmentKind) {
        let facts = SessionFacts(segments: [.init(kind: kind, from: 10, to: 20, isGuess: false)])
        for (action, expected) in [(SegmentAction.play, nil), (.ask, .ask), (.skip, .skip)]
            as [(SegmentAction, SegmentAction?)]
        {
            let rules = Self.rules(facts) { settings in
                settings.actions = Dictionary(
                    uniqueKeysWithValues: SegmentKind.all.map { ($0, $0 == kind ? action : .play) })
            }
            let heard = rules.hints(of: "1", at: Self.at(15) { $0.heard = [kind] })
            #expect(heard?.skip?.action == expected)
        }
        let unknown = Self.rules(facts) { $0.actions = [:] }
        #expect(unknown.hints(of: "1", at: Self.at(15))?.skip == nil)
    }

    @Test func `an opening is skipped from its second time on, once in a session, and never by a guess`() {
        let rules = Self.rules { $0.actions[.intro] = .skip }
        #expect(rules.hints(of: "1", at: Self.at(40))?.skip?.action == .ask)
        #expect(rules.hints(of: "1", at: Self.at(40) { $0.heard = [.intro] })?.skip?.action == .skip)
        let again = Self.at(40) { ($0.heard, $0.skipped) = ([.intro], [.intro]) }
        #expect(rules.hints(of: "1", at: again)?.skip?.action == .ask)
        var guessed = Self.facts
        guessed.segments[0].isGuess = true
        let guess = Self.rules(guessed) { $0.actions[.intro] = .skip }
        #expect(guess.hints(of: "1", at: Self.at(40) { $0.heard = [.intro] })?.skip?.action == .ask)
    }

    @Test func `zero intro values, and others without sense, mean none`() {
        #expect(SessionFacts.usable(.intro, from: 0, to: 0, isGuess: false) == nil)
        #expect(SessionFacts.usable(.intro, from: 90, to: 30, isGuess: false) == nil)
        #expect(SessionFacts.usable(.intro, from: -5, to: 30, isGuess: false) == nil)
        #expect(SessionFacts.usable(.intro, from: .nan, to: 30, isGuess: false) == nil)
        #expect(SessionFacts.usable(.intro, from: 0, to: .infinity, isGuess: false) == nil)
        #expect(SessionFacts.usable(.credits, from: 0, to: nil, isGuess: false) == nil)
        #expect(SessionFacts.usable(.intro, from: nil, to: 30, isGuess: false)?.from == 0)
        #expect(SessionFacts.usable(.credits, from: 900, to: nil, isGuess: false)?.to == nil)
    }

    @Test func `what comes next is shown from the credits on, or in the last half minute`() {
        let rules = Self.rules()
        #expect(rules.hints(of: "1", at: Self.at(1_699))?.nextUp == nil)
        let credits = rules.hints(of: "1", at: Self.at(1_700))
        #expect(credits?.creditsReached == true)
        #expect(credits?.nextUp == NextUpHint(card: Self.card, countdownSeconds: 10, rule: .afterLastWatched))
        #expect(credits?.skip == SkipHint(kind: .credits, from: 1_700, to: 1_800, action: .ask))
        #expect(rules.hints(of: "1", at: Self.at(1_750) { $0.isNextUpCancelled = true })?.nextUp == nil)
        var plain = Self.facts
        plain.segments = []
        #expect(Self.rules(plain).hints(of: "1", at: Self.at(1_769))?.nextUp == nil)
        #expect(Self.rules(plain).hints(of: "1", at: Self.at(1_770))?.nextUp != nil)
        #expect(Self.rules(plain).hints(of: "1", at: Self.at(1_790, of: nil)) == nil)
        plain.next = nil
        #expect(Self.rules(plain).hints(of: "1", at: Self.at(1_790)) == nil)
        let queued = Self.rules(plain).hints(of: "1", at: Self.at(1_790) { $0.queued = .movie("m") })
        #expect(queued?.nextUp == NextUpHint(card: .movie("m"), countdownSeconds: 10))
    }

    @Test func `the next title is loaded when the time comes, once, and not where that is off`() {
        let rules = Self.rules { $0.prebufferSeconds = 120 }
        #expect(rules.hints(of: "1", at: Self.at(1_679))?.prebuffer == nil)
        let expected = PrebufferHint(content: "e2", variants: ["v2", "v1"])
        #expect(rules.hints(of: "1", at: Self.at(1_680))?.prebuffer == expected)
        #expect(rules.hints(of: "1", at: Self.at(1_690) { $0.hasPrebuffered = true }) == nil)
        #expect(Self.rules { $0.prebufferSeconds = nil }.hints(of: "1", at: Self.at(1_690)) == nil)
    }

    @Test func `a viewer who says nothing is asked, after titles and after minutes`() {
        let rules = Self.rules { $0.stillWatchingTitles = 3 }
        let second = rules.hints(of: "1", at: Self.at(1_750) { $0.titlesByThemselves = 2 })
        #expect(second?.stillWatching == nil && second?.nextUp?.countdownSeconds == 10)
        let third = rules.hints(of: "1", at: Self.at(1_750) { $0.titlesByThemselves = 3 })
        // The card stays, and nothing plays by itself.
        #expect(third?.stillWatching == .titles && third?.nextUp != nil && third?.nextUp?.countdownSeconds == nil)
        let never = Self.rules { $0.stillWatchingTitles = 0 }
        #expect(never.hints(of: "1", at: Self.at(1_750) { $0.titlesByThemselves = 9 })?.stillWatching == nil)

        let minutes = Self.rules { $0.stillWatchingMinutes = 60 }
        #expect(minutes.hints(of: "1", at: Self.at(600) { $0.sinceInput = 3_599_999 }) == nil)
        let late = Self.at(600) { $0.sinceInput = 3_600_000 }
        #expect(minutes.hints(of: "1", at: late)?.stillWatching == .minutes)
        #expect(Self.rules().hints(of: "1", at: late) == nil)
        let paused = Self.at(600) { ($0.sinceInput, $0.isPlaying) = (3_600_000, false) }
        #expect(minutes.hints(of: "1", at: paused) == nil)
        // A player that has paused to ask goes on asking.
        let waiting = Self.at(600) { ($0.sinceInput, $0.isPlaying, $0.isAsked) = (3_600_000, false, true) }
        #expect(minutes.hints(of: "1", at: waiting)?.stillWatching == .minutes)
        let card = rules.hints(
            of: "1", at: Self.at(1_750) { ($0.titlesByThemselves, $0.isPlaying, $0.isAsked) = (3, false, true) })
        #expect(card?.stillWatching == .titles && card?.nextUp?.countdownSeconds == nil)
    }

    /// The cheap look at a position agrees with the rules: where it says that nothing can follow, nothing follows.
    @Test(arguments: Seeds.make(10))
    func `a quiet position has no hints`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var facts = SessionFacts()
            for kind in SegmentKind.all where Bool.random(using: &source) {
                let from = Double.random(in: -10...1_000, using: &source)
                let to = Bool.random(using: &source) ? Double.random(in: 0...1_800, using: &source) : nil
                if kind == .credits {
                    facts.segments += [SessionFacts.usable(kind, from: from + 800, to: nil, isGuess: false)].compactMap(
                        \.self)
                } else {
                    facts.segments += [SessionFacts.usable(kind, from: from, to: to ?? 90, isGuess: false)].compactMap(
                        \.self)
                }
            }
            if Bool.random(using: &source) { facts.next = Self.facts.next }
            let rules = Self.rules(facts) { settings in
                settings.prebufferSeconds = Double.random(in: 30...300, using: &source)
                settings.actions = Dictionary(uniqueKeysWithValues: SegmentKind.all.map { ($0, .skip) })
            }
            let duration: Double? = Bool.random(using: &source) ? 1_800 : nil
            let moment = Self.at(Double.random(in: 0...1_800, using: &source), of: duration) { moment in
                moment.titlesByThemselves = Int64.random(in: 0...5, using: &source)
                moment.heard = Bool.random(using: &source) ? [.intro] : []
                moment.queued = Bool.random(using: &source) ? .movie("m") : nil
            }
            let isQuiet = HintRules.isQuiet(
                position: moment.position, duration: duration, headEnd: facts.headEnd, tailStart: facts.tailStart,
                hasPending: false)
            let hints = rules.hints(of: "1", at: moment)
            #expect(!isQuiet || hints == nil, "seed \(seed): \(facts) \(moment)")
            // What is offered is ahead, and within the title.
            if let skip = hints?.skip { #expect(skip.from <= moment.position && moment.position < skip.to) }
            if hints?.stillWatching != nil { #expect(hints?.nextUp?.countdownSeconds == nil) }
        }
    }
}
