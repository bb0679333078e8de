internal import Basics
internal import Glibc

/// A directory that only its owner may access.
///
/// A socket or key in it is protected from other users of the machine only as long as it really is a directory, belongs
/// to this user, and is closed to others, so that is checked every time.
public struct PrivateDirectory: Hashable, Sendable {
    /// The path as given.
    public let path: String

    /// Makes the directory unless it exists (mode 0700; its parent must exist), and checks it.
    ///
    /// - Throws: `PathError`.
    public static func make(at path: String) throws(PathError) -> PrivateDirectory {
        if mkdir(path, 0o700) != 0 && errno != EEXIST { throw .system(path: path, operation: "make", number: errno) }
        return try check(at: path)
    }

    /// Checks an existing directory.
    ///
    /// - Throws: `PathError`.
    public static func check(at path: String) throws(PathError) -> PrivateDirectory {
        // Opened rather than checked by name, so that the checked directory cannot be exchanged meanwhile.
        let file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            // ELOOP or ENOTDIR, depending on the system, for a symbolic link.
            if errno == ELOOP || errno == ENOTDIR { throw .notADirectory(path: path) }
            throw .system(path: path, operation: "open", number: errno)
        }
        defer { close(file) }
        guard let status = FileStatus(descriptor: file) else {
            throw .system(path: path, operation: "look at", number: errno)
        }
        guard status.owner == geteuid() else { throw .foreign(path: path, owner: status.owner) }
        guard status.permissions & 0o077 == 0 else { throw .open(path: path, mode: status.permissions & 0o777) }
        return PrivateDirectory(path: path)
    }
}
