import ChaosHistory
import Foundation
import RPC
import ServiceKit
import TestSupport

/// Looks for what is left of deleted visitors in files, where no answer shows it.
struct TraceChecks {
    let run: HouseholdRun

    /// Searches databases, logs and copies. The services that are searched are closed.
    ///
    /// What is found is recorded as a final read of `files/SERVICE`, for ``DeletionReaches`` to judge.
    func search() async {
        let visitors = run.visitors.filter(\.value.isDeleted).sorted { $0.key < $1.key }
        guard !visitors.isEmpty else { return }
        for machine in run.household.machines where EventChecks.followers.contains(machine.name) {
            let id = run.recorder.begin(
                process: "watcher", service: machine.name, method: "Files", object: "files/\(machine.name)",
                action: .read)
            let copy = run.household.directory.path("\(machine.name)-copy.sqlite")
            do {
                try await machine.shard?.backup(to: copy)
            } catch {
                run.report("recovery", "no-backup", machine.name, "\(machine.name) cannot be backed up: \(error)")
            }
            // Closed, so that the log is in the main file.
            await machine.end()
            var found: [String] = []
            for file in [machine.file, machine.file + "-wal", copy] {
                guard let bytes = FileManager.default.contents(atPath: file) else { continue }
                for (name, visitor) in visitors {
                    for trace in [visitor.profile, visitor.canary, name]
                    where bytes.range(of: Data(trace.utf8)) != nil {
                        found.append("\(name): \(trace) in \(file.split(separator: "/").last ?? "")")
                    }
                }
            }
            run.recorder.end(id, .ok(Answer(found)))
        }
    }
}
