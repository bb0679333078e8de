internal import Glibc

/// What is done to processes and disks from outside, by their owner: the calls to the kernel, and nothing that decides.
enum ProcessControl {
    /// Why the kernel refused.
    struct Refused: Error, CustomStringConvertible {
        let description: String

        init(_ what: String, _ number: Int32 = errno) {
            description = "\(what): \(String(cString: strerror(number)))"
        }
    }

    /// A limit of a process (getrlimit(2)).
    enum Resource: Sendable {
        /// The address space, in bytes.
        case addressSpace
        /// The size of a file that is written, in bytes.
        case fileSize

        fileprivate var number: __rlimit_resource {
            switch self {
            case .addressSpace: RLIMIT_AS
            case .fileSize: RLIMIT_FSIZE
            }
        }
    }

    /// Sends a signal; false when there is no such process, or it is not ours.
    @discardableResult
    static func send(_ signal: Int32, to process: Int32) -> Bool { process > 1 && kill(process, signal) == 0 }

    /// `prlimit(2)`, which glibc shows only to who asks for GNU's extensions.
    private typealias LimitControl =
        @convention(c) (Int32, UInt32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32

    /// Gives a process another soft limit, or with nil as much as it may have.
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

    /// Puts an empty file system in memory, of so many bytes, at a directory (mount(2)).
    ///
    /// - Throws: ``Refused``.
    static func mountMemory(at path: String, bytes: Int) throws(Refused) {
        let flags = UInt(MS_NOSUID | MS_NODEV)
        guard mount("hearth-chaos", path, "tmpfs", flags, "size=\(bytes),mode=0700") == 0 else {
            throw Refused("mount")
        }
    }

    /// Takes a file system away, also while files on it are open.
    static func unmount(_ path: String) { umount2(path, Int32(MNT_DETACH)) }

    /// Takes all room that is left on a file system with a file.
    ///
    /// - Throws: ``Refused`` when the file cannot be made.
    static func fill(with path: String) throws(Refused) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Refused("open") }
        defer { close(file) }
        let bytes = [UInt8](repeating: 0x68, count: 1 << 16)
        // In ever smaller pieces, until not one byte has room.
        var piece = bytes.count
        while piece > 0 {
            if write(file, bytes, piece) < 0 {
                if errno == EINTR { continue }
                piece /= 2
            }
        }
    }
}
