package import Foundation

/// A programme in a panel's response for one channel (`get_simple_data_table`, `get_short_epg`).
package struct XtreamProgramme: Sendable, Equatable {
    /// Seconds since 1970.
    package var start: Int64
    package var stop: Int64
    package var title: String
    package var overview: String?

    /// Parses a response for a channel.
    ///
    /// - Parameter zone: The panel's, for times that are not in seconds.
    /// - Returns: nil when it is not one.
    package static func programmes(response bytes: [UInt8], zone: TimeZone) -> [XtreamProgramme]? {
        guard let response = XtreamObject(from: bytes), response.has("epg_listings") else { return nil }
        return response.objects("epg_listings").prefix(maximumProgrammes).compactMap {
            XtreamProgramme($0.object, zone: zone)
        }
    }

    private init?(_ object: XtreamObject, zone: TimeZone) {
        let start = object.number("start_timestamp") ?? object.text("start").flatMap { Self.seconds($0, zone) }
        // Some panels have the end in seconds where others have the wall clock.
        let stop = object.number("stop_timestamp") ?? object.text("stop", "end").flatMap { Self.seconds($0, zone) }
        guard let start, let stop, Self.moments.contains(start), Self.moments.contains(stop), start < stop,
            stop - start <= Self.longestSeconds, let title = object.text("title").flatMap(Self.plain)
        else { return nil }
        (self.start, self.stop, self.title) = (start, stop, title)
        overview = object.text("description").flatMap(Self.plain)
    }

    // MARK: Limits

    /// Programmes of one channel: a month of short ones.
    private static let maximumProgrammes = 5_000
    /// The longest programme; a longer one has a wrong end.
    private static let longestSeconds: Int64 = 2 * 86_400
    /// From 2000 to 2100.
    private static let moments: ClosedRange<Int64> = 946_684_800...4_102_444_800

    // MARK: Texts

    /// A text that is mostly Base64, and sometimes plain: if it does not decode to a text, it is one already.
    package static func plain(_ text: String) -> String? {
        let found = decoded(text) ?? text
        let kept = found.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        let plain = String(String.UnicodeScalarView(kept)).trimmingSpaces()
        return plain.isEmpty ? nil : plain
    }

    private static func decoded(_ text: String) -> String? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), !data.isEmpty,
            let decoded = String(data: data, encoding: .utf8)
        else { return nil }
        let isText = decoded.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control || "\n\r\t".unicodeScalars.contains(scalar)
        }
        return isText ? decoded : nil
    }

    /// "2025-03-03 13:57:02" by a wall clock, or seconds.
    private static func seconds(_ text: String, _ zone: TimeZone) -> Int64? {
        if let seconds = Int64(text) { return seconds }
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.map { Int($0) }
        guard numbers.count == 6, let year = numbers[0], (2000...2100).contains(year) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(
            year: year, month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
        guard parts.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: parts).map { Int64($0.timeIntervalSince1970) }
    }
}
