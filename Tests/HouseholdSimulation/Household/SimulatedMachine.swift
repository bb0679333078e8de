import Access
import Logging
import RPC
import RPCInProcess
import ServiceKit
import ServiceLifecycle

/// One service with a disk of its own: the real one, with what runs beside it, on links that lose, double and delay frames.
///
/// It dies by power cuts, kills and at crash points, and comes back by itself after a while.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedMachine: @unchecked Sendable {
    let name: String
    let host: InProcessHost
    /// How often it has died.
    private(set) var deaths = 0
    /// Has it die at this point, once.
    var crashPoint: CrashPoint?
    private let parts: @Sendable (SimulatedNeighbours) -> ServiceAssembly.Parts
    private let make: @Sendable (ServiceAssembly.Parts) async throws -> ServiceAssembly
    private let hosts: [String: InProcessHost]
    private let simulation: Simulation
    private let faults: ShardFaults
    /// Where the files of downloads are.
    let disk: SimulatedDisk
    private let internet: SimulatedInternet
    /// The disk of the service that is being started.
    @TaskLocal static var disk: SimulatedDisk?
    private var running: Running?
    private var recovery: Task<Void, Never>?
    private(set) var problem: (any Error)?

    private struct Running {
        let assembly: ServiceAssembly
        let neighbours: SimulatedNeighbours
        let background: Task<Void, Never>
    }

    /// - Parameters:
    ///   - hosts: every service's, this one's too.
    ///   - parts: what the service is made of.
    init<S: HearthService>(
        _ service: S.Type, hosts: [String: InProcessHost], data: String, simulation: Simulation,
        internet: SimulatedInternet,
        parts: @escaping @Sendable (SimulatedNeighbours) -> ServiceAssembly.Parts
    ) throws {
        guard let host = hosts[S.name] else { preconditionFailure("no host for \(S.name)") }
        (name, self.host, self.hosts, self.simulation, self.parts) = (S.name, host, hosts, simulation, parts)
        faults = try ShardFaults(directory: data)
        disk = SimulatedDisk(seed: simulation.random())
        self.internet = internet
        make = { try await ServiceAssembly.make(S.self, of: $0) }
    }

    /// Its shard of the household; nil while it is down or has none.
    var shard: Shard? { running?.assembly.shards.openShards[SimulatedHousehold.household] }

    /// Starts the service on what its disk holds.
    func start() async throws {
        let neighbours = SimulatedNeighbours(hosts: hosts)
        var parts = parts(neighbours)
        let life = deaths
        parts.shardOptions.crashPoints = CrashPoints { [weak self] in self?.reached($0, inLife: life) }
        let assembly = try await SimulatedInternet.$current.withValue(internet) {
            try await Self.$disk.withValue(disk) { [parts] in try await make(parts) }
        }
        let background = simulation.spawn {
            await withTaskGroup { group in
                for service in assembly.background { group.addTask { try? await service.run() } }
            }
        }
        running = Running(assembly: assembly, neighbours: neighbours, background: background)
        host.start(assembly.server)
        simulation.note("\(name) up")
    }

    private func reached(_ point: CrashPoint, inLife life: Int) {
        guard life == deaths, point == crashPoint else { return }
        crashPoint = nil
        simulation.note("\(name) at \(point.rawValue)")
        die(losesPower: simulation.random() % 2 == 0)
    }

    /// Dies at once: nothing is sent or written any more, and with the power goes what was not synced. It is started again
    /// after a while. Does nothing when it is dead.
    func die(losesPower: Bool) {
        guard let dead = running else { return }
        running = nil
        deaths += 1
        faults.kill()
        disk.isDead = true
        internet.noteDeath(of: name)
        host.kill()
        dead.neighbours.close()
        dead.background.cancel()
        simulation.note("\(name) dead, \(losesPower)")
        recovery = simulation.spawn { [self] in
            await dead.background.value
            await dead.assembly.shards.close()
            do {
                if losesPower {
                    try faults.cutPower()
                    disk.cutPower()
                }
                faults.revive()
                disk.isDead = false
                try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 40)))
                try await start()
            } catch {
                problem = error
            }
        }
    }

    /// Waits until it is up, and dies no more.
    func settle() async {
        crashPoint = nil
        while let recovering = recovery {
            recovery = nil
            await recovering.value
        }
    }

    /// Ends as SIGTERM ends it.
    func end() async {
        host.kill()
        running?.neighbours.close()
        running?.background.cancel()
        await running?.background.value
        await running?.assembly.shards.close()
        running = nil
        faults.end()
    }
}
