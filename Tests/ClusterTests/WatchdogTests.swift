import RPC
import Testing

@testable import Cluster

@Suite("Watchdog")
struct WatchdogTests {
    private let policy = WatchPolicy()

    private func rounds(_ answers: [(isAnswered: Bool, time: Duration)]) -> Int? {
        var watchdog = Watchdog(limit: policy.silence, longestRound: policy.longestRound)
        return answers.firstIndex { watchdog.note(isAnswered: $0.isAnswered, after: $0.time) }
    }

    @Test("30 s of silence are too long, and not a moment less")
    func limit() {
        #expect(rounds(Array(repeating: (false, .seconds(5)), count: 20)) == 5)
        #expect(rounds(Array(repeating: (false, .milliseconds(4_999)), count: 6)) == nil)
    }

    @Test("one answer makes the silence before it count for nothing")
    func answer() {
        let silent = Array(repeating: (isAnswered: false, time: Duration.seconds(5)), count: 5)
        #expect(rounds(silent + [(true, .seconds(5))] + silent) == nil)
        #expect(rounds(silent + [(true, .seconds(5))] + silent + [(false, .seconds(5))]) == 11)
    }

    @Test("time in which the supervisor itself was stopped does not count", arguments: [60, 600, 86_400])
    func stopped(seconds: Int) {
        #expect(
            rounds([(true, .seconds(3)), (false, .seconds(seconds)), (false, .seconds(5)), (true, .seconds(3))]) == nil)
    }
}
