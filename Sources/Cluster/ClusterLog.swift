internal import Basics
internal import Foundation
public import Glibc
public import ServiceKit

/// The log of a cluster in the background: its supervisor's standard output and standard error. It is kept across
/// restarts, so that the reason of a crash is still there afterwards, up to a size limit; then it replaces the old log,
/// and a new one begins.
public struct ClusterLog: Sendable {
    private let path: String
    private let oldPath: String

    /// The maximum size of the log, in bytes; with the old one the total is at most twice that.
    public static let limitBytes = 8 << 20
    /// The maximum of bytes read for people.
    private static let shownBytes = 64 << 10

    /// The log of a run directory.
    public init(paths: ServicePaths) { (path, oldPath) = (paths.clusterLog, paths.oldClusterLog) }

    /// Its size now, in bytes; 0 when there is no file.
    public var size: Int { FileStatus(path: path, followsLinks: false).map { Int($0.size) } ?? 0 }

    /// The text after an offset; only its end when it is long.
    public func text(from begin: Int) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let end = size
        // The log may have been rotated meanwhile.
        let start = max(end < begin ? 0 : begin, end - Self.shownBytes)
        guard (try? file.seek(toOffset: UInt64(start))) != nil,
            let data = try? file.read(upToCount: Self.shownBytes)
        else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Rotates the log when this process writes to it and it is full. Only the supervisor, which holds the directory's
    /// lock, may call it, between two writes.
    ///
    /// - Parameters:
    ///   - limit: the maximum size, in bytes.
    ///   - output: the descriptor of standard output.
    ///   - error: the descriptor of standard error.
    public func rotateIfFull(
        limit: Int = limitBytes, output: Int32 = STDOUT_FILENO, error: Int32 = STDERR_FILENO
    ) {
        guard let written = FileStatus(descriptor: error), written.isRegularFile, Int(written.size) >= limit,
            let named = FileStatus(path: path, followsLinks: false), named.isSameFile(as: written)
        else { return }
        let isOutput = FileStatus(descriptor: output)?.isSameFile(as: written) ?? false
        guard rename(path, oldPath) == 0 else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // For example on a full disk: the old file stays in use.
        guard file >= 0 else {
            rename(oldPath, path)
            return
        }
        dup2(file, error)
        if isOutput { dup2(file, output) }
        close(file)
    }
}
