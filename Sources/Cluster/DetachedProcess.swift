internal import Glibc

/// A process in the background, in its own session: it survives this process and its terminal.
///
/// With posix_spawn: swift-subprocess ties a process to the call that runs it, and Foundation's `Process` creates no
/// session.
public struct DetachedProcess: Sendable {
    /// Its process ID.
    public let id: Int32

    /// `POSIX_SPAWN_SETSID` of glibc's spawn.h, which hides it from Swift.
    private static let newSession: Int16 = 0x80

    /// The maximum input: the capacity of a pipe without a reader.
    private static let longestInput = 64 << 10

    /// Starts a process that writes to the end of a file.
    ///
    /// - Parameter input: its standard input, up to 64 KiB.
    /// - Throws: ``ClusterError/unusable(_:)``.
    public init(
        executable: String, arguments: [String], input: [UInt8] = [], output: String
    ) throws(ClusterError) {
        guard input.count <= Self.longestInput else { throw .unusable("the process's input is too long") }
        var pipes: [Int32] = [-1, -1]
        guard pipe(&pipes) == 0 else {
            throw .unusable("no pipe can be made: \(String(cString: strerror(errno)))")
        }
        for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        defer { close(pipes[0]) }
        let written = write(pipes[1], input, input.count)
        close(pipes[1])
        guard written == input.count else { throw .unusable("the process's input cannot be written") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)
        var words = ([executable] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var id: pid_t = 0
        let error = posix_spawn(&id, executable, &actions, &attributes, words, environ)
        guard error == 0 else {
            throw .unusable("\(executable) cannot be started: \(String(cString: strerror(error)))")
        }
        self.id = id
    }

    /// How it ended; nil while it runs. Only the process that started it may call this.
    public func end() -> ProcessTermination? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        // WIFEXITED and WEXITSTATUS are macros.
        return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
    }
}
