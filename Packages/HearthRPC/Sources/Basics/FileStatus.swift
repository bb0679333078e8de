internal import Glibc

/// What the system knows of a file: its kind, size, owner, mode and identity (`stat`, POSIX.1).
///
/// In a module that sees Foundation as well as Glibc, which one declares the members of `stat` depends on the order of
/// the imports and on the build's configuration; here it is Glibc alone.
public struct FileStatus: Sendable, Hashable {
    /// The size in bytes.
    public let size: Int64
    /// The user that owns it.
    public let owner: UInt32
    /// The permissions, without the kind.
    public let permissions: UInt32
    /// Whether it is a regular file.
    public let isRegularFile: Bool
    /// Whether it is a directory.
    public let isDirectory: Bool
    /// The device, which with ``inode`` tells whether two paths lead to the same file.
    public let device: UInt64
    /// The file's number on its device.
    public let inode: UInt64

    /// The status of an open file; nil and `errno` when the system has none.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of the file at a path; nil and `errno` when there is none.
    ///
    /// - Parameter followsLinks: Whether it is that of a symbolic link's target, and not of the link itself.
    public init?(path: String, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Whether both are of the same file, whatever its size and mode were at the two times.
    public func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    private init(_ status: stat) {
        (size, owner, permissions) = (Int64(status.st_size), status.st_uid, status.st_mode & 0o7777)
        (isRegularFile, isDirectory) = (status.st_mode & S_IFMT == S_IFREG, status.st_mode & S_IFMT == S_IFDIR)
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
