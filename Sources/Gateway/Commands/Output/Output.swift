internal import Foundation

/// Everything that a command says, so that tests can catch it: results on standard output, the rest on standard error.
public struct Output: Sendable {
    /// Where a text goes.
    public enum Stream: Sendable, Hashable {
        /// Results.
        case standard
        /// Progress, notes and errors.
        case error
    }

    /// Takes text as it is to appear.
    private let write: @Sendable (Stream, String) -> Void
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

    /// Makes an output.
    public init(
        isTerminal: Bool, isErrorTerminal: Bool, width: Int, hasColours: Bool,
        write: @escaping @Sendable (Stream, String) -> Void
    ) {
        self.isTerminal = isTerminal
        self.isErrorTerminal = isErrorTerminal
        self.width = width
        self.hasColours = hasColours
        self.write = write
    }

    /// Writes a line of results.
    public func line(_ text: String = "") { write(.standard, text + "\n") }

    /// Writes a line that is no result.
    public func note(_ text: String) { write(.error, text + "\n") }

    /// Writes over the last line of a terminal; does nothing elsewhere.
    public func progress(_ text: String) {
        guard isErrorTerminal else { return }
        write(.error, "\r\u{1b}[K" + String(text.prefix(max(0, width - 1))))
    }

    /// Takes the progress line away.
    public func endProgress() {
        guard isErrorTerminal else { return }
        write(.error, "\r\u{1b}[K")
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
