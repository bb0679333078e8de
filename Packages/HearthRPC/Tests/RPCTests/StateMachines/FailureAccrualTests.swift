import CBOR
import Testing

@testable import RPC

@Suite struct FailureAccrualTests {
    /// The rules, told off the list of all that has happened.
    private struct Model {
        enum Event {
            case response, failure(isProbe: Bool), withdrawal, connection, probe, life
        }
        var maxConsecutiveFailures: Int
        var events: [Event] = []

        /// How often calls were held back since the last answer, whether they are, and whether a probe is out.
        var state: (pauses: Int, isPassing: Bool, isProbing: Bool) {
            let last = events.lastIndex { if case .response = $0 { true } else { false } }
            var (failures, pauses, isAlive, isProbing) = (0, 0, false, false)
            for event in events[(last.map { $0 + 1 } ?? 0)...] {
                switch event {
                case .probe: isProbing = true
                case .withdrawal: isProbing = false
                // The server is there: calls pass until the next failure, whosever it is.
                case .life: (isProbing, isAlive) = (false, true)
                case .failure(let isProbe):
                    failures += 1
                    guard pauses == 0 ? failures == maxConsecutiveFailures : isProbe || isAlive else { continue }
                    pauses += 1
                    (isProbing, isAlive) = (false, false)
                case .response, .connection: break
                }
            }
            return (pauses, pauses == 0 || isAlive, isProbing)
        }
    }

    @Test(arguments: Seeds.some(40)) func `agrees with the rules as they are told`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var limits = RPCLimits()
        limits.maxConsecutiveFailures = Int.random(in: 1...6, using: &random)
        limits.longestPause = limits.firstPause * Int.random(in: 1...9, using: &random)
        var accrual = FailureAccrual(limits: limits, seed: seed)
        var model = Model(maxConsecutiveFailures: limits.maxConsecutiveFailures)
        var (now, call) = (MonotonicInstant(nanoseconds: 1), UInt64(0))
        // The one that is out, and those that gave it their place.
        var probes: [UInt64] = []
        for step in 0..<200 {
            now = now.advanced(by: .milliseconds(Int64.random(in: 0...400, using: &random)))
            call += 1
            let before = accrual.state
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                model.events.append(.response)
                accrual.responded(at: now)
            case 1 where accrual.probe != nil:
                model.events.append(.withdrawal)
                accrual.withdrawProbe(at: now)
            case 2:
                model.events.append(.connection)
                accrual.connected(at: now)
            case 3 where accrual.probe != nil:
                model.events.append(.life)
                accrual.sawKeepAlive()
            case 4..<6 where accrual.probe != nil, 4..<11 where accrual.wantsProbe(at: now):
                model.events.append(.probe)
                probes.append(call)
                accrual.begin(probe: call)
            default:
                let probe = Bool.random(using: &random) ? probes.randomElement(using: &random) : nil
                model.events.append(.failure(isProbe: probe != nil))
                accrual.failed(probe ?? call, at: now)
                // A pause that began just now is as long as it should be; others are as they were.
                guard let end = accrual.pauseEnd, accrual.state != before else { break }
                let most = min(limits.firstPause * (1 << min(model.state.pauses - 1, 20)), limits.longestPause)
                let length = now.duration(to: end)
                #expect(length >= most / 2 && length <= most, "seed \(seed), step \(step): \(length) of \(most)")
            }
            #expect(accrual.isPassing == model.state.isPassing, "seed \(seed), step \(step)")
            #expect((accrual.probe != nil) == model.state.isProbing, "seed \(seed), step \(step)")
            if !model.state.isProbing { probes.removeAll() }
        }
    }

    @Test func `only a call that had time and saw no answer speaks against its server`() {
        let limits = RPCLimits()
        var accrual = FailureAccrual(limits: limits, seed: 1)
        let begin = MonotonicInstant(nanoseconds: 1_000)
        #expect(!accrual.isFault(since: begin, until: begin.advanced(by: limits.fairWait - .nanoseconds(1))))
        #expect(accrual.isFault(since: begin, until: begin.advanced(by: limits.fairWait)))
        accrual.responded(at: begin.advanced(by: .nanoseconds(1)))
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
