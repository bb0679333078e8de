import CBOR
import Testing

@testable import RPC

@Suite struct FailureAccrualTests {
    /// The rules, told off the list of all that has happened.
    private struct Model {
        enum Event {
            case answer, failure(isProbe: Bool), withdrawal, connection, probe
        }
        var failuresInARow: Int
        var events: [Event] = []

        /// Failures that count, since the last answer: first so many that begin a pause, and then those of probes.
        private var sinceAnswer: ArraySlice<Event> {
            let last = events.lastIndex { if case .answer = $0 { true } else { false } }
            return events[(last.map { $0 + 1 } ?? 0)...]
        }

        /// How often calls were held back since the last answer.
        var pauses: Int {
            var (failures, pauses) = (0, 0)
            for case .failure(let isProbe) in sinceAnswer {
                if pauses == 0 { failures += 1 }
                if pauses > 0 && isProbe || pauses == 0 && failures == failuresInARow { pauses += 1 }
            }
            return pauses
        }

        /// Whether a probe is out: what ends it is its failure, its end without a word, or any answer.
        var isProbing: Bool {
            var isOut = false
            for event in sinceAnswer {
                switch event {
                case .probe: isOut = true
                case .failure(isProbe: true), .withdrawal: isOut = false
                default: break
                }
            }
            return isOut
        }
    }

    @Test(arguments: Seeds.some(40)) func `agrees with the rules as they are told`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var limits = RPCLimits()
        limits.failuresInARow = Int.random(in: 1...6, using: &random)
        limits.longestPause = limits.firstPause * Int.random(in: 1...9, using: &random)
        var accrual = FailureAccrual(limits: limits, seed: seed)
        var model = Model(failuresInARow: limits.failuresInARow)
        var (now, call) = (MonotonicInstant(nanoseconds: 1), UInt64(0))
        for step in 0..<200 {
            now = now.advanced(by: .milliseconds(Int64.random(in: 0...400, using: &random)))
            call += 1
            let before = accrual.state
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                model.events.append(.answer)
                accrual.answered(at: now)
            case 1 where accrual.probe != nil:
                model.events.append(.withdrawal)
                accrual.withdrawProbe(at: now)
            case 2:
                model.events.append(.connection)
                accrual.connected(at: now)
            case 3..<10 where accrual.wantsProbe(at: now):
                model.events.append(.probe)
                accrual.begin(probe: call)
            default:
                let probe = Bool.random(using: &random) ? accrual.probe : nil
                model.events.append(.failure(isProbe: probe != nil))
                accrual.failed(probe ?? call, at: now)
                // A pause that began just now is as long as it should be; others are as they were.
                guard let end = accrual.pauseEnd, accrual.state != before else { break }
                let most = min(limits.firstPause * (1 << min(model.pauses - 1, 20)), limits.longestPause)
                let length = now.duration(to: end)
                #expect(length >= most / 2 && length <= most, "seed \(seed), step \(step): \(length) of \(most)")
            }
            #expect(accrual.isPassing == (model.pauses == 0), "seed \(seed), step \(step)")
            #expect((accrual.probe != nil) == model.isProbing, "seed \(seed), step \(step)")
        }
    }

    @Test func `only a call that had time and saw no answer speaks against its server`() {
        let limits = RPCLimits()
        var accrual = FailureAccrual(limits: limits, seed: 1)
        let begin = MonotonicInstant(nanoseconds: 1_000)
        #expect(!accrual.isFault(since: begin, until: begin.advanced(by: limits.fairWait - .nanoseconds(1))))
        #expect(accrual.isFault(since: begin, until: begin.advanced(by: limits.fairWait)))
        accrual.answered(at: begin.advanced(by: .nanoseconds(1)))
        #expect(!accrual.isFault(since: begin, until: begin.advanced(by: limits.fairWait)))
    }

    @Test func `pauses differ from client to client`() {
        let ends = Set(
            (UInt64(0)..<20).map { seed in
                var accrual = FailureAccrual(limits: RPCLimits(), seed: seed)
                for call in UInt64(0)..<5 { accrual.failed(call, at: MonotonicInstant(nanoseconds: 0)) }
                return accrual.pauseEnd
            })
        #expect(ends.count > 15)
    }
}
