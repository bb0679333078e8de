internal import Basics
internal import Glibc

/// Ensures that a single process serves an ipc endpoint.
///
/// libzmq lets a second process bind the path of a socket, which silently diverts all new clients from the first. So a
/// server locks a file of its own beside the socket before it binds. The kernel releases the lock when the process
/// ends, however it ends; children do not inherit it. The file stays.
public final class EndpointLock: Sendable {
    /// The suffix of the lock's file after the socket's name.
    public static let suffix = ".lock"

    /// The file that is locked.
    public let path: String

    private let file: Int32

    private init(path: String, file: Int32) {
        self.path = path
        self.file = file
    }

    /// Takes the lock of the socket at `socketPath`, without waiting.
    ///
    /// - Throws: `EndpointLockError.held` when another process has it, `EndpointLockError.system` when the file cannot
    ///   be used.
    public static func take(forSocketAt socketPath: String) throws(EndpointLockError) -> EndpointLock {
        let path = socketPath + suffix
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw .system(path: path, operation: "open", number: errno) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let (number, holder) = (errno, readHolder(file))
                close(file)
                guard number == EWOULDBLOCK else { throw .system(path: path, operation: "lock", number: number) }
                throw .held(path: path, processID: holder)
            }
            // Another process may have removed the file between opening and locking it: then the lock is on an unlinked
            // file.
            guard isStillNamed(path, file) else {
                close(file)
                continue
            }
            let lock = EndpointLock(path: path, file: file)
            try lock.writeHolder()
            return lock
        }
    }

    private func writeHolder() throws(EndpointLockError) {
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, text, text.count, 0) == text.count else {
            throw .system(path: path, operation: "write", number: errno)
        }
    }

    private static func readHolder(_ file: Int32) -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &text, text.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: text[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    private static func isStillNamed(_ path: String, _ file: Int32) -> Bool {
        guard let opened = FileStatus(descriptor: file), let named = FileStatus(path: path, followsLinks: false)
        else { return false }
        return named.isSameFile(as: opened)
    }

    deinit {
        // A child that is being spawned shares the open file until its exec: closing ours alone would leave it locked.
        flock(file, LOCK_UN)
        close(file)
    }
}

/// Why the lock of a socket could not be taken.
public enum EndpointLockError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process holds it; with its process ID if the file has one.
    case held(path: String, processID: Int32?)

    /// A system call failed.
    case system(path: String, operation: String, number: Int32)

    public var description: String {
        switch self {
        case .held(let path, let id?): "\(path) is held by process \(id), which serves this socket"
        case .held(let path, nil): "\(path) is held by another process, which serves this socket"
        case .system(let path, let operation, let number): "cannot \(operation) \(path): \(SystemError.text(number))"
        }
    }
}
