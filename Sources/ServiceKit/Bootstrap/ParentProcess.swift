internal import Basics
internal import Glibc

/// The process that started this one, for a service that must not outlive its supervisor.
///
/// The kernel's mechanism, `prctl(PR_SET_PDEATHSIG)`, does not work here: it is bound to the thread that requests it,
/// and the threads of the cooperative pool end when idle. A dedicated thread waits for the parent instead: on a process
/// descriptor (pidfd, Linux 5.3), and by polling the parent's process ID, which changes as soon as the parent has
/// ended.
public struct ParentProcess: Sendable {
    /// The environment variable in which a supervisor passes its process ID.
    public static let variable = "HEARTH_PARENT"

    /// The parent's process ID.
    let id: Int32

    /// The polling interval where the kernel provides no pidfd, in milliseconds.
    private static let pollMilliseconds: Int32 = 500

    /// Takes the parent from the environment, or else from the system.
    init(environment: [String: String]) { id = environment[Self.variable].flatMap { Int32($0) } ?? getppid() }

    /// Whether the parent still runs. A process whose parent has ended has another parent ID.
    var isAlive: Bool { getppid() == id }

    /// Ends this process when the parent ends: with SIGTERM, as a supervisor would, and forcibly when it has not ended
    /// within `patience`, for example because it hangs.
    ///
    /// - Returns: false when the system cannot create the thread that waits.
    func exitWithParent(patience: Duration) -> Bool {
        DedicatedThread.start {
            waitForEnd()
            kill(getpid(), SIGTERM)
            _ = poll(nil, 0, Int32(clamping: patience.components.seconds * 1_000))
            _exit(ExitStatus.unavailable.rawValue)
        }
    }

    private func waitForEnd() {
        // Opened before the parent is checked: a process ID that another process reused is then not the parent's.
        let file = Self.open(id)
        while isAlive {
            guard file >= 0 else {
                _ = poll(nil, 0, Self.pollMilliseconds)
                continue
            }
            var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, Self.pollMilliseconds)
        }
        if file >= 0 { close(file) }
    }

    private typealias Open = @convention(c) (pid_t, UInt32) -> Int32

    /// `pidfd_open` of glibc 2.36, which older versions lack; -1 without it.
    private static func open(_ process: Int32) -> Int32 {
        guard let symbol = dlsym(nil, "pidfd_open") else { return -1 }
        return unsafeBitCast(symbol, to: Open.self)(process, 0)
    }
}
