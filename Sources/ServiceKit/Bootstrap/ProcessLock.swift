internal import Glibc

/// A lock between processes: a file that one process locks, with its process ID as content. The system releases the
/// lock when the process ends, however it ends; children do not inherit it. The file remains.
public final class ProcessLock: Sendable {
    /// The locked file.
    public let path: String
    private let file: Int32

    /// Acquires the lock without waiting.
    ///
    /// - Throws: ``Failure``.
    public init(path: String) throws(Failure) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Failure(path: path, holder: nil, reason: String(cString: strerror(errno))) }
        guard Self.lock(file, LOCK_EX) else {
            let holder = Self.holder(file)
            close(file)
            throw Failure(path: path, holder: holder, reason: nil)
        }
        let text = Array("\(getpid())\n".utf8)
        ftruncate(file, 0)
        pwrite(file, text, text.count, 0)
        self.path = path
        self.file = file
    }

    deinit {
        // A child that is being spawned shares the open file until its exec: closing only our descriptor would leave it
        // locked.
        flock(file, LOCK_UN)
        close(file)
    }

    /// Why a lock was not acquired.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The file.
        public let path: String
        /// The process that holds it; nil for another reason, or while the holder has not written its ID yet.
        public let holder: Int32?
        /// The system's error text; nil when another process holds the lock.
        public let reason: String?

        public var description: String {
            if let reason { return "\(path) cannot be locked: \(reason)" }
            return "\(path) is held by \(holder.map { "process \($0)" } ?? "another process")"
        }
    }

    /// The process that holds a lock now; nil when it is free.
    public static func holder(of path: String) -> Int32? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // Shared, so that two concurrent checks do not mistake each other for holders.
        return lock(file, LOCK_SH) ? nil : holder(file)
    }

    private static func lock(_ file: Int32, _ mode: Int32) -> Bool {
        while flock(file, mode | LOCK_NB) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    private static func holder(_ file: Int32) -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &text, text.count, 0)
        return Int32(String(decoding: text.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
