internal import Basics
internal import TextFolding

/// An entry of a file of links.
struct FileLink: Hashable, Sendable {
    /// Its first line, from 1.
    var line: Int64
    /// The address as in the file, not validated.
    var url = ""
    var title: String?
    var description: String?
    var note: String?
    var tags: [String] = []
    /// Milliseconds since 1970.
    var added: Int64?
    /// Milliseconds since 1970.
    var updated: Int64?
    /// Nil when the file does not say.
    var isRead: Bool?
    var isFeatured = false
    /// The reason of a rejection, for people; then ``url`` is the entry's text.
    var refusal: String?

    init(line: Int64) { self.line = line }
}

/// A streaming reader of links of one format: its memory does not grow with the file, and no input stops it, because
/// files are untrusted. Unreadable input is reported in ``problem``.
protocol LinkFileReader {
    /// Reads on.
    ///
    /// - Parameter emit: called with each entry, in the order of the file.
    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void)

    /// Reads to the end.
    mutating func finish(_ emit: (FileLink) -> Void)

    /// Why the file was not read completely, for people; valid at the end. Links may be missing when it is not nil, and
    /// never otherwise.
    var problem: String? { get }
}

/// Times as files of links have them.
enum FileTime {
    /// A time in milliseconds since 1970: seconds, milliseconds or microseconds since 1970, distinguished by size; ISO
    /// 8601; or a web server's log (`10/Oct/2000:13:55:36 +0300`). Nil for anything else.
    static func milliseconds(_ text: String) -> Int64? {
        let text = text.filter { $0 != " " || text.contains("/") || text.contains("-") }
        if let number = Double(text) { return milliseconds(number) }
        return iso(text) ?? log(text)
    }

    /// The same for a number.
    static func milliseconds(_ number: Double) -> Int64? {
        guard number.isFinite, number > 0 else { return nil }
        // Chromium counts microseconds since 1601.
        let chromium = 11_644_473_600_000_000.0
        let value =
            switch number {
            case ..<1e11: number * 1_000
            case ..<1e14: number
            case ..<1e16: number / 1_000
            case ..<1.5e16: (number - chromium) / 1_000
            default: -1.0
            }
        return value > 0 && value < latest ? Int64(value) : nil
    }

    /// The year 3000, in milliseconds since 1970.
    private static let latest = 32_503_680_000_000.0

    /// `2016-09-08T11:55:58+0200`, with a space for the T, a fraction, `Z`, `UTC` or no zone.
    private static func iso(_ text: String) -> Int64? {
        let numbers = Self.numbers(text, "-", "-", "T ", ":", ":")
        guard let (fields, rest) = numbers, fields.count >= 3 else { return nil }
        let parts = fields + Array(repeating: 0, count: 6 - fields.count)
        var zone = rest
        if zone.first == "." { zone = zone.dropFirst().drop { $0.isNumber } }
        guard let offset = offset(zone) else { return nil }
        return time(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], offset)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private static func log(_ text: String) -> Int64? {
        let parts = text.split { $0 == "/" || $0 == ":" || $0 == " " }
        guard parts.count >= 6, let month = months.firstIndex(of: parts[1].lowercased()) else { return nil }
        let numbers = [0, 2, 3, 4, 5].compactMap { Int(parts[$0]) }
        guard numbers.count == 5, let offset = offset(parts.count > 6 ? parts[6] : "") else { return nil }
        return time(numbers[1], month + 1, numbers[0], numbers[2], numbers[3], numbers[4], offset)
    }

    /// Numbers separated by these marks, and the rest.
    private static func numbers(_ text: String, _ marks: String...) -> ([Int], Substring)? {
        var rest = Substring(text)
        var fields: [Int] = []
        for index in 0...marks.count {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...4).contains(digits.count), let number = Int(digits) else { return nil }
            fields.append(number)
            rest = rest.dropFirst(digits.count)
            guard index < marks.count, let mark = rest.first, marks[index].contains(mark) else { break }
            rest = rest.dropFirst()
        }
        return (fields, rest)
    }

    /// Seconds east of Greenwich.
    private static func offset(_ text: Substring) -> Int? {
        let zone = text.filter { $0 != " " && $0 != ":" }.uppercased()
        if ["", "Z", "UTC", "GMT"].contains(zone) { return 0 }
        guard let sign = zone.first, sign == "+" || sign == "-", let number = Int(zone.dropFirst()) else { return nil }
        let seconds = zone.count > 3 ? (number / 100 * 60 + number % 100) * 60 : number * 3_600
        return sign == "-" ? -seconds : seconds
    }

    private static func time(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int, _ offset: Int
    ) -> Int64? {
        guard (1_970...2_999).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60,
            second < 62
        else { return nil }
        let days = GregorianDay.number(year: year, month: month, day: day)
        return Int64(((days * 24 + hour) * 60 + minute) * 60 + second - offset) * 1_000
    }
}

/// Decodes bytes of files: UTF-8, or else windows-1252, which older programs wrote.
enum FileText {
    static func string(_ bytes: some Collection<UInt8>) -> String {
        let array = Array(bytes)
        if let text = String(validating: array, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        for byte in array {
            scalars.append(Unicode.Scalar(Windows1252.codePoint(of: byte)) ?? "\u{fffd}")
        }
        return String(scalars)
    }
}
