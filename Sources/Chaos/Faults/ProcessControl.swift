internal import Foundation
internal import Glibc

/// Kernel calls that manipulate processes and disks of the same user; no decisions.
enum ProcessControl {
    /// The kernel's error.
    struct Refused: Error, CustomStringConvertible {
        let description: String

        init(_ what: String, _ number: Int32 = errno) {
            description = "\(what): \(String(cString: strerror(number)))"
        }
    }

    /// A resource limit of a process (getrlimit(2)).
    enum Resource: Sendable {
        /// The address space, in bytes.
        case addressSpace
        /// The size of a written file, in bytes.
        case fileSize

        fileprivate var number: __rlimit_resource {
            switch self {
            case .addressSpace: RLIMIT_AS
            case .fileSize: RLIMIT_FSIZE
            }
        }
    }

    /// Sends a signal; false when the process does not exist, or belongs to another user.
    @discardableResult
    static func send(_ signal: Int32, to process: Int32) -> Bool { process > 1 && kill(process, signal) == 0 }

    /// A field of a process's status (proc_pid_status(5)); nil when there is no such process.
    static func status(of process: Int32, _ field: String) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.map(String.init)
    }

    /// `prlimit(2)`, which glibc declares only with GNU's extensions.
    private typealias LimitControl =
        @convention(c) (Int32, UInt32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32

    /// Sets a process's soft limit, or with nil raises it to the hard limit.
    ///
    /// - Throws: ``Refused``.
    static func limit(_ resource: Resource, of process: Int32, to bytes: UInt64?) throws(Refused) {
        var limit = rlimit()
        guard let symbol = dlsym(nil, "prlimit") else { throw Refused("prlimit", ENOSYS) }
        let control = unsafeBitCast(symbol, to: LimitControl.self)
        guard control(process, resource.number.rawValue, nil, &limit) == 0 else { throw Refused("prlimit") }
        limit.rlim_cur = min(bytes.map { rlim_t($0) } ?? limit.rlim_max, limit.rlim_max)
        guard control(process, resource.number.rawValue, &limit, nil) == 0 else { throw Refused("prlimit") }
    }

    /// Mounts an empty tmpfs of this size, in bytes, on a directory (mount(2)).
    ///
    /// - Throws: ``Refused``.
    static func mountMemory(at path: String, bytes: Int) throws(Refused) {
        let flags = UInt(MS_NOSUID | MS_NODEV)
        guard mount("hearth-chaos", path, "tmpfs", flags, "size=\(bytes),mode=0700") == 0 else {
            throw Refused("mount")
        }
    }

    /// Unmounts a file system, even while files on it are open.
    static func unmount(_ path: String) { umount2(path, Int32(MNT_DETACH)) }

    /// Fills the free space of a file system with a file.
    ///
    /// - Throws: ``Refused`` when the file cannot be created.
    static func fill(with path: String) throws(Refused) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Refused("open") }
        defer { close(file) }
        let bytes = [UInt8](repeating: 0x68, count: 1 << 16)
        // In ever smaller pieces, until no byte is free.
        var piece = bytes.count
        while piece > 0 {
            if write(file, bytes, piece) < 0 {
                if errno == EINTR { continue }
                piece /= 2
            }
        }
    }
}
