internal import CoreFoundation
internal import GRDB
internal import Glibc
internal import Logging
internal import RPC

/// A file as the file system knows it: two names lead to the same file when they have the same device and inode.
struct ShardFileIdentity: Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// Notes which file a path leads to; nil when there is none.
    init?(_ path: String) {
        guard let (device, inode) = Self.look(path) else { return nil }
        (self.path, self.device, self.inode) = (path, device, inode)
    }

    /// Whether the path still leads to that file. Costs one `stat`.
    var isHeld: Bool {
        guard let (device, inode) = Self.look(path) else { return errno != ENOENT && errno != ENOTDIR }
        return device == self.device && inode == self.inode
    }

    private static func look(_ path: String) -> (device: UInt64, inode: UInt64)? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

extension Shard {
    /// How often the file of an open shard is looked at while it is not written to.
    static let fileCheckInterval = Duration.seconds(1)

    /// Makes sure that the file that is open is still the one in the shard's place. It is looked at before and after every
    /// commit and once a second, so that nothing is acknowledged that went into a file which was deleted, renamed or replaced.
    ///
    /// - Returns: false when it is not: then the shard takes nothing more, and its owner is told.
    @discardableResult
    func checkFileIdentity() -> Bool {
        guard let place, !place.isHeld, !has(.savesIntoNothing) else { return true }
        fail(
            ShardFailure(
                path: path, resultCode: Int(ResultCode.SQLITE_READONLY_DBMOVED.rawValue),
                reason: "the file was deleted or replaced while it was in use"),
            "The shard's file was deleted or replaced while it was in use; the service stops.")
        return false
    }
}
