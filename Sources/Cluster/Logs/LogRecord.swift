public import Logging

/// A line of a log file, with what it says of itself: its time and level. Both formats of logs are understood.
public struct LogRecord: Sendable, Hashable {
    /// The service whose log it is in.
    public let service: String
    /// When it was written, by RFC 3339 in UTC with milliseconds, so that texts sort by time.
    public let time: String
    /// Its level.
    public let level: Logger.Level
    /// The whole line, without its line end.
    public let line: String

    /// Creates a record.
    init(service: String, time: String, level: Logger.Level, line: String) {
        (self.service, self.time, self.level, self.line) = (service, time, level, line)
    }

    /// Parses a line; nil when it does not begin with its time and level.
    init?(service: String, line: String) {
        guard let head = Self.head(of: line) else { return nil }
        self.init(service: service, time: head.time, level: head.level, line: line)
    }

    /// Whether a line says its time and level.
    static func isComplete(_ line: String) -> Bool { head(of: line) != nil }

    /// The message without time, level and label, with its metadata; the whole line when it is JSON.
    public var message: String {
        guard !line.hasPrefix("{") else { return line }
        let rest = line.dropFirst(Self.timeLength + 1).drop { $0 != " " }.drop { $0 == " " }
        guard let label = rest.firstIndex(of: ":") else { return String(rest) }
        return String(rest[label...].dropFirst(2))
    }

    /// `2026-01-01T12:00:00.000Z`
    private static let timeLength = 24
    private static let timeForm = Array("0000-00-00T00:00:00.000Z".utf8)
    private static let jsonStart = "{\"time\":\""
    private static let jsonLevel = "\",\"level\":\""

    private static func head(of line: String) -> (time: String, level: Logger.Level)? {
        var rest = line[...]
        let isJSON = rest.hasPrefix(jsonStart)
        if isJSON { rest = rest.dropFirst(jsonStart.count) }
        let time = rest.prefix(timeLength)
        guard isTime(time.utf8) else { return nil }
        rest = rest.dropFirst(timeLength)
        let separator = isJSON ? jsonLevel : " "
        guard rest.hasPrefix(separator) else { return nil }
        let word = rest.dropFirst(separator.count).prefix { $0.isLetter }
        return Logger.Level(rawValue: String(word)).map { (String(time), $0) }
    }

    private static func isTime(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.count == timeForm.count else { return false }
        return zip(bytes, timeForm).allSatisfy { byte, form in
            form == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == form
        }
    }
}
