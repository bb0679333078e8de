internal import CoreFoundation
internal import Foundation
internal import Glibc

/// Files and directories for private data.
package enum Files {
    /// The size of the file at a path, 0 when there is none; opening a database to find out would drop SQLite's locks.
    static func bytes(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    /// Creates a directory that only its owner may enter, or checks that an existing one is private.
    ///
    /// - Throws: ``ShardError/notPrivate(path:reason:)`` when it is a symbolic link or owned by another user.
    package static func makePrivate(_ path: String) throws {
        if mkdir(path, 0o700) == 0 {
            _ = sync((path as NSString).deletingLastPathComponent)
            return
        }
        guard errno == EEXIST else { throw ShardError.cannotOpen(path: path, reason: reason(errno)) }
        // Of the entry itself, not of a link's target.
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeDirectory else {
            throw ShardError.notPrivate(path: path, reason: "it is a link or a file, not a folder")
        }
        let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
        guard owner == geteuid() else {
            throw ShardError.notPrivate(path: path, reason: "it belongs to user \(owner.map(String.init) ?? "?")")
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
        if mode & 0o077 != 0, chmod(path, 0o700) != 0 {
            throw ShardError.notPrivate(path: path, reason: reason(errno))
        }
    }

    /// Syncs a directory's entries, or a file's content, to disk.
    ///
    /// - Returns: false on failure.
    package static func sync(_ path: String) -> Bool {
        let file = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
    }

    /// Renames a file over another one, durably.
    ///
    /// - Returns: false on failure.
    package static func replace(_ path: String, with temporary: String) -> Bool {
        rename(temporary, path) == 0 && sync((path as NSString).deletingLastPathComponent)
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
