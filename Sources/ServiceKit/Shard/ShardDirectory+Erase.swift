internal import Foundation
internal import HearthModel
internal import RPC

extension ShardDirectory {
    /// Removes a household's shard with all of its files and the service's other files of the household, even if it
    /// cannot be opened; and the household's directory when that is empty. Erasing a missing shard does nothing.
    ///
    /// - Throws: ``ShardError`` when another process has the shard open, or a file cannot be removed.
    public func erase(_ household: String) async throws {
        guard HouseholdName.isValid(household) else { throw ShardError.badHouseholdName }
        let shard = await open.takeWhenSettled(household)
        defer { open.settle(household, nil, nil) }
        await shard?.close()
        try await Blocking.run(options.face) { [self] in try removeFiles(household) }
    }

    func removeFiles(_ household: String) throws {
        let path = path(of: household)
        let directory = (path as NSString).deletingLastPathComponent
        guard FileManager.default.fileExists(atPath: directory) else { return }
        let lock = try ShardLock(shard: path)
        defer { withExtendedLifetime(lock) {} }
        let own = "\(root)/\(household)/\(service)"
        for files in [uploads(of: household), fetched(of: household), upgradeCopies(of: household), own] {
            guard (try? FileManager.default.removeItem(atPath: files)) != nil || !Self.isThere(files) else {
                throw ShardError.cannotOpen(path: files, reason: "it cannot be removed")
            }
        }
        removeCopy(of: household)
        options.failPoints.reach(ErasureFailPoint.filesRemoved)
        // The lock file last: until then no other process can create a new shard.
        for suffix in ["-wal", "-shm", "-journal", "", ".ballast", ".opening", ".lock"] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else {
                throw ShardError.cannotOpen(path: path + suffix, reason: String(cString: strerror(errno)))
            }
            if suffix.isEmpty { options.failPoints.reach(ErasureFailPoint.shardRemoved) }
        }
        options.failPoints.reach(ErasureFailPoint.allRemoved)
        let folder = folder(of: household)
        folder.removeMarker(of: service)
        folder.endPermission(of: service)
        if createsHouseholds { unlink(folder.identityPath) }
        identities[household] = nil
        _ = Files.sync(directory)
        if rmdir(directory) == 0 { _ = Files.sync(root) }
        if createsHouseholds, data != root, rmdir("\(data)/\(household)") == 0 { _ = Files.sync(data) }
    }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
