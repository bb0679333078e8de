import ChaosHistory
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// The same reports and marks come to the same, in any order and however often each arrives.
struct SessionProgressPropertyTests {
    /// Something that was said about one title.
    private enum Saying: Sendable {
        case report(session: Int, SessionProgress.Report)
        case watched(HybridTimestamp)
        case unwatched(HybridTimestamp)
        case startOver(HybridTimestamp)
    }

    /// What a store would keep.
    private struct Kept: Equatable {
        var sessions: [SessionProgress]
        var marks = WatchState.Marks()

        mutating func take(_ saying: Saying) {
            switch saying {
            case .report(let session, let report): sessions[session].take(report)
            case .watched(let stamp): marks.watched = max(marks.watched, stamp)
            case .startOver(let stamp): marks.reset = max(marks.reset, stamp)
            case .unwatched(let stamp):
                marks.reset = max(marks.reset, stamp)
                marks.cleared = max(marks.cleared, stamp)
            }
        }

        func watchState(_ opened: [HybridTimestamp]) -> WatchState {
            let sessions = zip(sessions, opened).enumerated().map { row, session in
                WatchState.Session(row: Int64(row), opened: session.1, variant: "v\(row)", progress: session.0)
            }
            return WatchState(sessions: sessions, marks: marks, threshold: 0.9)
        }
    }

    private static let sessions = 3
    /// Of how many sayings every order is tried, beside all of them at once.
    private static let devices = 4

    private static func story(_ source: inout SplitMix64) -> (sayings: [Saying], opened: [HybridTimestamp]) {
        var sayings: [Saying] = []
        let opened = (0..<sessions).map { HybridTimestamp(milliseconds: Int64($0) * 300 + 1) }
        for (index, opening) in opened.enumerated() {
            let isNumbered = Bool.random(using: &source)
            for _ in 0..<Int.random(in: 0...12, using: &source) {
                // Few values, so that equal stamps and equal positions happen.
                let stamp = opening.advanced(byMilliseconds: Int64.random(in: 0..<60, using: &source) * 10)
                let duration: Double = [0, 100, 100, 100, 200].randomElement(using: &source) ?? 100
                let position = Double(Int.random(in: -2...24, using: &source) * 5)
                let reach = PlaybackPosition(position: position, duration: duration) ?? .none
                let state = PlayerState.allCases.randomElement(using: &source) ?? .playing
                // Numbers need not agree with times, and some players forget them now and then.
                let number = isNumbered ? Int64.random(in: 0...9, using: &source) : 0
                sayings.append(
                    .report(session: index, .init(sequence: number, stamp: stamp, reach: reach, state: state)))
            }
        }
        for _ in 0..<Int.random(in: 0...3, using: &source) {
            let stamp = HybridTimestamp(milliseconds: Int64.random(in: 0...1_300, using: &source), counter: 1)
            let kind = Int.random(in: 0..<3, using: &source)
            sayings.append(kind == 0 ? .watched(stamp) : kind == 1 ? .unwatched(stamp) : .startOver(stamp))
        }
        return (sayings, opened)
    }

    private static func apply(_ sayings: [Saying]) -> Kept {
        var kept = Kept(sessions: Array(repeating: SessionProgress(), count: sessions))
        for saying in sayings { kept.take(saying) }
        return kept
    }

    @Test(arguments: Seeds.make(10))
    func `order and repeats do not matter`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<30 {
            let (sayings, opened) = Self.story(&source)
            // What one device has said, and then another: the same when it is kept and when it is read.
            let laws = MergeLaws<[Saying]>("merge of reports", merge: +) { one, other in
                let (one, other) = (Self.apply(one), Self.apply(other))
                return one == other && one.watchState(opened) == other.watchState(opened)
            }
            let devices = sayings.shuffled(using: &source).prefix(Self.devices).map { [$0] }
            let verdict = laws.check(devices + [sayings], shuffles: 6, using: &source)
            #expect(verdict.violations.isEmpty, "seed \(seed): \(verdict)")
        }
    }

    @Test(arguments: Seeds.make(10))
    func `what is kept tells the same as all reports would`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let (sayings, _) = Self.story(&source)
            let kept = Self.apply(sayings)
            for (index, session) in kept.sessions.enumerated() {
                let reports = sayings.compactMap { saying -> SessionProgress.Report? in
                    if case .report(index, let report) = saying { report } else { nil }
                }
                for moment in [0, 100, 305, 611, 900, 1_500] as [Int64] {
                    let after = HybridTimestamp(milliseconds: moment)
                    let truth = reports.filter { $0.stamp > after }.map(\.reach).max()
                    #expect(session.furthest(after: after) == truth, "seed \(seed)")
                }
                let last = reports.max { ($0.place, $0.reach) < ($1.place, $1.reach) }
                #expect(session.latest?.stamp == last?.stamp, "seed \(seed)")
                #expect(session.latest?.reach == last?.reach, "seed \(seed)")
                #expect((session.state == .ended) == reports.contains { $0.state == .ended }, "seed \(seed)")
            }
        }
    }

    @Test func `within a session the last report is the position, and the furthest decides whether it was watched`() {
        var session = SessionProgress()
        for (moment, position) in [(10, 10.0), (20, 50), (30, 40), (15, 30), (40, 45)] as [(Int64, Double)] {
            session.take(report(moment, position))
        }
        #expect(session.furthest(after: .zero)?.position == 50)
        #expect(session.position(after: .zero)?.position == 45)
        session.take(report(50, 51))
        #expect(session.peaks.isEmpty)
    }

    @Test func `numbers order reports, whatever their times`() {
        var session = SessionProgress()
        // A device whose clock is held back: its stamps come out of order.
        for (number, moment, position) in [(2, 30, 60.0), (1, 40, 20), (3, 10, 50), (2, 30, 60)]
            as [(
                Int64, Int64, Double
            )]
        {
            session.take(report(moment, position, number: number))
        }
        #expect(session.position(after: .zero)?.position == 50)
        #expect(session.furthest(after: .zero)?.position == 60)
        // What has no number comes before what has one.
        session.take(report(90, 70))
        #expect(session.position(after: .zero)?.position == 50)
        #expect(session.furthest(after: .zero)?.position == 70)
    }

    @Test func `a last report without a length has that of the furthest one`() {
        var session = SessionProgress()
        session.take(report(10, 50))
        session.take(
            .init(
                stamp: HybridTimestamp(milliseconds: 20), reach: PlaybackPosition(position: 60, duration: nil) ?? .none,
                state: .playing))
        #expect(session.position(after: .zero) == PlaybackPosition(position: 60, duration: 100))
    }

    @Test func `between sessions the last report wins, not the last opening and not the highest progress`() {
        let first = session(1, opened: 10, reports: [(20, 80), (500, 85)])
        let second = session(2, opened: 100, reports: [(110, 20)])
        let watchState = WatchState(sessions: [first, second], marks: .init(), threshold: 0.9)
        #expect(watchState.reach.position == 85)
        #expect(watchState.variant == "v1")
        let later = session(2, opened: 100, reports: [(110, 20), (600, 30)])
        #expect(WatchState(sessions: [first, later], marks: .init(), threshold: 0.9).reach.position == 30)
    }

    @Test func `start over and mark unwatched win over earlier reports, and what comes after counts`() {
        let one = session(1, opened: 10, reports: [(20, 80), (200, 10)])
        let reset = WatchState.Marks(reset: HybridTimestamp(milliseconds: 100))
        let watchState = WatchState(sessions: [one], marks: reset, threshold: 0.9)
        #expect(watchState.reach.position == 10)
        let all = WatchState.Marks(
            reset: HybridTimestamp(milliseconds: 300), cleared: HybridTimestamp(milliseconds: 300))
        let nothing = WatchState(sessions: [one], marks: all, threshold: 0.9)
        #expect(nothing.reach == .none)
        #expect(nothing.resume() == nil)
        #expect(nothing.lastWatched == .zero)
    }

    @Test func `a mark settles the sessions before it, and watching again starts over and counts`() {
        let first = session(1, opened: 10, reports: [(20, 50), (300, 60)])
        let marks = WatchState.Marks(watched: HybridTimestamp(milliseconds: 100))
        let marked = WatchState(sessions: [first], marks: marks, threshold: 0.9)
        #expect(marked.isWatched)
        #expect(marked.resume() == nil)
        #expect(marked.playCount == 1)
        let again = session(2, opened: 400, reports: [(410, 30)])
        let rewatch = WatchState(sessions: [first, again], marks: marks, threshold: 0.9)
        #expect(rewatch.isWatched)
        #expect(rewatch.resume() == 25)
        #expect(rewatch.playCount == 1)
        let finished = session(2, opened: 400, reports: [(410, 30), (500, 95)])
        let twice = WatchState(sessions: [first, finished], marks: marks, threshold: 0.9)
        #expect(twice.isWatched)
        #expect(twice.playCount == 2)
        // Starting over takes the place away, not the count; marking as not seen takes both.
        let over = WatchState.Marks(
            watched: HybridTimestamp(milliseconds: 100), reset: HybridTimestamp(milliseconds: 600))
        let started = WatchState(sessions: [first, finished], marks: over, threshold: 0.9)
        #expect(!started.isWatched)
        #expect(started.playCount == 2)
    }

    @Test func `a watched title is watched from the threshold on, and a title without a length never`() {
        let almost = session(1, opened: 10, reports: [(20, 89)])
        #expect(!WatchState(sessions: [almost], marks: .init(), threshold: 0.9).isWatched)
        #expect(WatchState(sessions: [almost], marks: .init(), threshold: 0.89).isWatched)
        var unknown = SessionProgress()
        unknown.take(
            .init(
                stamp: HybridTimestamp(milliseconds: 5),
                reach: PlaybackPosition(position: 9_000, duration: nil) ?? .none, state: .playing)
        )
        let endless = WatchState.Session(row: 1, opened: .zero, variant: "v", progress: unknown)
        let watchState = WatchState(sessions: [endless], marks: .init(), threshold: 0.1)
        #expect(!watchState.isWatched)
        #expect(watchState.resume() == 8_995)
        #expect(watchState.resume(inLength: 100) == 95)
    }

    @Test func `a resume point is carried over by fraction and never past the end`() {
        let watchState = WatchState(
            sessions: [session(1, opened: 1, reports: [(2, 50)])], marks: .init(), threshold: 0.9)
        #expect(watchState.resume() == 45)
        #expect(watchState.resume(inLength: 200) == 95)
        #expect(watchState.resume(inLength: 0) == 45)
        #expect(
            WatchState(sessions: [session(1, opened: 1, reports: [(2, 3)])], marks: .init(), threshold: 0.9).resume()
                == 0)
        let half = PlaybackPosition(position: 3_000, duration: 6_000) ?? .none
        #expect(WatchState.carry(half, toLength: 6_060) == 3_000)
        #expect(WatchState.carry(half, toLength: 12_000) == 6_000)
        #expect(WatchState.carry(half, toLength: 1_000) == 500)
    }

    @Test func `values out of range are brought into it, and what is no number is refused`() {
        #expect(PlaybackPosition(position: 120, duration: 100)?.progress == 1)
        #expect(PlaybackPosition(position: -5, duration: 100)?.position == 0)
        #expect(PlaybackPosition(position: 5, duration: -100)?.progress == 0)
        #expect(PlaybackPosition(position: 0, duration: 0) == PlaybackPosition.none)
        #expect(PlaybackPosition(position: .nan, duration: 100) == nil)
        #expect(PlaybackPosition(position: 1, duration: .infinity) == nil)
        #expect(PlaybackPosition(position: 1e300, duration: nil)?.position == PlaybackLimits.longestSeconds)
    }

    private func report(_ moment: Int64, _ position: Double, number: Int64 = 0) -> SessionProgress.Report {
        .init(
            sequence: number, stamp: HybridTimestamp(milliseconds: moment),
            reach: PlaybackPosition(position: position, duration: 100) ?? .none,
            state: .playing)
    }

    private func session(_ row: Int64, opened: Int64, reports: [(Int64, Double)]) -> WatchState.Session {
        var progress = SessionProgress()
        for (moment, position) in reports { progress.take(report(moment, position)) }
        return .init(row: row, opened: HybridTimestamp(milliseconds: opened), variant: "v\(row)", progress: progress)
    }
}
