import ChaosHistory
import Foundation
import GRDB
import RPC
import ServiceKit
import TestSupport

/// Looks for what is left of deleted visitors in files, where no answer shows it.
///
/// What is found is recorded as final reads of `files/SERVICE`, for ``DeletionPropagation`` to judge.
struct RemnantChecks {
    let run: HouseholdRun

    private static let downloads = "downloads"
    /// How often, and how far apart, it is looked whether downloads has removed its folders.
    private static let (looks, pause) = (40, Duration.milliseconds(50))

    /// Searches databases, logs and copies. The services that are searched are closed, except downloads, of which a copy and
    /// the folders are searched: it still has to live.
    func search() async {
        for machine in run.household.machines where EventChecks.followers.contains(machine.name) {
            await look(at: machine, isLast: machine.name != Self.downloads)
        }
    }

    /// Closes downloads, and searches it as the others.
    func searchDownloads() async {
        if let machine = run.household.machine(Self.downloads) { await look(at: machine, isLast: true) }
    }

    private var visitors: [(name: String, visitor: HouseholdRun.Visitor)] {
        run.visitors.filter(\.value.isDeleted).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func look(at machine: SimulatedMachine, isLast: Bool) async {
        let visitors = visitors
        guard !visitors.isEmpty else { return }
        let id = run.recorder.begin(
            process: "watcher", service: machine.name, method: "Files", object: "files/\(machine.name)", action: .read)
        let copy = run.household.directory.path("\(machine.name)-\(isLast ? "last" : "copy").sqlite")
        do {
            try await machine.shard?.backup(to: copy)
        } catch {
            run.report("recovery", "no-backup", machine.name, "\(machine.name) cannot be backed up: \(error)")
        }
        var found = machine.name == Self.downloads ? await folders(on: machine) : []
        var files = [copy]
        if isLast {
            // Closed, so that the log is in the main file.
            await machine.end()
            files += [machine.file, machine.file + "-wal"]
        }
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: file) else { continue }
            for (name, visitor) in visitors {
                for trace in [visitor.profile, visitor.canary, name] where BytePattern(trace).isIn(bytes) {
                    found.append("\(name): \(trace) in \(file.split(separator: "/").last ?? "")")
                }
            }
        }
        run.recorder.end(id, .ok(Observation(found)))
    }

    /// The folders of what deleted visitors have downloaded and no other profile has.
    private func folders(on machine: SimulatedMachine) async -> [String] {
        let root = "\(machine.directory)/\(SimulatedHousehold.household)/downloads"
        let gone = Set(visitors.map(\.visitor.profile))
        var left: [String] = []
        // They are removed after the transaction that forgets them.
        for _ in 0..<Self.looks {
            let requests = try? await machine.shard?.read { db in
                try Row.fetchAll(db, sql: "SELECT f.id, w.profile FROM file f JOIN wish w ON w.file = f.row")
                    .map { ($0[0] as String, $0[1] as String) }
            }
            let others = Set((requests ?? []).filter { !gone.contains($0.1) }.map(\.0))
            let names = Set((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
            left = visitors.flatMap { name, _ in
                run.downloads.filter { $0.key.hasPrefix("\(name) ") && !others.contains($0.value) }.map(\.value)
                    .sorted()
                    .filter { names.contains($0) || names.contains("\($0).part") }.map { "\(name): the folder \($0)" }
            }
            if left.isEmpty { break }
            try? await run.simulation.sleep(for: Self.pause)
        }
        return left
    }
}
