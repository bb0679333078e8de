internal import Foundation
internal import ServiceKit

/// The output of a command, replaceable by tests: results on standard output, the rest on standard error.
public struct Output: Sendable {
    /// The destination of a text.
    public enum Stream: Sendable, Hashable {
        /// Results.
        case standard
        /// Progress, notes and errors.
        case error
    }

    /// Writes a text verbatim; false when it could not be written.
    private let write: @Sendable (Stream, String) -> Bool
    /// Whether results go to a terminal.
    public let isTerminal: Bool
    /// Whether progress and errors go to a terminal.
    public let isErrorTerminal: Bool
    /// The terminal's columns; tables are cut to it on a terminal only.
    public let width: Int
    /// Whether colours are wanted.
    public let hasColours: Bool
    /// Whether results are JSON.
    public var isJSON = false
    /// Numbers the rows of lists, and remembers them; nil where `@3` is not to mean one.
    var rows: RowRecorder?

    /// Creates an output.
    public init(
        isTerminal: Bool, isErrorTerminal: Bool, width: Int, hasColours: Bool,
        write: @escaping @Sendable (Stream, String) -> Void
    ) {
        self.init(isTerminal: isTerminal, isErrorTerminal: isErrorTerminal, width: width, hasColours: hasColours) {
            write($0, $1)
            return true
        }
    }

    /// Creates an output.
    ///
    /// - Parameter writing: writes a text; false when it cannot.
    init(
        isTerminal: Bool, isErrorTerminal: Bool, width: Int, hasColours: Bool,
        writing write: @escaping @Sendable (Stream, String) -> Bool
    ) {
        self.isTerminal = isTerminal
        self.isErrorTerminal = isErrorTerminal
        self.width = width
        self.hasColours = hasColours
        self.write = write
    }

    /// Writes a line of results.
    public func line(_ text: String = "") { _ = write(.standard, text + "\n") }

    /// Writes a line that is no result.
    public func note(_ text: String) { _ = write(.error, text + "\n") }

    /// Writes results verbatim.
    func write(_ text: String) { _ = write(.standard, text) }

    /// The same output, whose results are kept until they are shown as a whole.
    func kept(in buffer: PageBuffer) -> Output {
        var output = Output(
            isTerminal: isTerminal, isErrorTerminal: isErrorTerminal, width: width, hasColours: hasColours,
            writing: { [write] stream, text in
                guard stream == .standard else { return write(stream, text) }
                buffer.append(text)
                return true
            })
        (output.isJSON, output.rows) = (isJSON, rows)
        return output
    }

    /// The same output, which never waits for its reader: see `LogQueue`.
    ///
    /// - Parameter prepare: called before each write, on the writing thread.
    func queued(prepare: @escaping @Sendable () -> Void) -> QueuedOutput {
        let queue = LogQueue<QueuedOutput.Text>(
            size: { $0.text.utf8.count },
            dropped: { QueuedOutput.Text(stream: .error, text: "hearth: \(DroppedLines.message($0))\n") },
            write: { [write] texts in
                prepare()
                return QueuedOutput.joined(texts).reduce(true) { write($1.stream, $1.text) && $0 }
            })
        var output = Output(
            isTerminal: isTerminal, isErrorTerminal: isErrorTerminal, width: width, hasColours: hasColours,
            writing: {
                queue.put(QueuedOutput.Text(stream: $0, text: $1))
                return true
            })
        output.isJSON = isJSON
        return QueuedOutput(output: output, queue: queue)
    }

    /// Writes over the last line of a terminal; does nothing elsewhere.
    public func progress(_ text: String) {
        guard isErrorTerminal else { return }
        _ = write(.error, "\r\u{1b}[K" + String(text.prefix(max(0, width - 1))))
    }

    /// Clears the progress line.
    public func endProgress() {
        guard isErrorTerminal else { return }
        _ = write(.error, "\r\u{1b}[K")
    }

    /// Writes over the last lines of a terminal, as many as before; does nothing elsewhere.
    func progress(lines: [String]) {
        guard isErrorTerminal, !lines.isEmpty else { return }
        let texts = lines.map { String($0.prefix(max(0, width - 1))) }
        // Up to the first line again (ECMA-48: ED, CUU).
        let back = lines.count > 1 ? "\u{1b}[\(lines.count - 1)A\r" : "\r"
        _ = write(.error, "\r\u{1b}[J" + texts.joined(separator: "\r\n") + back)
    }

    /// Clears the lines of ``progress(lines:)``.
    func endProgressLines() {
        guard isErrorTerminal else { return }
        _ = write(.error, "\r\u{1b}[J")
    }

    /// Writes a result as one line of JSON, its names sorted.
    public func json(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        guard let data = try? encoder.encode(value) else { return note("The result cannot be written as JSON.") }
        line(String(decoding: data, as: UTF8.self))
    }

    /// A text in a colour, where colours are wanted.
    public func coloured(_ text: String, _ colour: Colour) -> String {
        hasColours ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
    }

    /// The few colours that are used, by their ANSI numbers.
    public enum Colour: Int, Sendable {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
    }
}
