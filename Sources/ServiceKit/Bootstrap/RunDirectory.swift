internal import Basics
internal import Foundation
internal import Glibc

/// The private directory of sockets, locks and the owner key.
public enum RunDirectory {
    /// Creates the directory with mode 0700, and its parents, or checks that an existing one is private.
    ///
    /// - Throws: ``NotPrivate`` when it is a symlink, owned by another user, open to others, or cannot be created.
    public static func prepare(_ path: String) throws(NotPrivate) {
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty {
            do {
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            } catch {
                throw NotPrivate(path: path, reason: "its parent cannot be made")
            }
        }
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw NotPrivate(path: path, reason: text(errno)) }
        try check(path)
    }

    /// Checks that the directory, if it exists, is private: for a client, which only connects to sockets in it.
    ///
    /// A process that can create a socket there can intercept requests meant for a service.
    ///
    /// - Throws: ``NotPrivate`` when it is a symlink, owned by another user, or open to others.
    public static func checkIfPresent(_ path: String) throws(NotPrivate) {
        guard FileStatus(path: path, followsLinks: false) != nil || errno != ENOENT else { return }
        try check(path)
    }

    private static func check(_ path: String) throws(NotPrivate) {
        // Opened, so that the checked directory cannot be replaced in between.
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else {
            let isLink = errno == ELOOP || errno == ENOTDIR
            throw NotPrivate(path: path, reason: isLink ? "it is a link or a file, not a directory" : text(errno))
        }
        defer { close(directory) }
        guard let status = FileStatus(descriptor: directory) else { throw NotPrivate(path: path, reason: text(errno)) }
        guard status.owner == geteuid() else {
            throw NotPrivate(path: path, reason: "it belongs to user \(status.owner); take another with --run")
        }
        guard status.permissions & 0o077 == 0 else {
            let mode = String(status.permissions & 0o777, radix: 8)
            throw NotPrivate(path: path, reason: "others may enter it (mode \(mode)); run: chmod 700 \(path)")
        }
    }

    /// Why a directory is rejected.
    public struct NotPrivate: Error, Sendable, Hashable, CustomStringConvertible {
        /// The directory.
        public let path: String
        /// The problem, and how to fix it.
        public let reason: String

        public var description: String { "\(path) cannot be the run directory: \(reason)" }
    }

    private static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
