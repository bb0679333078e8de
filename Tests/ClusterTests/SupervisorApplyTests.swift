import Cluster
import RPC
import Testing

/// A supervisor whose services change while it runs.
struct SupervisorApplyTests {
    private struct Fixture: SupervisorFixture {
        let simulation: Simulation
        let processes: FakeProcesses
        let supervisor: Supervisor
        let started = Record<ServiceCommand>()
        let unwanted = Record<String>()

        init(_ services: [String], seed: UInt64 = 1) {
            simulation = Simulation(seed: seed)
            processes = FakeProcesses(runtime: simulation)
            let (started, unwanted) = (started, unwanted)
            supervisor = Supervisor(
                commands: services.map { Self.command($0) }, grace: .seconds(10), launcher: processes, probe: processes,
                runtime: simulation, isWanted: { !unwanted.all.contains($0) },
                adjust: { command in
                    started.add(command)
                    return command
                }, onEvent: { _ in }, onLine: { _, _ in })
        }

        static func command(_ service: String, _ arguments: [String] = []) -> ServiceCommand {
            ServiceCommand(service: service, executable: service, arguments: arguments)
        }

        func apply(_ services: String...) { supervisor.apply(services.map { Self.command($0) }) }

        var phases: [String: String] {
            Dictionary(uniqueKeysWithValues: supervisor.states.map { ($0.service, $0.phase) })
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5])
    func `a further service is started, one that is dropped is stopped, and the rest runs on`(seed: UInt64) {
        let fixture = Fixture(["profiles", "catalog"], seed: seed)
        let isDone = fixture.run { fixture in
            _ = await fixture.supervisor.settled()
            fixture.apply("profiles", "downloads")
            try await fixture.pass(.seconds(1))
            #expect(fixture.phases == ["profiles": "serving", "downloads": "serving"])
            #expect(fixture.supervisor.states.map(\.starts) == [1, 1])
            #expect(fixture.processes.signals == ["catalog 15"])
        }
        #expect(isDone)
        #expect(fixture.started.all.map(\.service).sorted() == ["catalog", "downloads", "profiles"])
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a service that returns while it is being stopped starts when its process has ended`(seed: UInt64) {
        let fixture = Fixture(["catalog"], seed: seed)
        fixture.processes.plan("catalog", [.init(stopsWithin: .seconds(5))])
        let isDone = fixture.run { fixture in
            _ = await fixture.supervisor.settled()
            fixture.supervisor.apply([])
            try await fixture.pass(.seconds(1))
            fixture.apply("catalog")
            fixture.apply("catalog")
            try await fixture.pass(.seconds(3))
            #expect(fixture.processes.starts == 1)
            try await fixture.pass(.seconds(3))
            #expect(fixture.processes.starts == 2)
            #expect(fixture.phases == ["catalog": "serving"])
        }
        #expect(isDone)
    }

    @Test
    func `a changed command applies from the next start on`() {
        let fixture = Fixture(["catalog"])
        fixture.processes.plan("catalog", [.init(ends: (after: .seconds(2), how: .signalled(9)))])
        let isDone = fixture.run { fixture in
            _ = await fixture.supervisor.settled()
            fixture.supervisor.apply([Fixture.command("catalog", ["--log-level", "debug"])])
            try await fixture.pass(.seconds(1))
            #expect(fixture.processes.starts == 1)
            try await fixture.pass(.seconds(3))
        }
        #expect(isDone)
        #expect(fixture.started.all.map(\.arguments) == [[], ["--log-level", "debug"]])
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func `a service that is restarted while it waits for its next start is started once`(seed: UInt64) {
        let fixture = Fixture(["catalog"], seed: seed)
        let crash = FakeProcesses.Life(servesAfter: nil, ends: (after: .milliseconds(5), how: .signalled(11)))
        fixture.processes.plan("catalog", [crash, crash, crash, crash])
        let isDone = fixture.run { fixture in
            // Four deaths: 0.1, 0.2, 0.4 and 0.8 s of backoff; it waits for its fifth start.
            try await fixture.pass(.milliseconds(900))
            #expect(fixture.phases == ["catalog": "waiting"])
            fixture.unwanted.add("catalog")
            fixture.supervisor.reconcile()
            try await fixture.pass(.milliseconds(10))
            #expect(fixture.phases == ["catalog": "stopped"])
            fixture.unwanted.removeAll()
            for _ in 0..<5 { fixture.supervisor.reconcile() }
            // The end of the backoff comes meanwhile.
            try await fixture.pass(.seconds(5))
            #expect(fixture.processes.starts == 5)
            #expect(fixture.phases == ["catalog": "serving"])
        }
        #expect(isDone)
    }

    @Test
    func `nothing is added to a supervisor that stops`() {
        let fixture = Fixture(["catalog"])
        let isDone = fixture.run { fixture in
            _ = await fixture.supervisor.settled()
            fixture.supervisor.stop()
            fixture.apply("catalog", "downloads")
            try await fixture.pass(.seconds(1))
        }
        #expect(isDone)
        #expect(fixture.processes.starts == 1)
    }
}
