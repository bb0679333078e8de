import HearthModel
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// Which sessions give way on an account that opens only so many streams at once.
struct SlotRulesTests {
    private static let now: Int64 = 10_000_000
    private static let timeout = PlaybackLimits.slotTimeoutMilliseconds

    private static func holder(
        _ session: Int64, _ stream: String, isChild: Bool = false, since: Int64 = 0, silent: Int64 = 0
    ) -> SlotRules.Holder {
        SlotRules.Holder(session: session, stream: stream, isChild: isChild, since: since, heard: now - silent)
    }

    private static func verdict(
        _ stream: String, isChild: Bool = false, own: String? = nil, among holders: [SlotRules.Holder],
        maximum: Int, _ rule: SlotRule = .refuse
    ) -> SlotRules.Verdict {
        SlotRules(maximum: maximum, rule: rule).verdict(
            for: SlotRules.Newcomer(stream: stream, isChild: isChild, own: own), among: holders, at: now)
    }

    @Test func `a free slot is taken, a stream is shared, and a full account refuses`() {
        let holders = [Self.holder(1, "a"), Self.holder(2, "b")]
        #expect(Self.verdict("c", among: holders, maximum: 3) == .granted(ending: []))
        #expect(Self.verdict("a", among: holders, maximum: 2) == .granted(ending: []))
        #expect(Self.verdict("c", among: holders, maximum: 2) == .refused)
        // A rule of a newer version ends nothing.
        #expect(Self.verdict("c", among: holders, maximum: 2, SlotRule(rawValue: "endAll")) == .refused)
    }

    @Test func `the oldest or the newest ends, with all sessions on its stream`() {
        let holders = [
            Self.holder(1, "b", since: 20), Self.holder(2, "a", since: 10), Self.holder(3, "a", since: 40),
            Self.holder(4, "c", since: 30),
        ]
        #expect(Self.verdict("x", among: holders, maximum: 3, .endOldest) == .granted(ending: [2, 3]))
        #expect(Self.verdict("x", among: holders, maximum: 3, .endNewest) == .granted(ending: [4]))
        // After the maximum was lowered as many end as have to.
        #expect(Self.verdict("x", among: holders, maximum: 2, .endOldest) == .granted(ending: [1, 2, 3]))
    }

    @Test func `a child ends no adult's, and only children's`() {
        let holders = [
            Self.holder(1, "a", since: 1), Self.holder(2, "b", isChild: true, since: 2),
            Self.holder(3, "b", since: 3), Self.holder(4, "c", isChild: true, since: 4),
        ]
        #expect(Self.verdict("x", isChild: true, among: holders, maximum: 3, .endOldest) == .granted(ending: [4]))
        #expect(Self.verdict("x", isChild: true, among: Array(holders[..<3]), maximum: 2, .endOldest) == .refused)
        #expect(Self.verdict("x", among: holders, maximum: 3, .endOldest) == .granted(ending: [1]))
    }

    @Test func `slots of dead sessions free themselves, whatever the rule, the longest silent first`() {
        let holders = [
            Self.holder(1, "a", silent: Self.timeout + 1), Self.holder(2, "b", silent: Self.timeout + 9),
            Self.holder(3, "c", silent: Self.timeout),
        ]
        #expect(Self.verdict("x", among: holders, maximum: 3) == .granted(ending: [2]))
        #expect(Self.verdict("x", isChild: true, among: holders, maximum: 2) == .granted(ending: [1, 2]))
        #expect(Self.verdict("x", among: holders, maximum: 1) == .refused)
        // One live session keeps the stream.
        let shared = [Self.holder(1, "a", silent: Self.timeout + 1), Self.holder(2, "a")]
        #expect(Self.verdict("x", among: shared, maximum: 1) == .refused)
    }

    @Test func `a session that reconnects keeps its own, also where there are too many by now`() {
        let holders = [Self.holder(1, "a"), Self.holder(2, "b")]
        #expect(Self.verdict("x", own: "x", among: holders, maximum: 1) == .granted(ending: []))
        // On another link of the title it goes on as well, unless its old stream is still in use.
        #expect(Self.verdict("y", own: "x", among: holders, maximum: 2) == .granted(ending: []))
        #expect(Self.verdict("y", own: "a", among: holders, maximum: 2) == .refused)
    }

    @Test(arguments: Seeds.make(20))
    func `no stream is added beyond the maximum, and no more ends than has to`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let names = ["a", "b", "c", "d", "e"]
            let holders = (0..<Int.random(in: 0...8, using: &source)).map { number in
                Self.holder(
                    Int64(number), names.randomElement(using: &source) ?? "a", isChild: .random(using: &source),
                    since: .random(in: 0...5, using: &source),
                    silent: .random(in: 0...(Self.timeout * 2), using: &source))
            }
            let newcomer = SlotRules.Newcomer(
                stream: (names + ["f"]).randomElement(using: &source) ?? "f", isChild: .random(using: &source),
                own: Bool.random(using: &source) ? names.randomElement(using: &source) : nil)
            let rule = SlotRule.all.randomElement(using: &source) ?? .refuse
            let maximum = Int.random(in: 1...4, using: &source)
            let rules = SlotRules(maximum: maximum, rule: rule)
            let verdict = rules.verdict(for: newcomer, among: holders, at: Self.now)
            // The order in which sessions are listed decides nothing.
            #expect(verdict == rules.verdict(for: newcomer, among: holders.shuffled(using: &source), at: Self.now))
            Self.check(verdict, newcomer, holders, maximum, rule, seed)
        }
    }

    private static func check(
        _ verdict: SlotRules.Verdict, _ newcomer: SlotRules.Newcomer, _ holders: [SlotRules.Holder], _ maximum: Int,
        _ rule: SlotRule, _ seed: UInt64
    ) {
        let before = Set(holders.map(\.stream))
        guard case .granted(let ending) = verdict else {
            // Nothing was free, and nothing could be made so.
            #expect(!before.contains(newcomer.stream) && before.count >= maximum, "seed \(seed)")
            let mayEnd = before.filter { stream in
                let sessions = holders.filter { $0.stream == stream }
                if sessions.allSatisfy({ $0.isDead(at: now) }) { return true }
                guard rule != .refuse else { return false }
                return !newcomer.isChild || sessions.allSatisfy { $0.isChild || $0.isDead(at: now) }
            }
            #expect(before.count - mayEnd.count + 1 > maximum, "seed \(seed)")
            return
        }
        let left = holders.filter { !ending.contains($0.session) }
        let streams = Set(left.map(\.stream))
        let ended = holders.filter { ending.contains($0.session) }
        // A stream is left alone or ends as a whole.
        #expect(streams.isDisjoint(with: ended.map(\.stream)), "seed \(seed)")
        let continues = newcomer.own.map { !before.contains($0) } ?? false
        if before.contains(newcomer.stream) || continues {
            #expect(ending.isEmpty, "seed \(seed)")
        } else {
            #expect(streams.count + 1 <= maximum, "seed \(seed)")
            #expect(ending.isEmpty || streams.count + 1 == maximum, "more end than has to, seed \(seed)")
        }
        let live = ended.filter { !$0.isDead(at: now) }
        #expect(rule != .refuse || live.isEmpty, "seed \(seed)")
        #expect(!newcomer.isChild || live.allSatisfy(\.isChild), "seed \(seed)")
        // No live session ends while the slot of a dead stream is left.
        let dead = streams.filter { stream in left.filter { $0.stream == stream }.allSatisfy { $0.isDead(at: now) } }
        #expect(live.isEmpty || dead.isEmpty, "seed \(seed)")
    }
}
