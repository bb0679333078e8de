internal import Foundation
internal import Glibc
package import HearthModel
internal import RPC

/// The place of a service's shard, held by this process, so that no service opens a shard there: a copy is put there while
/// the service is stopped.
package final class ShardPlace: Sendable {
    /// The service.
    package let service: String
    /// The household.
    package let household: String
    /// The shard's file.
    package let path: String
    /// The directory of the service's shards.
    package let root: String
    private let folder: HouseholdFolder
    private let lock: ShardLock
    /// What was created for it, to be removed by ``withdraw()``: directories, and the lock's file.
    private let madeDirectories: [String]
    private let madeLock: Bool

    /// Creates the directories, and acquires the shard's lock.
    ///
    /// - Parameter root: the directory of the service's shards; the data directory unless it has one of its own.
    /// - Throws: ``ShardError/inUse(path:holder:)`` while a process has the shard open; `badHouseholdName`; `notPrivate`.
    package init(of service: String, household: String, data: String, root: String) throws {
        guard HouseholdName.isValid(household) else { throw ShardError.badHouseholdName }
        (self.service, self.household, self.root) = (service, household, root)
        path = "\(root)/\(household)/\(service).sqlite"
        folder = HouseholdFolder(data: data, household: household)
        var made: [String] = []
        for directory in [data, root, folder.path, "\(root)/\(household)"] {
            if access(directory, F_OK) != 0 { made.append(directory) }
            try Files.makePrivate(directory)
        }
        madeDirectories = made
        madeLock = access(path + ".lock", F_OK) != 0
        lock = try ShardLock(shard: path)
    }

    /// The file in which a copy is unpacked, on the same file system as the place.
    package var stagedPath: String { path + ".restored" }

    /// The files that are moved aside together.
    private var files: [String] {
        ["", "-wal", "-shm", "-journal"].map { path + $0 }.filter { Files.bytes($0) > 0 || access($0, F_OK) == 0 }
    }

    /// Whether there is a shard, or a log of one.
    package var isOccupied: Bool { [path, path + "-wal"].contains { Files.bytes($0) > 0 } }

    /// The identity of the household, as recorded here; nil when nothing records it.
    ///
    /// - Throws: ``ShardError/cannotOpen(path:reason:)`` when the record is invalid.
    package func recordedIdentity() throws -> HouseholdIdentity? {
        try folder.identity() ?? folder.note(of: service)?.identity.flatMap { HouseholdIdentity($0) }
    }

    /// Moves the shard and its log into a directory, which is created. The marker that numbers the last opening stays: by it
    /// the followers of the restored shard see that its log is another one.
    ///
    /// - Throws: ``ShardError``.
    package func moveAside(to directory: String) throws {
        for file in files {
            let parent = "\(directory)/\(household)"
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let new = "\(parent)/\((file as NSString).lastPathComponent)"
            guard rename(file, new) == 0 else {
                throw ShardError.cannotOpen(path: file, reason: String(cString: strerror(errno)))
            }
            _ = Files.sync(parent)
        }
        _ = Files.sync((path as NSString).deletingLastPathComponent)
    }

    /// Gives the unpacked copy the shard's name, durably.
    ///
    /// - Throws: ``ShardError``.
    package func place() throws {
        for suffix in ["-wal", "-shm", "-journal", ".copy"] { unlink(path + suffix) }
        guard rename(stagedPath, path) == 0, Files.sync((path as NSString).deletingLastPathComponent) else {
            throw ShardError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
        // There is a shard again: a permission to begin an empty one is moot.
        folder.endPermission(of: service)
    }

    /// Removes what was created for a restore that does not happen: an empty directory of a household would count as one.
    /// Places are withdrawn in the opposite order of their creation.
    package func withdraw() {
        removeStaged()
        guard madeLock, !isOccupied else { return }
        unlink(path + ".lock")
        for directory in madeDirectories.reversed() { rmdir(directory) }
    }

    /// Removes an unpacked copy that was not placed.
    package func removeStaged() { unlink(stagedPath) }
}
