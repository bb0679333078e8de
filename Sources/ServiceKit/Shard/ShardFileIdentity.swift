// The members of `stat` are of the module that includes its header first: one of these two.
internal import CDispatch
internal import CoreFoundation
internal import Glibc

/// The identity of a file in the file system: two paths lead to the same file when device and inode are equal.
struct ShardFileIdentity: Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// Takes the identity of the file at a path; nil when there is none.
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
    /// The interval at which an open shard's file is checked while it is not written to.
    static let fileCheckInterval = Duration.seconds(1)
}
