internal import Basics

/// Instants as RFC 3339 text, exactly: to the tenth of a microsecond, which is finer than the precision of a `Date`
/// near the present.
enum TimestampText {
    private static let secondsPerDay: Int64 = 86_400
    /// The year 0001 to the year 9999, which have four digits.
    private static let range: Range<Double> = -62_135_596_800..<253_402_300_800

    /// The text for seconds since 1970, in UTC; nil outside the years 1 to 9999.
    static func text(_ seconds: Double) -> String? {
        guard range.contains(seconds) else { return nil }
        var whole = seconds.rounded(.down)
        var ticks = Int64(((seconds - whole) * 1e7).rounded())
        if ticks == 10_000_000 { (whole, ticks) = (whole + 1, 0) }
        let second = Int64(whole)
        let days = second >= 0 ? second / secondsPerDay : (second - secondsPerDay + 1) / secondsPerDay
        let time = second - days * secondsPerDay
        let (year, month, day) = GregorianDay.parts(of: Int(days))
        var text = digits(Int64(year), 4) + "-" + digits(Int64(month), 2) + "-" + digits(Int64(day), 2)
        text += "T" + digits(time / 3600, 2) + ":" + digits(time / 60 % 60, 2) + ":" + digits(time % 60, 2)
        if ticks > 0 {
            var fraction = Substring(digits(ticks, 7))
            while fraction.hasSuffix("0") { fraction.removeLast() }
            text += "." + fraction
        }
        return text + "Z"
    }

    /// The seconds since 1970 of a text: `2026-01-31T09:30:00.25+02:00`, or with `Z`.
    static func seconds(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
            bytes[10] | 0x20 == UInt8(ascii: "t"), let year = number(bytes[0..<4]).map(Int.init),
            let month = number(bytes[5..<7]).map(Int.init),
            let day = number(bytes[8..<10]).map(Int.init), let hour = number(bytes[11..<13]),
            let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), (1...12).contains(month), day >= 1,
            day <= GregorianDay.daysInMonth(month, of: year), hour < 24, minute < 60, second < 60
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else {
                return nil
            }
            fraction = value
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(rest) else { return nil }
        let days = Int64(GregorianDay.number(year: year, month: month, day: day))
        let whole = days * secondsPerDay + hour * 3600 + minute * 60 + second - offset
        return Double(whole) + fraction
    }

    /// The seconds by which a zone is ahead of UTC: `Z` or `+02:00`.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        let zone = Array(zone)
        if zone.count == 1, zone[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard zone.count == 6, zone[3] == 0x3A, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
            let hours = number(zone[1..<3]), let minutes = number(zone[4..<6]), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (zone[0] == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
