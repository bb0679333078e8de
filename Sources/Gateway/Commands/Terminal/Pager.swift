internal import Foundation
internal import Glibc
internal import ServiceKit
internal import Synchronization

/// Shows a text that is longer than the terminal, page by page.
public struct Pager: Sendable {
    /// The terminal's lines: shorter texts are written as they are.
    let lines: Int
    /// Shows a text until the user leaves it; false when that could not be begun.
    let show: @Sendable (String) async -> Bool

    /// Creates a pager.
    public init(lines: Int, show: @escaping @Sendable (String) async -> Bool) {
        (self.lines, self.show) = (lines, show)
    }

    /// The user's: `$PAGER`, else `less` where it is installed; nil where neither is, or `$PAGER` is empty.
    static func process(variables: [String: String]) -> Pager? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0,
            let command = command(variables)
        else { return nil }
        return Pager(lines: Int(size.ws_row)) { text in
            await Blocking.run(.queued) { run(command, text) }
        }
    }

    private static func command(_ variables: [String: String]) -> String? {
        if let named = variables["PAGER"] {
            return ["", "cat"].contains(named.trimmingCharacters(in: .whitespaces)) ? nil : named
        }
        let folders = (variables["PATH"] ?? "").split(separator: ":")
        let hasLess = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/less") }
        return hasLess ? "less -FRX" : nil
    }

    /// From a file rather than a pipe: a reader that leaves early then ends nothing but itself.
    private static func run(_ command: String, _ text: String) -> Bool {
        // `mkstemp` fills in the last six letters.
        var name = Array("\(FileManager.default.temporaryDirectory.path)/hearth-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return false }
        unlink(name)
        let input = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard DescriptorWriter.write(text, to: file), lseek(file, 0, SEEK_SET) == 0 else { return false }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardInput = input
        // Ctrl-C is for the pager, which this process waits for.
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return true
    }
}

/// The results of a command that may be long, until they are shown as a whole.
final class PageBuffer: Sendable {
    private let text = Mutex("")

    func append(_ more: String) { text.withLock { $0 += more } }

    /// Shows what was written: page by page where it is longer than the terminal.
    func flush(_ environment: GatewayEnvironment) async {
        let text = text.withLock { text in
            defer { text = "" }
            return text
        }
        guard !text.isEmpty else { return }
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
        if let pager = environment.pager, lines >= pager.lines, await pager.show(text) { return }
        environment.output.write(text)
    }
}

/// A command whose results may be longer than a terminal.
protocol PagedCommand: GatewayCommand {}
