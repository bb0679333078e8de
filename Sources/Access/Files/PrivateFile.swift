internal import Basics
internal import Glibc
package import RPC

/// Files that only this user reads: written atomically, and rejected when another user could have written them.
package enum PrivateFile {
    /// For private keys.
    static let secretMode: mode_t = 0o600
    /// For public keys: protected by their directory, which only this user can write to.
    static let publicMode: mode_t = 0o644

    /// Reads a file that belongs to this user and that no other user can read or write.
    package static func readSecret(_ path: String, limit: Int) throws(KeyFileError) -> [UInt8]? {
        try read(path, limit: limit, forbidden: 0o077)
    }

    /// Reads a secret written by a service manager: the group's read permission may be the mask of an access list that
    /// admits this user (systemd's credentials).
    package static func readCredential(_ path: String, limit: Int) throws(KeyFileError) -> [UInt8]? {
        try read(path, limit: limit, forbidden: 0o037)
    }

    /// Reads a file that no other user can write.
    package static func readPublic(_ path: String, limit: Int) throws(KeyFileError) -> [UInt8]? {
        try read(path, limit: limit, forbidden: 0o022)
    }

    /// The file's bytes, nil when there is none.
    private static func read(_ path: String, limit: Int, forbidden: mode_t) throws(KeyFileError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        if file < 0 {
            switch errno {
            case ENOENT: return nil
            case ELOOP: throw .notPrivate(path: path, reason: "it is a link")
            case let number: throw .system(call: "open", path: path, errno: number)
            }
        }
        defer { close(file) }
        guard let status = FileStatus(descriptor: file) else {
            throw .system(call: "fstat", path: path, errno: errno)
        }
        guard status.isRegularFile else { throw .notPrivate(path: path, reason: "it is not a file") }
        try checkOwner(status, path: path, forbidden: forbidden)
        guard status.size <= limit else { throw .notAKeyFile(path: path) }
        return try readAll(file, limit: limit, path: path)
    }

    private static func readAll(_ file: Int32, limit: Int, path: String) throws(KeyFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let step = bytes[count...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
            if step < 0, errno == EINTR { continue }
            guard step >= 0 else { throw .system(call: "read", path: path, errno: errno) }
            if step == 0 { break }
            count += step
        }
        guard count <= limit else { throw .notAKeyFile(path: path) }
        return Array(bytes[..<count])
    }

    /// Rejects files of other users (root's are fine) and files with permissions for others.
    static func checkOwner(_ status: FileStatus, path: String, forbidden: mode_t) throws(KeyFileError) {
        guard status.owner == geteuid() || status.owner == 0 else {
            throw .notPrivate(path: path, reason: "it belongs to user \(status.owner)")
        }
        guard status.permissions & forbidden == 0 else {
            let mode = String(status.permissions & 0o777, radix: 8)
            throw .notPrivate(path: path, reason: "its mode is \(mode), which gives others rights")
        }
    }

    /// Creates a file with these bytes, atomically and durably, unless it exists.
    ///
    /// - Returns: false when it exists; then it is unchanged.
    static func create(_ path: String, _ bytes: [UInt8], mode: mode_t, unique: String) throws(KeyFileError) -> Bool {
        let temporary = "\(path).\(unique)"
        try write(temporary, bytes, mode: mode)
        defer { unlink(temporary) }
        if link(temporary, path) != 0 {
            guard errno == EEXIST else { throw .system(call: "link", path: path, errno: errno) }
            return false
        }
        syncDirectory(of: path)
        return true
    }

    /// Creates or replaces a file that only this user can read.
    package static func replaceSecret(_ path: String, _ bytes: [UInt8], runtime: any Runtime) throws(KeyFileError) {
        try replace(path, bytes, mode: secretMode, unique: "\(runtime.randomBytes(8).hexadecimal).new")
    }

    /// Creates or replaces a file atomically: readers see the old bytes or the new ones.
    static func replace(_ path: String, _ bytes: [UInt8], mode: mode_t, unique: String) throws(KeyFileError) {
        let temporary = "\(path).\(unique)"
        try write(temporary, bytes, mode: mode)
        guard rename(temporary, path) == 0 else {
            let number = errno
            unlink(temporary)
            throw .system(call: "rename", path: path, errno: number)
        }
        syncDirectory(of: path)
    }

    private static func write(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(KeyFileError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw .system(call: "open", path: path, errno: errno) }
        defer { close(file) }
        // The umask may have removed permissions of the mode.
        guard fchmod(file, mode) == 0 else { throw .system(call: "fchmod", path: path, errno: errno) }
        var sent = 0
        while sent < bytes.count {
            let step = bytes[sent...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { throw .system(call: "write", path: path, errno: errno) }
            sent += step
        }
        guard fsync(file) == 0 else { throw .system(call: "fsync", path: path, errno: errno) }
    }

    /// Makes a new name durable. Some file systems do not support it; then the file is as durable as they make it.
    private static func syncDirectory(of path: String) {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}

/// The system's message for an error number.
func systemMessage(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
