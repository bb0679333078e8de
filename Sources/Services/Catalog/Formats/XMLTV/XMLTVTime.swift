internal import Basics
internal import TextFolding

/// Parses XMLTV's times: "20080715003000 -0600" and common variants.
enum XMLTVTime {
    /// A time, and whether its zone has an unknown name.
    struct Found: Equatable {
        /// Seconds since 1970.
        var seconds: Int64
        var hasUnknownZone = false
        /// Whether no zone was given.
        var lacksZone = false
    }

    static let secondsPerDay: Int64 = 86_400
    /// The valid years of guides.
    static let years = 1970...2199

    /// Parses a time.
    ///
    /// The digits may end after the year, month, day, hour or minute; ISO 8601's separators and a fraction are
    /// accepted, too. The zone is an offset ("+0200", "+02:00", "+02", with or without a space), "Z" or one of the
    /// usual names.
    ///
    /// - Parameter zone: the default zone. XMLTV defines UTC, but many guides use the local time of their origin.
    static func parse(_ text: Span<UInt8>, zone: GuideTimeZone = .utc) -> Found? {
        var index = text.skippingSpaces(from: 0)
        guard let (date, end) = digits(text, from: index) else { return nil }
        index = text.skippingSpaces(from: end)
        guard let local = seconds(date) else { return nil }
        guard index < text.count else { return Found(seconds: zone.utc(ofLocal: local), lacksZone: true) }
        let rest = text.trimmed(index..<text.count)
        let first = text[rest.lowerBound]
        if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            guard let offset = offset(text, rest) else { return nil }
            return Found(seconds: local - Int64(offset))
        }
        guard first.isLetter else { return nil }
        let name = text.text(rest).uppercased()
        if let offset = zones[name] { return Found(seconds: local - Int64(offset)) }
        return Found(seconds: zone.utc(ofLocal: local), hasUnknownZone: true)
    }

    /// The same for a string.
    static func parse(_ text: String, zone: GuideTimeZone = .utc) -> Found? {
        let bytes = Array(text.utf8)
        return parse(bytes.span, zone: zone)
    }

    private struct Digits {
        var values: (Int, Int, Int, Int, Int, Int) = (0, 1, 1, 0, 0, 0)
    }

    /// Collects up to 14 digits: 4 for the year, then pairs; "-", ":" and "T" between them are skipped, a fraction dropped.
    private static func digits(_ text: Span<UInt8>, from start: Int) -> (Digits, Int)? {
        var index = start
        var found = Digits()
        var count = 0
        var value = 0
        var field = 0
        while index < text.count, count < 14 {
            let byte = text[index]
            if byte.isDigit {
                value = value * 10 + Int(byte - 0x30)
                count += 1
                if count == 4 || count > 4 && count % 2 == 0 {
                    set(&found.values, field, value)
                    (value, field) = (0, field + 1)
                }
            } else if isSeparator(text, index, count) {
                // Between two fields.
            } else {
                break
            }
            index += 1
        }
        guard count >= 4, count % 2 == 0 else { return nil }
        if index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") {
            index += 1
            while index < text.count, text[index].isDigit { index += 1 }
        }
        // More digits are no time.
        if index < text.count, text[index].isDigit { return nil }
        return (found, index)
    }

    /// Whether a separator of ISO 8601 is at the end of a field and before another digit; a "-" behind the hour is a
    /// zone.
    private static func isSeparator(_ text: Span<UInt8>, _ index: Int, _ count: Int) -> Bool {
        guard count >= 4, count % 2 == 0, index + 1 < text.count, text[index + 1].isDigit else { return false }
        switch text[index] {
        case UInt8(ascii: "-"), UInt8(ascii: "/"): return count < 8
        case UInt8(ascii: "T"), UInt8(ascii: "t"): return count == 8
        case UInt8(ascii: " "): return count == 8 && index + 2 < text.count && isFollowedByColon(text, index)
        case UInt8(ascii: ":"): return count >= 10
        default: return false
        }
    }

    /// "2024-01-15 20:00": the space is part of the time.
    private static func isFollowedByColon(_ text: Span<UInt8>, _ index: Int) -> Bool {
        index + 3 < text.count && text[index + 3] == UInt8(ascii: ":")
    }

    private static func set(_ values: inout (Int, Int, Int, Int, Int, Int), _ field: Int, _ value: Int) {
        switch field {
        case 0: values.0 = value
        case 1: values.1 = value
        case 2: values.2 = value
        case 3: values.3 = value
        case 4: values.4 = value
        default: values.5 = value
        }
    }

    /// Seconds since 1970 as if the time were UTC; 24:00 is midnight of the next day.
    private static func seconds(_ digits: Digits) -> Int64? {
        let (year, month, day, hour, minute, second) = digits.values
        guard years.contains(year), (1...12).contains(month),
            (1...GregorianDay.daysInMonth(month, of: year)).contains(day),
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            hour < 24 || minute + second == 0
        else { return nil }
        let days = Int64(GregorianDay.number(year: year, month: month, day: day))
        return days * secondsPerDay + Int64(hour * 3600 + minute * 60 + min(second, 59))
    }

    /// "+0200", "+02:00", "+02", "-0330": seconds east of UTC.
    private static func offset(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var (value, count) = (0, 0)
        for index in (range.lowerBound + 1)..<range.upperBound {
            if text[index] == UInt8(ascii: ":"), count == 2 { continue }
            guard text[index].isDigit else { return nil }
            value = value * 10 + Int(text[index] - 0x30)
            count += 1
            if count > 4 { return nil }
        }
        let minutes: Int
        switch count {
        case 1, 2: minutes = value * 60
        case 3, 4: minutes = value / 100 * 60 + value % 100
        default: return nil
        }
        guard minutes <= 15 * 60, value % 100 < 60 || count < 3 else { return nil }
        return (text[range.lowerBound] == UInt8(ascii: "-") ? -minutes : minutes) * 60
    }

    /// Names of zones in guides, in seconds east of UTC; "IST" is omitted, as three countries use it differently.
    private static let zones: [String: Int] = [
        "Z": 0, "UTC": 0, "GMT": 0, "UT": 0, "WET": 0, "BST": 60, "WEST": 60, "CET": 60, "MET": 60, "CEST": 120,
        "MEST": 120,
        "MESZ": 120, "MEZ": 60, "EET": 120, "EEST": 180, "SAST": 120, "MSK": 180, "TRT": 180, "GST": 240, "PKT": 300,
        "ICT": 420,
        "WIB": 420, "SGT": 480, "HKT": 480, "AWST": 480, "JST": 540, "KST": 540, "ACST": 570, "AEST": 600, "ACDT": 630,
        "AEDT": 660, "NZST": 720, "NZDT": 780, "AST": -240, "ADT": -180, "BRT": -180, "ART": -180, "NST": -210,
        "EST": -300,
        "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540,
        "AKDT": -480,
        "HST": -600,
    ].mapValues { $0 * 60 }
}
