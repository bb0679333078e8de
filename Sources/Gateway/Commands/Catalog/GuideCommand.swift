internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import Household
internal import RPC

/// `hearth guide`
struct GuideCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide",
        abstract: "Show what is on, and what comes next.",
        discussion: """
            Example: hearth guide --at 20:15
            Example: hearth guide --search "evening news"
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "Channels by id; all that have a guide when none is named.")
    var channels: [String] = []

    @Flag(help: "Also channels of which the guide says nothing.")
    var all = false

    @Option(help: ArgumentHelp("Another moment: 20:15 today, or 2026-01-31T20:15:00Z.", valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Find programmes by words of their titles, from now on or from --at.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("How many channels to show, at most 200.", valueName: "count"))
    var limit: Int32 = 20

    @Option(help: ArgumentHelp("Go on where the page before ended.", valueName: "cursor"))
    var cursor: String?

    func validate() throws {
        guard (1...PageRequest.maximumSize).contains(limit) else {
            throw ValidationError("--limit takes 1 to \(PageRequest.maximumSize).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let clock = WallClock(timeZone: gateway.environment.timeZone, now: gateway.now)
        let moment = try at.map { text in
            guard let date = clock.date(text) else {
                throw ValidationError("--at takes a time like 20:15 or 2026-01-31T20:15:00Z, not \(text).")
            }
            return date
        }
        if let search { return try await find(search, from: moment, clock, gateway) }
        let page = try await gateway.send(
            Catalog.NowNext(
                channels: channels.isEmpty ? nil : channels.map { ContentID(rawValue: $0) },
                onlyWithGuide: all || !channels.isEmpty ? nil : true, at: moment,
                page: channels.isEmpty ? PageRequest(size: limit, cursor: cursor) : nil),
            to: "catalog")
        if gateway.output.isJSON { gateway.output.json(page) } else { show(page, clock, gateway.output) }
    }

    private func show(_ page: NowNextPage, _ clock: WallClock, _ output: Output) {
        guard !page.channels.isEmpty else {
            return output.line("No channel has a guide. Take one in with `hearth import guide.xml`.")
        }
        var table = Table(
            .number("NO"), .text("CHANNEL", isFlexible: true), .text("UNTIL"), .text("NOW", isFlexible: true),
            .text("AT"),
            .text("NEXT", isFlexible: true))
        for row in page.channels {
            table.add(
                row.number ?? "", row.channel.title, row.now.map { clock.time($0.stop) } ?? "",
                row.now?.displayTitle ?? "",
                row.next.map { clock.time($0.start) } ?? "", row.next?.displayTitle ?? "")
        }
        output.table(table)
        output.line(
            output.coloured("\(Amounts.number(page.channels.count)) of \(Amounts.count(page.total, "channel"))", .dim))
        if let next = page.cursor { output.line(output.coloured("More: --cursor \(next)", .dim)) }
    }
}

extension Programme {
    /// The title, with the episode's where there is one.
    var displayTitle: String {
        guard let subtitle, !subtitle.isEmpty else { return title }
        return "\(title): \(subtitle)"
    }
}

/// Times as the wall clock of a place shows them.
struct WallClock {
    private let calendar: Calendar
    private let now: Date

    init(timeZone: TimeZone, now: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        self.now = now
    }

    /// `20:15`; with the day when it is another one.
    func time(_ date: Date) -> String {
        let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: date)
        let time = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
        if calendar.isDate(date, inSameDayAs: now) { return time }
        return String(format: "%02d-%02d ", parts.month ?? 0, parts.day ?? 0) + time
    }

    /// The moment of `20:15` today, or of an ISO 8601 text; nil for anything else.
    func date(_ text: String) -> Date? {
        if let date = try? Date(text, strategy: .iso8601) { return date }
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { return nil }
        return calendar.date(bySettingHour: hour, minute: minute, second: 0, of: now)
    }
}
