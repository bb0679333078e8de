internal import Foundation

/// The lock that marks the process that owns a shard: a file beside it, held with flock as long as the shard is open.
///
/// The database file itself cannot be locked: closing any of its descriptors would drop SQLite's own locks.
final class ShardLock: Sendable {
    private let descriptor: Int32

    /// Acquires the lock of the shard at `path`, without waiting.
    ///
    /// - Throws: ``ShardError/inUse(path:holder:)``, which names the owner process.
    init(shard path: String) throws {
        let lockPath = path + ".lock"
        // Close-on-exec: a child that inherited the descriptor would hold the lock after our exit.
        let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw ShardError.cannotOpen(path: lockPath, reason: String(cString: strerror(errno)))
        }
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let holder = Self.holder(file)
            close(file)
            throw ShardError.inUse(path: path, holder: holder)
        }
        descriptor = file
        let note = Array(
            "\(getpid()) \(CommandLine.arguments.first.map { ($0 as NSString).lastPathComponent } ?? "")\n".utf8)
        ftruncate(file, 0)
        pwrite(file, note, note.count, 0)
    }

    deinit {
        // A child that is being spawned shares the open file until its exec: closing only our descriptor would leave it
        // locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The holder of the lock, as written to the file.
    private static func holder(_ file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(file, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let pid = words.first.flatMap({ Int32($0) }) else { return "another process" }
        if pid == getpid() { return "this process (\(pid))" }
        return "process \(pid)" + (words.count > 1 ? " (\(words[1]))" : "")
    }
}
