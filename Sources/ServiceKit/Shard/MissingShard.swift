internal import Foundation
internal import Glibc
internal import Household
public import RPC

/// A shard that is missing and will not be put back: what an operator does who gives up what was in it.
///
/// It works on the data directory, while the service may run: one that misses its shard has not opened it.
public struct MissingShard: Sendable {
    /// The shard's file.
    public let path: String
    private let service: String
    private let folder: HouseholdFolder
    private let household: String

    /// What a log is called that belongs to no shard any more.
    private static let keptLog = ".kept"

    /// Names a service's shard of a household.
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

    /// Lets the service begin an empty shard of the same household, once, when it is next asked for it. A log that was left
    /// behind is kept beside it under another name.
    ///
    /// - Throws: ``ShardError``: `unknownHousehold`; `inUse` while a process has the shard; `cannotOpen` when a shard is there.
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
            // It belongs to pages that are gone: SQLite would take it for the new shard's.
            rename(path + "-wal", path + "-wal" + Self.keptLog)
            for suffix in ["-shm", ".opening"] { unlink(path + suffix) }
        }
    }
}
