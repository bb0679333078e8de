internal import Glibc

/// The process that started this one, for a service that must not outlive its supervisor.
///
/// The kernel's own way, `prctl(PR_SET_PDEATHSIG)`, does not hold here: it is a promise to the thread that asks, and
/// the threads of the cooperative pool end when they are idle. A thread of our own waits for the parent instead: on a
/// descriptor of the process (pidfd, Linux 5.3), and by asking for the parent's number now and then, which is
/// another one as soon as the parent has ended.
public struct ParentProcess: Sendable {
    /// The variable in which a supervisor tells its process id.
    public static let variable = "HEARTH_PARENT"

    /// The parent's process id.
    let id: Int32

    /// How often the parent's number is asked for where the kernel gives no descriptor, in milliseconds.
    private static let pollMilliseconds: Int32 = 500

    /// Names the parent: the process that the environment names, else the one that the system names.
    init(environment: [String: String]) { id = environment[Self.variable].flatMap { Int32($0) } ?? getppid() }

    /// Whether it is still there. A process whose parent has ended has another one.
    var isAlive: Bool { getppid() == id }

    /// Ends this process when the parent ends: with SIGTERM, as a supervisor would, and at once when that has not ended
    /// it within `patience`, as when it hangs.
    ///
    /// - Returns: false when the system gives no thread to wait on.
    func exitWithParent(patience: Duration) -> Bool {
        DedicatedThread.start {
            waitForEnd()
            kill(getpid(), SIGTERM)
            _ = poll(nil, 0, Int32(clamping: patience.components.seconds * 1_000))
            _exit(ExitStatus.unavailable.rawValue)
        }
    }

    private func waitForEnd() {
        // Opened before the parent is looked for: a number that another process has taken over is no parent's then.
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

    /// `pidfd_open` of glibc 2.36, which older ones lack; -1 without it.
    private static func open(_ process: Int32) -> Int32 {
        guard let symbol = dlsym(nil, "pidfd_open") else { return -1 }
        return unsafeBitCast(symbol, to: Open.self)(process, 0)
    }
}
