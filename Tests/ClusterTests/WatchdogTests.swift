import RPC
import Testing

@testable import Cluster

struct WatchdogTests {
    private let policy = WatchPolicy()

    private func rounds(_ probes: [(hasResponded: Bool, time: Duration)]) -> Int? {
        var watchdog = Watchdog(limit: policy.silence, longestRound: policy.longestRound)
        return probes.firstIndex { watchdog.note(hasResponded: $0.hasResponded, after: $0.time) }
    }

    @Test
    func `30 s of silence are too long, and not a moment less`() {
        #expect(rounds(Array(repeating: (false, .seconds(5)), count: 20)) == 5)
        #expect(rounds(Array(repeating: (false, .milliseconds(4_999)), count: 6)) == nil)
    }

    @Test
    func `one answer makes the silence before it count for nothing`() {
        let silent = Array(repeating: (hasResponded: false, time: Duration.seconds(5)), count: 5)
        #expect(rounds(silent + [(true, .seconds(5))] + silent) == nil)
        #expect(rounds(silent + [(true, .seconds(5))] + silent + [(false, .seconds(5))]) == 11)
    }

    @Test(arguments: [60, 600, 86_400])
    func `time in which the supervisor itself was stopped does not count`(seconds: Int) {
        #expect(
            rounds([(true, .seconds(3)), (false, .seconds(seconds)), (false, .seconds(5)), (true, .seconds(3))]) == nil)
    }
}
