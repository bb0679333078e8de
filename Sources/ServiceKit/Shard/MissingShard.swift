internal import Foundation
internal import Glibc
internal import HearthModel
public import RPC

/// A missing shard that cannot be restored: lets an operator give up its data.
///
/// It works on the data directory, while the service may run: the service has not opened a shard that it misses.
public struct MissingShard: Sendable {
    /// The shard's file.
    public let path: String
    private let service: String
    private let folder: HouseholdFolder
    private let household: String

    /// The suffix of a write-ahead log whose shard is gone.
    private static let keptLog = ".kept"

    /// Selects a service's shard of a household.
    ///
    /// - Parameters:
    ///   - root: the directory of the service's shards; nil when it is the data directory.
    /// - Throws: ``ShardError/badHouseholdName``.
    public init(of service: String, household: String, data: String, root: String?) throws {
        guard HouseholdName.isValid(household) else { throw ShardError.badHouseholdName }
        (self.service, self.household) = (service, household)
        path = "\(root ?? data)/\(household)/\(service).sqlite"
        folder = HouseholdFolder(data: data, household: household)
    }

    /// Permits the service to begin an empty shard of the same household, once, at the next use. A leftover write-ahead
    /// log is renamed and kept.
    ///
    /// - Throws: ``ShardError``: `unknownHousehold`; `inUse` while a process has the shard open; `cannotOpen` when the
    ///   shard exists.
    public func giveUp(runtime: any Runtime) async throws {
        guard folder.exists else { throw ShardError.unknownHousehold(household) }
        try await Blocking.run(.queued) { [self] in
            try Files.makePrivate((path as NSString).deletingLastPathComponent)
            let lock = try ShardLock(shard: path)
            defer { withExtendedLifetime(lock) {} }
            guard Files.bytes(path) == 0 else {
                throw ShardError.cannotOpen(
                    path: path, reason: "there is a shard, which is not given up. Move the file away first.")
            }
            try folder.permitEmpty(service, runtime: runtime)
            // It belongs to lost pages: SQLite would apply it to the new shard.
            rename(path + "-wal", path + "-wal" + Self.keptLog)
            for suffix in ["-shm", ".opening"] { unlink(path + suffix) }
        }
    }
}
