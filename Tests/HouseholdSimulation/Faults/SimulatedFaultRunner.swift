import ChaosHistory
import RPC
import RPCInProcess
import ServiceKit
import TestSupport

/// Has happen to a household what its plan says breaks.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedFaultRunner: @unchecked Sendable {
    private let run: HouseholdRun
    private var simulation: Simulation { run.simulation }
    private var household: SimulatedHousehold { run.household }
    private var backups = 0

    init(_ run: HouseholdRun) {
        self.run = run
        for machine in run.household.machines {
            machine.onIncident = { [weak run] trouble in
                run?.count(trouble == "disk failed" ? "death by disk error" : "crash point reached")
                run?.recorder.note(trouble, target: machine.name)
                run?.troubles[machine.name, default: 0] += 1
            }
        }
    }

    private struct Step {
        let at: Int
        let order: Int
        let run: (SimulatedFaultRunner) -> Void
    }

    /// Has all of it happen, in order of time, up to the last end.
    func play(since begun: MonotonicInstant) async {
        var steps: [Step] = []
        for fault in run.plan.faults {
            let recorded = Recorded()
            steps.append(
                Step(at: fault.at, order: steps.count) { player in
                    player.simulation.note("\(fault.id) \(fault.name)")
                    let (target, detail) = fault.description
                    recorded.index = player.run.recorder.beginFault(fault.name, target: target, detail: detail)
                    player.begin(fault)
                })
            guard let lasts = fault.lasts else { continue }
            steps.append(
                Step(at: fault.at + lasts, order: steps.count) { player in
                    player.end(fault)
                    if let index = recorded.index { player.run.recorder.endFault(index) }
                })
        }
        for step in steps.sorted(by: { ($0.at, $0.order) < ($1.at, $1.order) }) {
            try? await simulation.sleep(until: begun.advanced(by: .milliseconds(step.at)))
            step.run(self)
        }
    }

    // Unchecked: touched by the simulation's thread alone.
    private final class Recorded: @unchecked Sendable { var index: Int? }

    // MARK: One fault

    private func begin(_ fault: PlannedFault) {
        let down = Duration.milliseconds(fault.lasts ?? 0)
        switch fault.kind {
        case .kill(let service): die(service, .killed, fault.name, down)
        case .killUnnoticed(let service, let down):
            die(service, .killed, fault.name, .milliseconds(down), closesLinks: false)
        case .cutPower(let service, let seed): die(service, .powerless(tearingBy: seed), fault.name, down)
        case .failSync(let service, let nth): on(service, fault.name) { $0.faults.failSync(nth) }
        case .fillDisk(let service, let room): on(service, fault.name) { $0.limitDisk(room: room) }
        case .flipBit(let service, let place): flipBit(service, place, down)
        case .displace(let service, let how): displace(service, how, down, fault.name)
        case .olderCopy: restoreOlderCopy()
        case .stop(let service): on(service, fault.name) { $0.stop() }
        case .crash(let service, let point, let losesPower):
            guard let point = FailPoint(rawValue: point) else { return }
            on(service, "crash point set") { $0.failPoint = (point, losesPower) }
        case .jumpClock(let seconds):
            simulation.jumpWallClock(by: .seconds(seconds))
            run.count(fault.name)
        case .weather(let client, let loss, let doubling, let delay, let reorders):
            let faults = InProcessFaults(
                loss: Double(loss) / 1_000, duplication: Double(doubling) / 1_000,
                longestDelay: .microseconds(delay), reorders: reorders)
            for host in household.addresses { host.setFaults(faults, of: client) }
            run.count(fault.name)
        case .cutOff(let client, let service, let toServer):
            household.address(of: service)?.setPartitioned(true, toServer ? .toServer : .toClient, of: client)
            run.count(fault.name)
        case .night(let hours):
            simulation.jumpWallClock(by: .seconds(hours * 3_600))
            run.nights += 1
        }
    }

    private func end(_ fault: PlannedFault) {
        switch fault.kind {
        case .fillDisk(let service, _): household.machine(service)?.limitDisk(room: nil)
        case .olderCopy: household.machine(SimulationPlan.requiredService)?.restoreCurrentCopy()
        case .stop(let service): household.machine(service)?.goOn()
        case .killUnnoticed(let service, _): household.machine(service)?.closeStaleLinks()
        case .weather(let client, _, _, _, _):
            for host in household.addresses { host.setFaults(.none, of: client) }
        case .cutOff(let client, let service, let toServer):
            household.address(of: service)?.setPartitioned(false, toServer ? .toServer : .toClient, of: client)
        default: break
        }
    }

    private func restoreOlderCopy() {
        let service = SimulationPlan.requiredService
        backups += 1
        let backup = household.directory.path("backup-\(backups).sqlite")
        on(service, "older copy") { $0.restoreOlderCopy(keeping: backup) }
        // Its log begins again with each of the two copies.
        run.restored.insert(service)
    }

    private func on(_ service: String, _ name: String, _ body: (SimulatedMachine) -> Void) {
        guard let machine = household.machine(service) else { return }
        run.count(name)
        body(machine)
    }

    private func die(
        _ service: String, _ death: SimulatedMachine.Death, _ name: String, _ down: Duration, closesLinks: Bool = true
    ) {
        guard let machine = household.machine(service), machine.isUp else { return }
        run.count(name)
        machine.die(death, down: down, closesLinks: closesLinks)
    }

    private func displace(_ service: String, _ how: Displacement, _ lasts: Duration, _ name: String) {
        on(service, name) { machine in
            machine.displace(how, lasts: lasts) { [run] in
                run.report(
                    "absence-refused", "made", service,
                    "\(service) has made or changed something in the place of its shard, which was \(how.rawValue)")
            }
        }
    }

    private func flipBit(_ service: String, _ place: UInt64, _ down: Duration) {
        guard let machine = household.machine(service) else { return }
        backups += 1
        let backup = household.directory.path("backup-\(backups).sqlite")
        machine.flipBit(at: place, backup: backup, down: down) { [run] what in
            run.restored.insert(service)
            run.simulation.note("\(service) \(what)")
            switch what {
            case .refused: run.count("bit flip refused")
            case .unseen: run.count("bit flip unseen")
            case .served(let table):
                run.report("no-damage-served", "served", service, "\(table) of \(service) was read with a changed bit")
            }
        }
    }
}

extension PlannedFault {
    /// What it hits, and what else is worth knowing.
    var description: (target: String, detail: String?) {
        switch kind {
        case .kill(let service), .cutPower(let service, _), .flipBit(let service, _), .stop(let service):
            (service, nil)
        case .olderCopy: (SimulationPlan.requiredService, nil)
        case .killUnnoticed(let service, let down): (service, "back after \(down) ms")
        case .failSync(let service, let nth): (service, "\(nth). fsync")
        case .fillDisk(let service, let room): (service, "\(room) bytes left")
        case .displace(let service, let how): (service, how.rawValue)
        case .crash(let service, let point, let losesPower): (service, "\(point)\(losesPower ? ", power" : "")")
        case .jumpClock(let seconds): ("", "\(seconds) s")
        case .weather(let client, let loss, let doubling, let delay, let reorders):
            (
                client ?? "",
                "\(loss) lost, \(doubling) doubled of 1,000, \(delay) us late\(reorders ? ", reordered" : "")"
            )
        case .cutOff(let client, let service, let toServer):
            (toServer ? "\(client)>\(service)" : "\(service)>\(client)", nil)
        case .night(let hours): ("", "\(hours) h")
        }
    }
}
