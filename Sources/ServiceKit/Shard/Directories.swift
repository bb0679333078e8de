internal import CoreFoundation
internal import Foundation
internal import Glibc

/// Directories for private data.
enum Directories {
    /// Makes a directory that only its owner may enter, or makes sure that an existing one is such.
    ///
    /// - Throws: ``ShardError/notPrivate(path:reason:)`` when it is a symbolic link or somebody else's.
    static func makePrivate(_ path: String) throws {
        if mkdir(path, 0o700) == 0 {
            _ = sync((path as NSString).deletingLastPathComponent)
            return
        }
        guard errno == EEXIST else { throw ShardError.cannotOpen(path: path, reason: reason(errno)) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw ShardError.cannotOpen(path: path, reason: reason(errno)) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw ShardError.notPrivate(path: path, reason: "it is a link or a file, not a folder")
        }
        guard status.st_uid == geteuid() else {
            throw ShardError.notPrivate(path: path, reason: "it belongs to user \(status.st_uid)")
        }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
            throw ShardError.notPrivate(path: path, reason: reason(errno))
        }
    }

    /// Makes a directory's entries durable.
    ///
    /// - Returns: false when it cannot be.
    static func sync(_ path: String) -> Bool {
        let file = open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
