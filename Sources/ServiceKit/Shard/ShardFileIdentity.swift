internal import Basics
internal import Glibc

/// The identity of a file in the file system: two paths lead to the same file when device and inode are equal.
struct ShardFileIdentity: Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// Takes the identity of the file at a path; nil when there is none.
    init?(_ path: String) {
        guard let status = FileStatus(path: path) else { return nil }
        (self.path, device, inode) = (path, status.device, status.inode)
    }

    /// Whether the path still leads to that file. Costs one `stat`.
    var isHeld: Bool {
        guard let status = FileStatus(path: path) else { return errno != ENOENT && errno != ENOTDIR }
        return status.device == device && status.inode == inode
    }
}

extension Shard {
    /// The interval at which an open shard's file is checked while it is not written to.
    static let fileCheckInterval = Duration.seconds(1)
}
