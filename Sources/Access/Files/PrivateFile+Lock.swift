internal import Glibc

extension PrivateFile {
    /// Runs `body` while no other process and no other caller runs one with the lock of this file, which is created when it
    /// is missing. Blocks, for as long as the others take.
    static func withLock<Value>(
        _ path: String, _ body: () throws(KeyFileError) -> Value
    ) throws(KeyFileError) -> Value {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, secretMode)
        guard file >= 0 else { throw .system(call: "open", path: path, errno: errno) }
        // The lock belongs to the open file: closing it ends the lock, as the end of the process does.
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .system(call: "flock", path: path, errno: errno) }
        }
        return try body()
    }
}
