internal import Glibc

/// An open file of a backup. Every function blocks, and throws ``BackupError/system(call:path:reason:)``.
final class SystemFile {
    let path: String
    let descriptor: Int32

    private init(path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

    deinit { close(descriptor) }

    /// Creates a private file that does not exist.
    ///
    /// - Throws: ``BackupError/exists(path:)`` when it does.
    static func create(_ path: String, mode: mode_t = 0o600) throws(BackupError) -> SystemFile {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        if file < 0, errno == EEXIST { throw .exists(path: path) }
        guard file >= 0 else { throw failure("open", path) }
        guard fchmod(file, mode) == 0 else {
            let error = failure("fchmod", path)
            close(file)
            throw error
        }
        return SystemFile(path: path, descriptor: file)
    }

    /// Opens a file for reading.
    ///
    /// - Throws: ``BackupError/missing(path:)`` when there is none.
    static func open(reading path: String) throws(BackupError) -> SystemFile {
        let file = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if file < 0, errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
        guard file >= 0 else { throw failure("open", path) }
        return SystemFile(path: path, descriptor: file)
    }

    /// Opens a directory, to lock or to sync it.
    static func open(directory path: String) throws(BackupError) -> SystemFile {
        let file = Glibc.open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure("open", path) }
        return SystemFile(path: path, descriptor: file)
    }

    /// Locks it for this process, until it is closed, without waiting.
    ///
    /// - Throws: ``BackupError/busy(path:)`` when another process has locked it.
    func lock() throws(BackupError) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            throw errno == EWOULDBLOCK ? .busy(path: path) : Self.failure("flock", path)
        }
    }

    /// The size in bytes.
    func size() throws(BackupError) -> Int64 {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw Self.failure("lseek", path) }
        return Int64(end)
    }

    /// Appends bytes at the file's own position.
    func write(_ bytes: [UInt8]) throws(BackupError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("write", path) }
            sent += count
        }
    }

    /// Reads bytes at a position; fewer at the end of the file.
    func read(_ count: Int, at offset: Int64) throws(BackupError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let step = bytes[done...].withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(offset) + off_t(done))
            }
            if step < 0, errno == EINTR { continue }
            guard step >= 0 else { throw Self.failure("read", path) }
            if step == 0 { break }
            done += step
        }
        bytes.removeLast(count - done)
        return bytes
    }

    /// Makes it durable.
    func sync() throws(BackupError) {
        guard fsync(descriptor) == 0 else { throw Self.failure("fsync", path) }
    }

    /// Creates a private directory, with those above it.
    static func makeDirectories(_ path: String) throws(BackupError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let (number, parent) = (errno, Self.parent(of: path))
        guard number == ENOENT, parent != path, !parent.isEmpty else { throw failure("mkdir", path) }
        try makeDirectories(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("mkdir", path) }
    }

    /// Renames a file or directory, and never replaces one.
    ///
    /// - Throws: ``BackupError/exists(path:)``.
    static func rename(_ old: String, toNew new: String) throws(BackupError) {
        // A link fails where there is a file already; a rename of a directory where one has entries.
        if link(old, new) == 0 {
            guard unlink(old) == 0 else { throw failure("unlink", old) }
        } else if errno == EEXIST {
            throw .exists(path: new)
        } else {
            // A directory, or a file system without links.
            guard !exists(new) else { throw .exists(path: new) }
            guard Glibc.rename(old, new) == 0 else { throw failure("rename", new) }
        }
        try open(directory: parent(of: new)).sync()
    }

    /// Whether anything is at a path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Removes a file.
    ///
    /// - Returns: whether it is gone.
    static func remove(_ path: String) -> Bool { unlink(path) == 0 || errno == ENOENT }

    /// The directory that a path is in.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func failure(_ call: String, _ path: String) -> BackupError {
        .system(call: call, path: path, reason: String(cString: strerror(errno)))
    }
}
