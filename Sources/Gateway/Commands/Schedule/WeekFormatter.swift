internal import Foundation
internal import SchedulerAPI

/// Formats a profile's week as a text grid: a line per day, a column per half hour; neighbouring cells of one slot
/// or free time are merged.
struct WeekFormatter {
    private let week: ProgrammeWeek
    /// Every half hour that some day has; where the clocks skip or repeat an hour, not all of them do.
    private let columns: [Column]
    private let cellWidth: Int

    private struct Column: Hashable {
        var time: String
        var isRepeated: Bool

        init(_ cell: ProgrammeCell) { (time, isRepeated) = (cell.time, cell.isRepeated) }
    }

    /// As wide as `mon 11-16 `.
    private static let dayWidth = 10
    /// How narrow and how wide a half hour is shown.
    private static let cellWidths = 4...12

    /// - Parameter width: the columns of text; a grid of many hours takes more.
    init(_ week: ProgrammeWeek, width: Int) {
        self.week = week
        let longest = week.days.compactMap(\.rows.first?.cells).max { $0.count < $1.count } ?? []
        columns = longest.map(Column.init)
        let share = (width - Self.dayWidth - 1) / max(columns.count, 1)
        cellWidth = min(max(share, Self.cellWidths.lowerBound), Self.cellWidths.upperBound)
    }

    /// The lines of a profile: the hours, then each day; none where it has nothing in these hours.
    func lines(of profile: String) -> [String] {
        let own = week.days.flatMap(\.rows).filter { $0.profile == profile }
        guard own.contains(where: { $0.cells.contains(where: Self.isShown) }) else { return [] }
        let hours = columns.map { column in
            // Half hours have no room of their own in a narrow grid.
            let isShown = column.time.hasSuffix("00") || cellWidth > column.time.count
            return padded(isShown ? column.time : "", to: cellWidth)
        }
        let days = week.days.map { day in
            day.rows.first { $0.profile == profile }.map { line(of: day.date, $0.cells) } ?? day.date
        }
        return [trimmed(padded("", to: Self.dayWidth) + hours.joined())] + days
    }

    private func line(of date: String, _ cells: [ProgrammeCell]) -> String {
        let known = Dictionary(cells.map { (Column($0), $0) }) { first, _ in first }
        var (text, wasShown) = (padded(Self.day(date), to: Self.dayWidth), false)
        var rest = columns.map { known[$0] }[...]
        while let first = rest.first {
            let run = rest.prefix { Self.isSame($0, first) }
            let isShown = first.map(Self.isShown) ?? false
            let label = isShown ? Table.printable(first?.label ?? "") : ""
            text += isShown || wasShown ? "|" : " "
            text += padded(label.cut(to: run.count * cellWidth - 2), to: run.count * cellWidth - 1)
            wasShown = isShown
            rest = rest.dropFirst(run.count)
        }
        return wasShown ? text + "|" : trimmed(text)
    }

    /// A half hour that two slots share is the first one's.
    private static func isSame(_ one: ProgrammeCell?, _ other: ProgrammeCell?) -> Bool {
        one?.slots.first == other?.slots.first && one?.window == other?.window
    }

    /// Outside of windows free time is not shown.
    static func isShown(_ cell: ProgrammeCell) -> Bool { !cell.slots.isEmpty || cell.window != nil }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.width))
    }

    private func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// `2026-11-16` as `mon 11-16`.
    private static func day(_ date: String) -> String {
        let calendar = Calendar(identifier: .gregorian)
        let parts = date.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3,
            let noon = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12))
        else { return date }
        // Calendars count from Sunday, and from 1.
        let number = (calendar.component(.weekday, from: noon) + 5) % 7 + 1
        return "\(WeekdaysArgument.name(Int32(number))) \(date.suffix(5))"
    }
}
