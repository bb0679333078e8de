internal import CoreFoundation
internal import Foundation
internal import Glibc

/// The private directory of sockets, locks and the owner key.
public enum RunDirectory {
    /// Makes the directory with mode 0700, and what is above it, or makes sure that it is private.
    ///
    /// - Throws: ``NotPrivate`` when it is a link, somebody else's, open to others, or cannot be made.
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

    /// Makes sure that the directory is private, if there is one: for who only calls what listens in it.
    ///
    /// Whoever can put a socket there can be told what was meant for a service.
    ///
    /// - Throws: ``NotPrivate`` when it is a link, somebody else's, or open to others.
    public static func checkIfPresent(_ path: String) throws(NotPrivate) {
        var status = stat()
        guard lstat(path, &status) == 0 || errno != ENOENT else { return }
        try check(path)
    }

    private static func check(_ path: String) throws(NotPrivate) {
        // Opened, so that what is looked at cannot be exchanged for something else meanwhile.
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else {
            let isLink = errno == ELOOP || errno == ENOTDIR
            throw NotPrivate(path: path, reason: isLink ? "it is a link or a file, not a directory" : text(errno))
        }
        defer { close(directory) }
        var status = stat()
        guard fstat(directory, &status) == 0 else { throw NotPrivate(path: path, reason: text(errno)) }
        guard status.st_uid == geteuid() else {
            throw NotPrivate(path: path, reason: "it belongs to user \(status.st_uid); take another with --run")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw NotPrivate(path: path, reason: "others may enter it (mode \(mode)); run: chmod 700 \(path)")
        }
    }

    /// Why a directory is not taken.
    public struct NotPrivate: Error, Sendable, Hashable, CustomStringConvertible {
        /// The directory.
        public let path: String
        /// What is wrong with it, and what to do.
        public let reason: String

        public var description: String { "\(path) cannot be the run directory: \(reason)" }
    }

    private static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
