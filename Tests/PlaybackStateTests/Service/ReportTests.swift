import Foundation
import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// Reports: what they come to, in whatever order and however often they arrive.
struct ReportTests {
    private static let catalog = FakeCatalog([.movie("m1"), .movie("m2"), .of(.channel, "ch")])

    @Test(arguments: TestTransport.allCases)
    func `several reports in one call, and those that are not taken are named`(transport: TestTransport) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let (one, two) = (try await client.play("m1"), try await client.play("m2", device: "phone"))
            let other = try await harness.playback(.owner).play("m1")
            let reports = [
                ProgressReport(session: one.session, elapsedMilliseconds: 10, position: 10, duration: 100),
                ProgressReport(session: "nonsense", elapsedMilliseconds: 10, position: 10),
                ProgressReport(session: two.session, elapsedMilliseconds: 10, position: .nan),
                ProgressReport(session: two.session, elapsedMilliseconds: 20, position: 20, duration: 100),
                ProgressReport(session: other.session, elapsedMilliseconds: 10, position: 99, duration: 100),
                ProgressReport(session: one.session + "0", elapsedMilliseconds: 10, position: 99, duration: 100),
                ProgressReport(
                    session: one.session, elapsedMilliseconds: 30, position: 1,
                    state: PlaybackPhase(rawValue: "flying")),
            ]
            let refused = try await client.send(PlaybackState.ReportProgress(reports: reports)).refused
            #expect(refused.map(\.index) == [1, 2, 4, 5, 6])
            #expect(
                refused.map(\.problem) == [
                    .unknownSession, .badReport, .unknownSession, .unknownSession, .badReport,
                ])
            #expect(try await client.progress("m1").position == 10)
            #expect(try await client.progress("m2").position == 20)
            #expect(await client.failure(of: PlaybackState.ReportProgress(reports: []))?.field == "reports")
        }
    }

    @Test func `late reports never move a session, and a jump back does`()
        async throws
    {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.play("m1").session
            try await client.report(session, at: 300, 60)
            try await client.report(session, at: 100, 20)
            try await client.report(session, at: 300, 60)
            #expect(try await client.progress("m1").position == 60)
            try await client.report(session, at: 400, 30)
            #expect(try await client.progress("m1").position == 30)
            #expect(try await client.send(PlaybackState.ListActive()).sessions.map(\.position) == [30])
            try await client.report(session, at: 500, 70)
            #expect(try await client.progress("m1").position == 70)
            // After its end it stays ended, and what comes late moves nothing.
            let last = ProgressReport(session: session, elapsedMilliseconds: 600, position: 71, duration: 100)
            _ = try await client.send(PlaybackState.EndSession(session: session, last: last))
            #expect(try await client.report(session, at: 550, 75).isEmpty)
            #expect(try await client.progress("m1").position == 71)
            #expect(try await client.send(PlaybackState.ListActive()).sessions.isEmpty)
        }
    }

    @Test func `a channel counts time, not percent`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            for seconds in [600.0, 900] {
                let session = try await client.play("ch").session
                try await client.report(session, at: 1_000, seconds, of: 600)
                try await client.report(session, at: 500, 1, of: 600)
            }
            let title = try await client.progress("ch")
            #expect(title.secondsWatched == 1_200)
            #expect(title.progress == 0)
            #expect(!title.isWatched)
            #expect(title.playCount == 0)
            #expect(try await client.goOn().isEmpty)
            #expect(try await client.play("ch").resume == nil)
        }
    }

    @Test func `values out of range, no length, and an own threshold`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.play("m1").session
            try await client.report(session, at: 10, -20, of: 100)
            #expect(try await client.progress("m1").position == 0)
            #expect(try await client.goOn().isEmpty)
            try await client.report(session, at: 20, 30, of: nil)
            let title = try await client.progress("m1")
            #expect(title.position == 30)
            #expect(title.duration == nil)
            #expect(!title.isWatched)
            try await client.report(session, at: 30, 50, of: 100)
            #expect(try await client.progress("m1", threshold: 0.5).isWatched)
            try await client.report(session, at: 40, 500, of: 100)
            #expect(try await client.progress("m1").progress == 1)
            for threshold in [0, -1, 1.1, .nan] {
                let request = PlaybackState.GetProgress(contents: ["m1"], watchedThreshold: threshold)
                #expect(await client.failure(of: request)?.field == "watchedThreshold")
            }
        }
    }

    @Test(arguments: Seeds.make(5))
    func `the statements come to what the law says, in any order`(seed: UInt64) async throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        let fixture = try InlineShard()
        for round in 0..<40 {
            let isTimed = round % 5 == 0
            let id = try await fixture.open(session: round, isTimed: isTimed)
            var reports = (0..<Int.random(in: 1...15, using: &source)).map { _ in
                SessionProgress.Report(
                    sequence: round % 3 == 0 ? 0 : Int64.random(in: 0..<12, using: &source),
                    stamp: id.opened.advanced(byMilliseconds: Int64.random(in: 0..<12, using: &source)),
                    reach: PlaybackPosition(
                        position: Double(Int.random(in: 0...12, using: &source) * 10),
                        duration: [0, 100, 100, 120].randomElement(using: &source)) ?? .none,
                    state: PlayerState.allCases.randomElement(using: &source) ?? .playing)
            }
            var expected = SessionProgress()
            for report in reports {
                var report = report
                if isTimed { report.reach = report.reach.timeOnly }
                expected.take(report)
            }
            reports += reports.filter { _ in Bool.random(using: &source) }
            for report in reports.shuffled(using: &source) { #expect(try await fixture.report(id, report)) }
            #expect(try await fixture.progress(of: id) == expected, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.make(3))
    func `what was acknowledged is there after power cuts`(seed: UInt64) async throws {
        print("seed \(seed)")
        try await ServiceHarness.with(PlaybackStateService.self, faults: true) { harness in
            var source = SplitMix64(seed: seed)
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.play("m1").session
            var position = 0.0
            for round in 0..<5 {
                for step in 0..<Int.random(in: 1...15, using: &source) {
                    position += 0.5
                    try await client.report(session, at: Int64(round * 100 + step), position)
                }
                try await harness.cutPower(tearingBy: source.next())
                try await harness.start()
                #expect(try await client.progress("m1").position == position, "seed \(seed)")
            }
        }
    }
}
