import Cluster
import RPC
import Synchronization
import Testing

struct SupervisorTests {
    /// A supervisor over processes that are none, in virtual time.
    private struct Fixture: SupervisorFixture {
        let simulation: Simulation
        let processes: FakeProcesses
        let supervisor: Supervisor
        let events = Record<ClusterEvent>()
        let lines = Record<String>()
        let unwanted = Record<String>()
        /// The commands that were started, as they were then.
        let adjusted = Record<String>()

        init(_ services: [String] = ["profiles", "catalog"], seed: UInt64 = 1) {
            simulation = Simulation(seed: seed)
            processes = FakeProcesses(runtime: simulation)
            let (events, lines, unwanted, adjusted) = (events, lines, unwanted, adjusted)
            supervisor = Supervisor(
                commands: services.map { ServiceCommand(service: $0, executable: $0, arguments: []) },
                grace: .seconds(10), launcher: processes, probe: processes, runtime: simulation,
                holder: { _ in "process 42" }, isWanted: { !unwanted.all.contains($0) },
                adjust: { command in
                    adjusted.add(command.service)
                    return command
                }, onEvent: { events.add($0) },
                onLine: { lines.add("\($0): \($1)") })
        }

        func phase(of service: String) -> String? { supervisor.states.first { $0.service == service }?.phase }

        var descriptions: [String] { events.all.map(\.description) }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5])
    func `starts everything and says when it serves`(seed: UInt64) {
        let bench = Fixture(seed: seed)
        let isDone = bench.run { bench in
            let states = await bench.supervisor.settled()
            #expect(states.map(\.phase) == ["serving", "serving"])
            #expect(states.allSatisfy { $0.starts == 1 && $0.process != nil })
        }
        #expect(isDone)
        #expect(bench.descriptions.filter { $0.contains("stopped (exit code 0") }.count == 2)
        #expect(bench.processes.signals.sorted() == ["catalog 15", "profiles 15"])
        #expect(bench.simulation.foreignJobs == 0)
    }

    @Test
    func `what dies comes back, and the other goes on`() {
        let bench = Fixture()
        bench.processes.plan("catalog", [.init(ends: (after: .seconds(2), how: .signalled(9)))])
        let isDone = bench.run { bench in
            _ = await bench.supervisor.settled()
            try await bench.pass(.seconds(3))
            let states = await bench.supervisor.settled()
            #expect(states.map(\.starts) == [1, 2])
            #expect(states.map(\.phase) == ["serving", "serving"])
            #expect(states.last?.lastEnd == "killed by SIGKILL")
        }
        #expect(isDone)
        // Each start asks again with which flags.
        #expect(bench.adjusted.all.sorted() == ["catalog", "catalog", "profiles"])
        #expect(bench.descriptions.contains("catalog died (killed by SIGKILL); starting it again in 100 ms"))
    }

    @Test
    func `a crash loop is given up loudly, with what was said last, and the rest goes on`() {
        let bench = Fixture()
        let crash = FakeProcesses.Life(
            servesAfter: nil, ends: (after: .milliseconds(10), how: .exited(70)), says: ["first", "the disk is gone"])
        bench.processes.plan("catalog", Array(repeating: crash, count: 9))
        let isDone = bench.run { bench in
            let states = await bench.supervisor.settled()
            #expect(states.map(\.phase) == ["serving", "given-up"])
            #expect(states.last?.problem?.contains("crash loop: it died 5 times within 60 s") == true)
            try await bench.pass(.seconds(600))
            #expect(bench.processes.starts == 6)
        }
        #expect(isDone)
        let loud = bench.descriptions.first { $0.contains("IS GIVEN UP") }
        #expect(loud?.hasSuffix("It said last: the disk is gone") == true)
        #expect(bench.lines.all.contains("catalog: first"))
    }

    @Test
    func `what does not stop in time is killed`() {
        let bench = Fixture(["catalog"])
        bench.processes.plan("catalog", [.init(stopsWithin: nil)])
        let isDone = bench.run { bench in _ = await bench.supervisor.settled() }
        #expect(isDone)
        #expect(bench.processes.signals == ["catalog 15", "catalog 9"])
        #expect(bench.descriptions.contains("catalog did not stop within 10000 ms and is killed"))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func `stopping before anything serves stops everything`(seed: UInt64) {
        let bench = Fixture(seed: seed)
        bench.processes.plan("catalog", [.init(servesAfter: nil)])
        let isDone = bench.run { _ in }
        #expect(isDone)
        #expect(bench.supervisor.states.allSatisfy { $0.process == nil })
    }

    @Test
    func `stopping while a service waits for its next start does not start it`() {
        let bench = Fixture(["catalog"])
        bench.processes.plan("catalog", [.init(servesAfter: nil, ends: (after: .milliseconds(5), how: .signalled(11)))])
        let isDone = bench.run { bench in try await bench.pass(.milliseconds(50)) }
        #expect(isDone)
        #expect(bench.processes.starts == 1)
    }

    @Test
    func `an unwanted service is stopped, and started again when it is wanted`() {
        let bench = Fixture()
        let isDone = bench.run { bench in
            _ = await bench.supervisor.settled()
            bench.unwanted.add("catalog")
            bench.supervisor.reconcile()
            try await bench.pass(.seconds(1))
            #expect(bench.phase(of: "catalog") == "stopped")
            #expect(bench.phase(of: "profiles") == "serving")
            try await bench.pass(.seconds(100))
            #expect(bench.phase(of: "catalog") == "stopped")
            bench.unwanted.removeAll()
            bench.supervisor.reconcile()
            try await bench.pass(.seconds(1))
            #expect(bench.phase(of: "catalog") == "serving")
        }
        #expect(isDone)
        #expect(bench.processes.signals.prefix(1) == ["catalog 15"])
    }

    @Test
    func `what does not answer for 30 s is killed, named and started again`() {
        let bench = Fixture()
        bench.processes.plan("catalog", [.init(hangs: (after: .seconds(10), until: .seconds(1_000)))])
        let isDone = bench.run { bench in
            _ = await bench.supervisor.settled()
            try await bench.pass(.seconds(35))
            #expect(bench.supervisor.states.map(\.starts) == [1, 1])
            try await bench.pass(.seconds(15))
            let states = await bench.supervisor.settled()
            #expect(states.map(\.starts) == [1, 2])
            #expect(states.map(\.phase) == ["serving", "serving"])
            #expect(states.last?.lastEnd == "it did not answer for 30 s and was killed")
        }
        #expect(isDone)
        #expect(bench.processes.signals.prefix(1) == ["catalog 9"])
        #expect(bench.descriptions.contains("catalog did not answer for 30 s and is killed"))
    }

    @Test
    func `a process that never answers after its start is killed after two minutes`() {
        let bench = Fixture(["catalog"])
        bench.processes.plan(
            "catalog", [.init(servesAfter: nil, hangs: (after: .zero, until: .seconds(1_000)))])
        let isDone = bench.run { bench in
            try await bench.pass(.seconds(115))
            #expect(bench.supervisor.states.map(\.starts) == [1])
            try await bench.pass(.seconds(10))
            #expect(bench.supervisor.states.map(\.starts) == [2])
        }
        #expect(isDone)
        #expect(bench.processes.signals.prefix(1) == ["catalog 9"])
    }

    @Test
    func `a process that answers and does not serve yet is left alone`() {
        let bench = Fixture(["catalog"])
        bench.processes.plan("catalog", [.init(servesAfter: .seconds(130))])
        let isDone = bench.run { bench in
            let states = await bench.supervisor.settled()
            #expect(states.map(\.starts) == [1])
        }
        #expect(isDone)
        #expect(bench.processes.signals == ["catalog 15"])
    }

    @Test(arguments: [1, 6, 20])
    func `a service that hangs for a few seconds is left alone`(seconds: Int) {
        let bench = Fixture(["catalog"])
        bench.processes.plan(
            "catalog", [.init(hangs: (after: .seconds(10), until: .seconds(10 + seconds)))])
        let isDone = bench.run { bench in try await bench.pass(.seconds(100)) }
        #expect(isDone)
        #expect(bench.processes.signals == ["catalog 15"])
    }

    @Test
    func `a supervisor that was stopped for minutes kills nothing when it goes on`() {
        let bench = Fixture(["catalog"])
        let isDone = bench.run { bench in
            _ = await bench.supervisor.settled()
            bench.processes.pauseNextResponse(for: .seconds(120))
            try await bench.pass(.seconds(140))
            #expect(bench.supervisor.states.map(\.starts) == [1])
        }
        #expect(isDone)
        #expect(bench.processes.signals == ["catalog 15"])
    }

    @Test
    func `a place that another process has is tried a few times only, and the process is named`() {
        let bench = Fixture(["catalog"])
        let refused = FakeProcesses.Life(servesAfter: nil, ends: (after: .milliseconds(10), how: .exited(73)))
        bench.processes.plan("catalog", Array(repeating: refused, count: 200))
        let isDone = bench.run { bench in
            try await bench.pass(.seconds(3))
            let waiting = bench.supervisor.states
            #expect(waiting.map(\.problem) == ["process 42 holds its socket or shard"])
            let states = await bench.supervisor.settled()
            #expect(states.map(\.phase) == ["given-up"])
            #expect(states.first?.problem == "process 42 holds its socket or shard, and still after 30 s")
            #expect(bench.processes.starts < 10)
        }
        #expect(isDone)
        #expect(
            bench.descriptions.contains(
                "catalog cannot start: process 42 holds its socket or shard; retrying in 500 ms"))
    }

    @Test
    func `a drained service starts again without having died`() {
        let bench = Fixture(["catalog"])
        bench.processes.plan("catalog", [.init(ends: (after: .seconds(1), how: .exited(0)))])
        let isDone = bench.run { bench in
            try await bench.pass(.seconds(2))
            #expect(bench.phase(of: "catalog") == "serving")
        }
        #expect(isDone)
        #expect(bench.descriptions.contains("catalog was asked to stop; starting it again"))
    }
}

/// What was noted, in order, from anywhere.
final class Record<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }
    func add(_ element: Element) { elements.withLock { $0.append(element) } }
    func removeAll() { elements.withLock { $0.removeAll() } }
}
