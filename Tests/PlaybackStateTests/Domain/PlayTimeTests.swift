import Testing

@testable import PlaybackStateService

/// Times of imported plays: with a zone, or refused.
struct PlayTimeTests {
    @Test(
        arguments: [
            ("1970-01-02T00:00:00Z", 86_400_000), ("2014-03-31T09:28:53.000Z", 1_396_258_133_000),
            ("2014-03-31 09:28:53.25+00:00", 1_396_258_133_250), ("2014-03-31T11:28:53+02:00", 1_396_258_133_000),
            ("2014-03-31T04:58:53-0430", 1_396_258_133_000), ("2014-03-31t09:28z", 1_396_258_080_000),
            ("2014-03-31 09:28:53 UTC", 1_396_258_133_000), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
        ] as [(String, Int64)])
    func `a time with a zone is one moment`(text: String, milliseconds: Int64) {
        #expect(PlayTime(text) == .time(milliseconds))
    }

    @Test(arguments: ["2014-03-31T09:28:53", "2014-03-31 09:28", "2014-03-31T09:28:53.000"])
    func `a time without a zone is none of its moments`(text: String) {
        #expect(PlayTime(text) == .noZone)
    }

    @Test(arguments: [
        "", "yesterday", "2014-03-31", "2014-02-30T00:00:00Z", "2014-13-01T00:00:00Z", "2014-03-31T24:00:00Z",
        "2014-03-31T09:28:53+25:00", "1396258133", "2014-03-31T09:28:53Z and more", String(repeating: "2", count: 500),
    ])
    func `anything else is no time`(text: String) {
        #expect(PlayTime(text) == .bad)
    }

    @Test func `a play within the running time of another is that play`() {
        let span = PlaySpan(began: 1_000_000, ended: 4_000_000)
        #expect(span.isSame(at: 1_000_000, length: 0) && span.isSame(at: 4_059_999, length: 0))
        #expect(!span.isSame(at: 4_060_000, length: 0) && !span.isSame(at: 940_000, length: 0))
        #expect(span.isSame(at: 4_000_000 + 5_399_999, length: 5_400_000))
        #expect(!span.isSame(at: 4_000_000 + 5_400_000, length: 5_400_000))
        #expect(span.isSame(at: 0, length: 5_400_000))
    }
}
