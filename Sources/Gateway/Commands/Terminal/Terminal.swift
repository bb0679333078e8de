internal import Glibc
internal import ServiceKit

/// The user's terminal, apart from standard input and output, which may be files.
public struct Terminal: Sendable {
    /// Prompts and returns the typed line, without its end; nil when there is no terminal, or the user cancelled
    /// (Ctrl-C, Ctrl-D).
    ///
    /// The second argument disables the echo.
    let read: @Sendable (_ question: String, _ isSecret: Bool) async -> String?

    /// Creates a terminal.
    public init(read: @escaping @Sendable (_ question: String, _ isSecret: Bool) async -> String?) { self.read = read }

    /// No terminal.
    public static let none = Terminal { _, _ in nil }

    /// The controlling terminal of this process, `/dev/tty`.
    static let process = Terminal { question, isSecret in
        await Blocking.run(.queued) { TerminalLine.read(question, isSecret: isSecret) }
    }
}

/// One line of `/dev/tty`.
private enum TerminalLine {
    /// The longest input, in bytes.
    private static let longest = 256
    // The bytes of keys that the terminal does not handle in raw mode (ASCII).
    private static let (interrupt, end, backspace, delete) = (UInt8(3), UInt8(4), UInt8(8), UInt8(127))

    static func read(_ question: String, isSecret: Bool) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }
        if isSecret {
            var quiet = before
            // Keys are read one at a time and Ctrl-C is one of them, so that the echo is always restored.
            quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
            guard tcsetattr(terminal, TCSAFLUSH, &quiet) == 0 else { return nil }
        }
        defer {
            if isSecret {
                tcsetattr(terminal, TCSAFLUSH, &before)
                write("\n", to: terminal)
            }
        }
        write(question, to: terminal)
        return line(of: terminal)
    }

    private static func line(of terminal: Int32) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < longest {
            var byte: UInt8 = 0
            let count = Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: bytes, as: UTF8.self)
            case interrupt, end: return nil
            case backspace, delete: _ = bytes.popLast()
            default: bytes.append(byte)
            }
        }
        return nil
    }

    private static func write(_ text: String, to terminal: Int32) {
        _ = DescriptorWriter.write(text, to: terminal)
    }
}
