import RPC
import Testing

@testable import DownloadsService

@Suite struct BackoffTests {
    @Test func `pauses grow and end`() {
        var backoff = Backoff()
        var pauses: [Duration] = []
        while let pause = backoff.fail(at: 0, retryAfter: nil, random: .max) { pauses.append(pause) }
        #expect(pauses.count == DownloadsLimits.tries - 1)
        #expect(pauses == pauses.sorted())
        #expect(pauses.allSatisfy { $0 <= DownloadsLimits.longestPause })
    }

    @Test func `only an attempt that comes further than ever resets the backoff`() {
        var backoff = Backoff()
        func fail(at bytes: Int64) -> Duration? { backoff.fail(at: bytes, retryAfter: nil, random: 0) }
        let first = fail(at: 0)
        #expect(first == DownloadsLimits.shortestPause)
        _ = fail(at: 0)
        #expect(fail(at: 100) == first)
        // What came up to there again was thrown away before.
        #expect(fail(at: 100) == DownloadsLimits.shortestPause * 2)
        #expect(fail(at: 50) == DownloadsLimits.shortestPause * 4)
        #expect(fail(at: 101) == first)
    }

    @Test func `a server that asks for more gets it`() {
        var backoff = Backoff()
        #expect(backoff.fail(at: 0, retryAfter: .seconds(300), random: 0) == .seconds(300))
    }

    @Test func `speed is of the last seconds`() throws {
        var meter = TransferRate()
        var (time, bytes) = (MonotonicInstant(nanoseconds: 0), Int64(0))
        func go(_ seconds: Int, _ speed: Int64) {
            for _ in 0..<seconds * 4 {
                (time, bytes) = (time.advanced(by: .milliseconds(250)), bytes + speed / 4)
                meter.note(bytes, at: time)
            }
        }
        meter.note(0, at: time)
        #expect(meter.bytesPerSecond == nil)
        go(2, 1_000)
        #expect(try #require(meter.bytesPerSecond).rounded() == 1_000)
        go(30, 5_000)
        #expect(abs(try #require(meter.bytesPerSecond) - 5_000) < 50)
        // What is begun again has no speed yet.
        meter.note(0, at: time)
        #expect(meter.bytesPerSecond == nil)
    }
}
