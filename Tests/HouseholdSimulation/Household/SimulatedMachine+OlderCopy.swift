import Foundation
import GRDB
import RPC
import RPCDiagnostics
import ServiceKit

extension SimulatedMachine {
    /// Dies, and goes on with an older copy of its shard, in which there is no profile yet but the owner's own, until
    /// ``restoreCurrentCopy()``. Does nothing when there is no open shard.
    ///
    /// - Parameter backup: where the right copy is kept meanwhile.
    func restoreOlderCopy(keeping backup: String) {
        guard let shard, shard.isOpen, older == nil else { return }
        simulation.spawn { [self] in
            do {
                // Inline shards do this on the spot: nothing comes between the backup and the death.
                try await shard.backup(to: backup)
            } catch {
                return note("no backup", of: error)
            }
            older = backup
            lie(dead: .killed) { [self] in
                try replaceShard(by: backup)
                try withoutDiskFaults { try forgetProfiles() }
            }
        }
    }

    private func forgetProfiles() throws {
        let database = try DatabaseQueue(path: ShardVFS.uri(file))
        defer { try? database.close() }
        // On this thread, as everything in a simulation.
        try database.inDatabase { try $0.execute(sql: "DELETE FROM profile WHERE member IS NULL") }
    }

    /// Dies, and goes on with the copy that was right when the older one took its place. Does nothing when none did.
    func restoreCurrentCopy() {
        guard let backup = older else { return }
        guard isUp else {
            // It is being started on the older one, unless that has failed for good.
            return problem == nil ? chain { [self] in restoreCurrentCopy() } : ()
        }
        lie(dead: .killed) { [self] in
            try replaceShard(by: backup)
            try FileManager.default.removeItem(atPath: backup)
            older = nil
        }
    }

    private func replaceShard(by copy: String) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        try FileManager.default.copyItem(atPath: copy, toPath: file)
    }
}

/// Lets only the other services in while a machine runs on an older copy of its shard, and refuses people's calls: what they
/// changed there would be lost with it.
struct OlderCopyGuard: ServerInterceptor {
    // Unchecked for the compiler alone: called on the simulation's thread.
    nonisolated(unsafe) let isOlder: () -> Bool

    func admit(_ call: inout ServerCall) -> Admission {
        let isForAll = call.method.access.services.isEmpty && !call.method.name.hasPrefix(Sys.name)
        guard isOlder(), isForAll else { return .pass }
        return .refuse(RPCError(.unavailable, "An older copy of the shard is in its place.", executed: .no))
    }
}
