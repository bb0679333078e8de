import Access
import Foundation
import Logging
import RPC
import RPCInProcess
import ServiceKit
import ServiceLifecycle

/// One service with a disk of its own: the real one, with what runs beside it, on links that lose, double and delay frames.
///
/// It dies by power cuts, kills, disk errors and at crash points, and is started again after a while, as a supervisor does.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedMachine: @unchecked Sendable {
    let name: String
    let host: InProcessHost
    /// How often it has died.
    private(set) var deaths = 0
    /// Has it die at this point, once; with the power or without.
    var failPoint: (point: FailPoint, losesPower: Bool)?
    /// Called for what happens to it by itself: `disk failed`, `crash point`.
    var onIncident: ((String) -> Void)?
    /// What the start after all faults has failed with.
    private(set) var problem: (any Error)?
    let faults: ShardFaults
    /// The directory of its shards.
    let directory: String
    /// Where the files of downloads are.
    let disk: SimulatedDisk
    private let internet: SimulatedInternet
    /// The disk of the service that is being started.
    @TaskLocal static var disk: SimulatedDisk?
    let simulation: Simulation
    private let parts: @Sendable (SimulatedServiceClients, _ life: Int) -> ServiceAssembly.Parts
    private let make: @Sendable (ServiceAssembly.Parts) async throws -> ServiceAssembly
    private let hosts: [String: InProcessHost]
    /// What is in the place of its shard, while that is somewhere else.
    var displaced: Displaced?
    private var running: Running?
    private var recovery: Task<Void, Never>?
    private var isStopped = false
    /// Where its right shard is kept while an older copy is in its place.
    var older: String?
    private var incarnations: [Int: UInt64] = [:]

    private struct Running {
        let assembly: ServiceAssembly
        let clients: SimulatedServiceClients
        let background: Task<Void, Never>
    }

    /// What was put in the place of a shard.
    struct Displaced {
        /// The file's content; nil for no file.
        let what: Data?
        /// Is told when it has become something else.
        let changed: @Sendable () -> Void
    }

    /// How it dies.
    enum Death {
        /// As by kill -9: what was written stays.
        case killed
        /// With the power: what was not synced is gone, or torn by a seed.
        case powerless(tearingBy: UInt64?)
    }

    /// How long a supervisor waits before it starts what does not start, and how often.
    private static let (restartPause, restarts) = (Duration.milliseconds(20), 400)

    /// - Parameters:
    ///   - hosts: every service's, this one's too.
    ///   - directory: that of its shards.
    ///   - parts: what the service is made of.
    init<S: HearthService>(
        _ service: S.Type, hosts: [String: InProcessHost], directory: String, simulation: Simulation,
        internet: SimulatedInternet,
        parts: @escaping @Sendable (SimulatedServiceClients, _ life: Int) -> ServiceAssembly.Parts
    ) throws {
        guard let host = hosts[S.name] else { preconditionFailure("no host for \(S.name)") }
        (name, self.host, self.hosts, self.simulation, self.parts) = (S.name, host, hosts, simulation, parts)
        self.directory = directory
        faults = try ShardFaults(directory: directory)
        disk = SimulatedDisk(seed: simulation.random())
        self.internet = internet
        make = { try await ServiceAssembly.make(S.self, of: $0) }
    }

    /// Whether it runs.
    var isUp: Bool { running != nil }

    /// What its server called its start in one of its lives; nil when it did not come to that.
    func incarnation(ofLife life: Int) -> UInt64? { incarnations[life] }

    /// Its shard of the household; nil while it is down or has none.
    var shard: Shard? { running?.assembly.shards.openShards[SimulatedHousehold.household] }

    /// Its file of the household's shard.
    var file: String { "\(directory)/\(SimulatedHousehold.household)/\(name).sqlite" }

    // MARK: Living

    /// Starts the service on what its disk holds.
    func start() async throws {
        let clients = SimulatedServiceClients(hosts: hosts, name: name)
        let assembly = try await assemble(with: clients)
        let background = simulation.spawn {
            await withTaskGroup { group in
                for service in assembly.background { group.addTask { try? await service.run() } }
            }
        }
        running = Running(assembly: assembly, clients: clients, background: background)
        host.start(assembly.server)
        incarnations[deaths] = host.engine?.incarnation
        if isStopped { host.stop() }
        simulation.note("\(name) up")
    }

    /// Puts the service together; whatever happens to this one is of its own life.
    func assemble(with clients: SimulatedServiceClients, isWatched: Bool = true) async throws -> ServiceAssembly {
        let life = deaths
        var parts = parts(clients, life)
        if isWatched {
            parts.shardOptions.failPoints = FailPoints { [weak self] in self?.reached($0, inLife: life) }
            parts.onFatal = { [weak self] _ in self?.diskFailed(inLife: life) }
        }
        return try await SimulatedInternet.$current.withValue(internet) {
            try await Self.$disk.withValue(disk) { [parts] in try await make(parts) }
        }
    }

    /// Ways to the others for something that is put together for a moment.
    func temporaryServiceClients() -> SimulatedServiceClients { SimulatedServiceClients(hosts: hosts, name: name) }

    private func reached(_ point: FailPoint, inLife life: Int) {
        guard life == deaths, let planned = failPoint, planned.point == point else { return }
        failPoint = nil
        onIncident?("crash point \(point.rawValue)")
        die(planned.losesPower ? .powerless(tearingBy: simulation.random()) : .killed)
    }

    /// A service whose disk has failed ends itself, and is started again.
    private func diskFailed(inLife life: Int) {
        guard life == deaths, isUp else { return }
        onIncident?("disk failed")
        die(.killed)
    }

    // MARK: Dying

    /// Dies at once: nothing is sent or written any more. It is started again after a while. Does nothing when it is dead.
    ///
    /// - Parameter closesLinks: whether its callers see that at once; else with ``closeStaleLinks()``.
    func die(_ death: Death, down: Duration = .milliseconds(20), closesLinks: Bool = true) {
        lie(dead: death, closesLinks: closesLinks) { [simulation] in try? await simulation.sleep(for: down) }
    }

    /// Those of its callers who have not noticed yet that it has died see it now.
    func closeStaleLinks() { host.closeStaleLinks() }

    /// Dies at once, has `body` happen while it lies there, and is started again.
    func lie(dead death: Death, closesLinks: Bool = true, _ body: @escaping @Sendable () async throws -> Void) {
        guard let dead = running else { return }
        running = nil
        deaths += 1
        faults.kill()
        disk.isDead = true
        internet.noteDeath(of: name)
        host.kill(closesLinks: closesLinks)
        dead.clients.close()
        dead.background.cancel()
        simulation.note("\(name) dead")
        recovery = simulation.spawn { [self] in
            await dead.background.value
            await dead.assembly.shards.close()
            do {
                if case .powerless(let seed) = death {
                    try faults.cutPower(tearingBy: seed)
                    disk.cutPower()
                }
                faults.revive()
                disk.isDead = false
                try await body()
                try await startAgain()
            } catch {
                problem = error
            }
        }
    }

    private func startAgain() async throws {
        for _ in 0..<Self.restarts {
            do {
                return try await start()
            } catch {
                note("does not start", of: error)
                try await simulation.sleep(for: Self.restartPause)
            }
        }
        try await start()
    }

    /// Notes an error without where the run keeps its files: that is another place in each run of a plan.
    func note(_ what: String, of error: any Error) {
        simulation.note("\(name) \(what): \(String(describing: error).replacing(directory, with: ""))")
    }

    /// Stops its loop, as SIGSTOP does.
    func stop() {
        isStopped = true
        host.stop()
    }

    /// Lets it go on.
    func goOn() {
        isStopped = false
        host.goOn()
    }

    /// Leaves so many bytes for its shards, and for the files of downloads, which are on the same disk: nil for enough.
    func limitDisk(room: Int?) {
        faults.limitDisk(room: room)
        disk.room = room.map { Int64($0) }
    }

    /// Changes the shard's file for the simulation itself: a full disk and failing fsyncs are for the service, not for that.
    func withoutDiskFaults(_ body: () throws -> Void) rethrows {
        faults.failSync(0)
        faults.limitDisk(room: nil)
        defer { faults.limitDisk(room: disk.room.map { Int($0) }) }
        try body()
    }

    /// Has something happen when it is up again.
    func chain(_ body: @escaping @Sendable () -> Void) {
        let before = recovery
        recovery = simulation.spawn {
            await before?.value
            body()
        }
    }

    /// Waits until it is up, and dies no more.
    func settle() async {
        failPoint = nil
        restoreCurrentCopy()
        goOn()
        closeStaleLinks()
        faults.failSync(0)
        limitDisk(room: nil)
        await recover()
        await putBack()
        await recover()
    }

    private func recover() async {
        while let recovering = recovery {
            recovery = nil
            await recovering.value
        }
    }

    /// Ends as SIGTERM ends it.
    func end() async {
        host.kill()
        running?.clients.close()
        running?.background.cancel()
        await running?.background.value
        await running?.assembly.shards.close()
        running = nil
        faults.end()
    }
}
