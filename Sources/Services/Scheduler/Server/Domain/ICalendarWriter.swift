/// Writes a schedule as iCalendar (RFC 5545): one event per occurrence, in UTC, so that every calendar program shows it
/// at the household's time.
struct ICalendarWriter {
    private var lines: [String] = []

    /// One event.
    struct Event {
        /// The same for the same time of the same slot.
        var id: String
        var span: TimeSpan
        var title: String
        var description: String?
        /// Grows with every change.
        var version: Int64
        /// Whether it marks its viewers as busy.
        var isBusy: Bool
    }

    /// Longer lines are folded, in bytes without the line's end (section 3.1).
    private static let lineBytes = 75

    /// Writes the start of a calendar.
    ///
    /// - Parameter stamp: when it is written, in seconds since 1970.
    static func calendar(named name: String, events: [Event], stamp: Int) -> String {
        var writer = ICalendarWriter()
        writer.add("BEGIN", "VCALENDAR")
        writer.add("VERSION", "2.0")
        writer.add("PRODID", "-//Hearth//scheduler//EN")
        writer.add("CALSCALE", "GREGORIAN")
        writer.add("METHOD", "PUBLISH")
        writer.add("X-WR-CALNAME", escaped(name))
        for event in events { writer.add(event, stamp: stamp) }
        writer.add("END", "VCALENDAR")
        return writer.lines.joined()
    }

    private mutating func add(_ event: Event, stamp: Int) {
        add("BEGIN", "VEVENT")
        add("UID", Self.escaped(event.id))
        add("DTSTAMP", UTCTimestamp.text(stamp))
        add("DTSTART", UTCTimestamp.text(event.span.start))
        add("DTEND", UTCTimestamp.text(event.span.end))
        add("SEQUENCE", String(event.version - 1))
        add("SUMMARY", Self.escaped(event.title))
        if let description = event.description { add("DESCRIPTION", Self.escaped(description)) }
        add("TRANSP", event.isBusy ? "OPAQUE" : "TRANSPARENT")
        add("END", "VEVENT")
    }

    private mutating func add(_ name: String, _ value: String) { lines.append(Self.folded("\(name):\(value)")) }

    /// A text value (section 3.3.11); control characters are not allowed.
    private static func escaped(_ text: String) -> String {
        var result = ""
        // By scalars: "\r\n" is one character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case _ where scalar.properties.generalCategory == .control: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A line with its end, folded between characters.
    private static func folded(_ line: String) -> String {
        var (result, used) = ("", 0)
        for scalar in line.unicodeScalars {
            let bytes = UTF8.width(scalar)
            if used + bytes > lineBytes {
                result += "\r\n "
                used = 1
            }
            result.unicodeScalars.append(scalar)
            used += bytes
        }
        return result + "\r\n"
    }
}
