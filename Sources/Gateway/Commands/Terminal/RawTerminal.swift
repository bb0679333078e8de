internal import Glibc
internal import Synchronization

/// A terminal that gives keys one at a time and shows none of them, until it is restored (termios(3)).
///
/// Signals stay as they are, so that Ctrl-C works as ever; a stop by Ctrl-Z is off, which would leave the shell in this
/// mode.
final class RawTerminal: Sendable {
    private let descriptor: Int32
    private struct State {
        /// Nil once it was restored.
        var before: termios?
    }
    private let state: Mutex<State>

    /// The wait for a key in milliseconds, after which it is looked whether the terminal was restored.
    private static let wait: Int32 = 100

    /// Changes a terminal; nil when the descriptor is none.
    init?(_ descriptor: Int32) {
        var before = termios()
        guard isatty(descriptor) == 1, tcgetattr(descriptor, &before) == 0 else { return nil }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        Self.set(VSUSP, 0, in: &raw)
        Self.set(VMIN, 1, in: &raw)
        Self.set(VTIME, 0, in: &raw)
        guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else { return nil }
        self.descriptor = descriptor
        state = Mutex(State(before: before))
    }

    deinit { restore() }

    /// Makes it what it was. Again it changes nothing.
    func restore() {
        state.withLock { state in
            guard var before = state.before else { return }
            state.before = nil
            tcsetattr(descriptor, TCSAFLUSH, &before)
        }
    }

    /// The next bytes; none when nothing came for a while, nil when it was restored or is gone.
    func read() -> [UInt8]? {
        guard state.withLock({ $0.before != nil }) else { return nil }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&request, 1, Self.wait)
        if count == 0 || count < 0 && errno == EINTR { return [] }
        guard count > 0, request.revents & Int16(POLLIN) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 64)
        let read = Glibc.read(descriptor, &bytes, bytes.count)
        if read < 0, errno == EINTR || errno == EAGAIN { return [] }
        return read > 0 ? Array(bytes.prefix(read)) : nil
    }

    private static func set(_ index: Int32, _ value: cc_t, in mode: inout termios) {
        withUnsafeMutableBytes(of: &mode.c_cc) { $0[Int(index)] = value }
    }
}
