import Cluster
import RPC
import Testing

struct ServiceMachineTests {
    private let crash = ProcessTermination.signalled(9)

    /// A machine and a clock, driven by hand.
    private struct Fixture {
        var machine: ServiceMachine
        var now = MonotonicInstant(nanoseconds: 1_000_000_000)

        init(_ policy: RestartPolicy = RestartPolicy()) { machine = ServiceMachine(policy: policy) }

        mutating func pass(_ time: Duration) { now = now.advanced(by: time) }

        /// Starts, serves for a while when told so, and ends.
        mutating func life(serving: Duration? = nil, _ end: ProcessTermination) -> ServiceMachine.Outcome {
            machine.started(now: now)
            if let serving {
                machine.served(now: now)
                pass(serving)
            }
            return machine.ended(end, isWanted: false, now: now)
        }

        /// Waits until it is to be started again.
        mutating func waitUntilDue() {
            if case .wait(let until) = machine.step(now: now) { now = until }
        }
    }

    @Test
    func `waits double from 100 ms to 30 s`() {
        var policy = RestartPolicy()
        policy.crashLoopLimit = 0
        var bench = Fixture(policy)
        var waits: [Duration] = []
        for _ in 0..<12 {
            guard case .died(let wait) = bench.life(crash) else { return #expect(Bool(false), "it did not die") }
            waits.append(wait)
            #expect(bench.machine.step(now: bench.now) == .wait(until: bench.now.advanced(by: wait)))
            bench.waitUntilDue()
            #expect(bench.machine.step(now: bench.now) == .start)
        }
        let expected: [Int] = [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]
        #expect(waits == expected.map { .milliseconds($0) })
    }

    @Test
    func `after 60 s well the first wait is the first again, and not a moment before`() {
        var policy = RestartPolicy()
        policy.crashLoopLimit = 0
        var bench = Fixture(policy)
        for _ in 0..<4 { _ = bench.life(crash) }
        #expect(bench.life(serving: .milliseconds(59_999), crash) == .died(restartAfter: .milliseconds(1_600)))
        #expect(bench.life(serving: .seconds(60), crash) == .died(restartAfter: .milliseconds(100)))
    }

    @Test
    func `time before it served does not make it well`() {
        var policy = RestartPolicy()
        policy.crashLoopLimit = 0
        var bench = Fixture(policy)
        _ = bench.life(crash)
        bench.machine.started(now: bench.now)
        bench.pass(.seconds(300))
        #expect(
            bench.machine.ended(crash, isWanted: false, now: bench.now) == .died(restartAfter: .milliseconds(200)))
    }

    @Test
    func `five deaths within 60 s are a crash loop`() {
        var bench = Fixture()
        for _ in 0..<4 {
            guard case .died = bench.life(crash) else { return #expect(Bool(false), "given up too early") }
            bench.waitUntilDue()
        }
        guard case .gaveUp(let reason) = bench.life(crash) else { return #expect(Bool(false), "not given up") }
        #expect(reason == "crash loop: it died 5 times within 60 s, the last time with killed by SIGKILL")
        #expect(bench.machine.step(now: bench.now.advanced(by: .seconds(3_600))) == .rest)
    }

    @Test
    func `deaths further apart are no crash loop`() {
        var bench = Fixture()
        for _ in 0..<50 {
            guard case .died = bench.life(serving: .seconds(16), crash) else {
                return #expect(Bool(false), "given up")
            }
            bench.waitUntilDue()
        }
    }

    @Test(arguments: [true, false])
    func `the fifth death just outside the window is no crash loop, just inside it is`(isInside: Bool) {
        var bench = Fixture()
        let begin = bench.now
        for _ in 0..<4 { _ = bench.life(crash) }
        bench.now = begin.advanced(by: .seconds(60) + .nanoseconds(isInside ? 0 : 1))
        let outcome = bench.life(crash)
        if case .gaveUp = outcome { #expect(isInside) } else { #expect(!isInside) }
    }

    @Test
    func `a service that was drained starts again at once and has not died`() {
        var bench = Fixture()
        for _ in 0..<20 {
            #expect(bench.life(serving: .seconds(1), .exited(0)) == .drained(restartAfter: .milliseconds(100)))
            bench.waitUntilDue()
        }
    }

    @Test
    func `one that ends with 0 without ever serving has died`() {
        var bench = Fixture()
        for _ in 0..<4 { #expect(bench.life(.exited(0)) != .drained(restartAfter: .milliseconds(100))) }
        guard case .gaveUp = bench.life(.exited(0)) else { return #expect(Bool(false), "not given up") }
    }

    @Test(arguments: [Int32(64), 77, 78])
    func `a wrong configuration is given up at once`(code: Int32) {
        var bench = Fixture()
        guard case .gaveUp(let reason) = bench.life(.exited(code)) else {
            return #expect(Bool(false), "not given up")
        }
        #expect(reason.contains("exit code \(code)"))
    }

    /// The waits while the place is held, until it is given up.
    private func heldWaits(_ bench: inout Fixture, holder: String?) -> (waits: [Duration], reason: String?) {
        var waits: [Duration] = []
        while waits.count < 100 {
            bench.machine.started(now: bench.now)
            switch bench.machine.ended(.exited(73), isWanted: false, holder: holder, now: bench.now) {
            case .held(let wait): waits.append(wait)
            case .gaveUp(let reason): return (waits, reason)
            default: return (waits, nil)
            }
            bench.waitUntilDue()
        }
        return (waits, nil)
    }

    @Test
    func `a place that is held is tried ever more seldom for half a minute, which is no crash loop`() {
        var bench = Fixture()
        let outcome = heldWaits(&bench, holder: nil)
        #expect(outcome.waits == [500, 1_000, 2_000, 4_000, 8_000, 16_000].map { .milliseconds($0) })
        #expect(outcome.reason?.contains("another process holds the resource") == true)
    }

    @Test
    func `what holds the place is named`() {
        var bench = Fixture()
        let outcome = heldWaits(&bench, holder: "process 7 (catalog)")
        #expect(outcome.reason == "process 7 (catalog) holds its socket or shard, and still after 30 s")
    }

    @Test
    func `a place that came free meanwhile is waited for as at first`() {
        var bench = Fixture()
        for _ in 0..<3 {
            // 15 s each: three in a row would be too long.
            for wait in [500, 1_000, 2_000, 4_000, 8_000] {
                #expect(bench.life(.exited(73)) == .held(restartAfter: .milliseconds(wait)))
                bench.waitUntilDue()
            }
            #expect(bench.life(serving: .seconds(61), crash) == .died(restartAfter: .milliseconds(100)))
            bench.waitUntilDue()
        }
    }

    @Test
    func `what is stopped stays stopped until it is wanted, and then starts afresh`() {
        var bench = Fixture()
        for _ in 0..<4 {
            _ = bench.life(crash)
            bench.waitUntilDue()
        }
        bench.machine.started(now: bench.now)
        #expect(bench.machine.ended(.exited(0), isWanted: true, now: bench.now) == .stopped)
        #expect(bench.machine.step(now: bench.now) == .rest)
        bench.machine.want()
        #expect(bench.machine.step(now: bench.now) == .start)
        #expect(bench.life(crash) == .died(restartAfter: .milliseconds(100)))
    }

    @Test
    func `what is given up starts afresh when it is wanted`() {
        var bench = Fixture()
        _ = bench.life(.exited(78))
        #expect(bench.machine.step(now: bench.now) == .rest)
        bench.machine.want()
        #expect(bench.machine.step(now: bench.now) == .start)
    }

    @Test
    func `wanting a service that runs changes nothing; wanting one that waits starts it now`() {
        var bench = Fixture()
        bench.machine.started(now: bench.now)
        bench.machine.served(now: bench.now)
        let serving = bench.machine.phase
        bench.machine.want()
        #expect(bench.machine.phase == serving)
        _ = bench.machine.ended(crash, isWanted: false, now: bench.now)
        bench.machine.want()
        #expect(bench.machine.step(now: bench.now) == .start)
    }

    @Test
    func `an unwanted service is not started`() {
        var bench = Fixture()
        bench.machine.requestStop()
        #expect(bench.machine.step(now: bench.now) == .rest)
    }

    @Test
    func `ends are told in words`() {
        #expect(ProcessTermination.signalled(15).description == "killed by SIGTERM")
        #expect(ProcessTermination.signalled(42).description == "killed by signal 42")
        #expect(ProcessTermination.exited(70).description == "exit code 70, an internal failure")
        #expect(ProcessTermination.exited(3).description == "exit code 3")
    }
}
