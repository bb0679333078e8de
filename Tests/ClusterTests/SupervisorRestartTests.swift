import Cluster
import RPC
import Testing

/// Restarts that an operator requests, over processes that are none, in virtual time.
struct SupervisorRestartTests {
    private struct Fixture: SupervisorFixture {
        let simulation: Simulation
        let processes: FakeProcesses
        let supervisor: Supervisor
        let events = Record<ClusterEvent>()
        private let requests = Record<String>()

        init(seed: UInt64 = 1) {
            simulation = Simulation(seed: seed)
            processes = FakeProcesses(runtime: simulation)
            let (events, requests) = (events, requests)
            supervisor = Supervisor(
                commands: [ServiceCommand(service: "catalog", executable: "catalog", arguments: [])],
                grace: .seconds(10), launcher: processes, probe: processes, runtime: simulation,
                isRestartRequested: { requests.all.contains($0) },
                adjust: { command in
                    requests.removeAll()
                    return command
                }, onEvent: { events.add($0) }, onLine: { _, _ in })
        }

        /// Requests a restart as `hearth restart` does.
        func restart() {
            requests.add("catalog")
            supervisor.reconcile()
        }

        var state: ServiceState? { supervisor.states.first }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5])
    func `a restart ends the process and starts the next at once, without a death`(seed: UInt64) {
        let bench = Fixture(seed: seed)
        let isDone = bench.run { bench in
            _ = await bench.supervisor.settled()
            bench.restart()
            try await bench.pass(.milliseconds(90))
            #expect(bench.state?.starts == 2)
            let state = await bench.supervisor.settled().first
            #expect(state?.phase == "serving" && state?.lastEnd?.hasPrefix("exit code 0") == true)
            try await bench.pass(.seconds(100))
            #expect(bench.state?.starts == 2)
        }
        #expect(isDone && bench.processes.mostAtOnce == 1)
        #expect(!bench.events.all.contains { if case .died = $0.kind { true } else { false } })
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func `a restart while a service waits for its next start starts it once`(seed: UInt64) {
        let bench = Fixture(seed: seed)
        bench.processes.plan("catalog", [.init(ends: (after: .seconds(1), how: .signalled(9)))])
        let isDone = bench.run { bench in
            try await bench.pass(.milliseconds(1_020))
            #expect(bench.state?.phase == "waiting")
            for _ in 0..<3 { bench.restart() }
            try await bench.pass(.milliseconds(20))
            #expect(bench.state?.starts == 2)
            // The time of the automatic start passes, too.
            try await bench.pass(.seconds(100))
            #expect(bench.state?.starts == 2 && bench.state?.phase == "serving")
        }
        #expect(isDone && bench.processes.starts == 2 && bench.processes.mostAtOnce == 1)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func `requests while the process ends, and while it starts, never make two processes`(seed: UInt64) {
        let bench = Fixture(seed: seed)
        bench.processes.plan("catalog", [.init(stopsWithin: .seconds(2))])
        let isDone = bench.run { bench in
            bench.restart()
            for pause in [1, 10, 100, 700, 1_300, 40, 60] {
                try await bench.pass(.milliseconds(pause))
                bench.restart()
            }
            let state = await bench.supervisor.settled().first
            #expect(state?.phase == "serving")
            try await bench.pass(.seconds(100))
            #expect(bench.state?.phase == "serving")
        }
        #expect(isDone && bench.processes.mostAtOnce == 1)
        #expect((2...5).contains(bench.processes.starts))
    }

    @Test
    func `a process that does not end in time is killed, and the next starts`() {
        let bench = Fixture()
        bench.processes.plan("catalog", [.init(stopsWithin: nil)])
        let isDone = bench.run { bench in
            _ = await bench.supervisor.settled()
            bench.restart()
            try await bench.pass(.seconds(11))
            #expect(bench.state?.starts == 2 && bench.state?.phase == "serving")
        }
        #expect(isDone)
        #expect(bench.processes.signals.prefix(2) == ["catalog 15", "catalog 9"])
    }

    @Test
    func `a restart starts a service that was given up`() {
        let bench = Fixture()
        bench.processes.plan("catalog", [.init(servesAfter: nil, ends: (after: .milliseconds(5), how: .exited(78)))])
        let isDone = bench.run { bench in
            #expect(await bench.supervisor.settled().first?.phase == "given-up")
            bench.restart()
            try await bench.pass(.seconds(1))
            #expect(bench.state?.phase == "serving" && bench.state?.starts == 2)
        }
        #expect(isDone)
    }
}
