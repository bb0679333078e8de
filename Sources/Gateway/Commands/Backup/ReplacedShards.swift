internal import BackupFormat
internal import Foundation
internal import RPC
internal import ServiceKit

/// The shards of stopped services that a command puts other files in the place of: a restore, or a rollback.
struct ReplacedShards {
    /// The data directory.
    let data: String
    /// The directory of each service's shards.
    let roots: [String: String]
    /// The code of failures, such as NOT_RESTORED.
    let failureCode: String

    /// Locks the whole data directory as a cluster does, so that none starts meanwhile.
    ///
    /// - Parameter alternative: what else can be done while a cluster runs.
    /// - Throws: ``GatewayFailure`` when a cluster runs.
    func lockDirectory(alternative: String) throws -> ProcessLock {
        try naming {
            try FileManager.default.createDirectory(
                atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        do { return try ProcessLock(path: "\(data)/.cluster.lock") } catch {
            throw GatewayFailure(
                "RUNNING", "A cluster runs on \(data): \(error). Nothing was changed.",
                advice: "Stop it with `hearth down`, or \(alternative).", status: .held)
        }
    }

    /// Takes the place of a stopped service's shard.
    ///
    /// - Throws: ``GatewayFailure`` while the service runs.
    func place(of service: String, household: String) throws -> ShardPlace {
        do {
            return try ShardPlace(of: service, household: household, data: data, root: roots[service] ?? data)
        } catch ShardError.inUse(_, let holder) {
            throw GatewayFailure(
                "RUNNING", "\(service) runs: \(holder) has its shard open. Nothing was changed.",
                advice: "Stop it with `hearth down \(service)`, or by its service manager.", status: .held)
        } catch let error as ShardError {
            throw GatewayFailure(failureCode, "\(error) Nothing was changed.", status: .notPermitted)
        }
    }

    /// The name of a directory that no root has: what was moved aside before is never replaced.
    func asideName(now: Date) -> String {
        let name = ".replaced-\(BackupFolder.stamp(now))"
        var number = 1
        func isUsed(_ name: String) -> Bool {
            Set(roots.values).union([data]).contains { FileManager.default.fileExists(atPath: "\($0)/\(name)") }
        }
        while isUsed(number == 1 ? name : "\(name)-\(number)") { number += 1 }
        return number == 1 ? name : "\(name)-\(number)"
    }

    /// Runs a body whose errors are about a shard.
    ///
    /// - Throws: ``GatewayFailure``.
    func naming<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as ShardError {
            throw GatewayFailure(failureCode, "\(error)", status: .fatal)
        }
    }
}
