internal import HearthModel
internal import PlaybackStateAPI

/// Shows statistics of watching as tables with bars.
struct StatsFormatter {
    /// Names of profiles by their ids.
    let names: [String: String]
    let isByWeek: Bool

    /// So many days or weeks are listed in full; of more only those with something watched.
    private static let listedPeriods = 31

    /// The heading: who, and which days.
    static func title(_ statistics: WatchStatistics, _ name: String?) -> String {
        let days =
            statistics.from == statistics.through
            ? statistics.from : "\(statistics.from) to \(statistics.through)"
        return name.map { "\($0), \(days)" } ?? days
    }

    func show(_ statistics: WatchStatistics, _ name: String?, _ output: Output) {
        let total = statistics.periods.reduce(0) { $0 + $1.seconds }
        let mean = Double(total) / Double(max(1, statistics.periods.count))
        let title = Table.printable(Self.title(statistics, name))
        output.line(
            "\(title): \(AmountFormatter.seconds(Double(total))), "
                + "\(AmountFormatter.seconds(mean)) a \(isByWeek ? "week" : "day")")
        defer { show(statistics.discovery, output) }
        guard total > 0 else { return output.line("Nothing was watched.") }
        output.table(periods(statistics.periods))
        if statistics.profiles.count > 1 || !names.isEmpty {
            var table = Table(.text("PROFILE", isFlexible: true), .number("TIME"), .number("MEAN"), .number("PLAYS"))
            for profile in statistics.profiles {
                table.add(
                    names[profile.profile] ?? profile.profile, AmountFormatter.seconds(Double(profile.seconds)),
                    AmountFormatter.seconds(profile.meanSeconds), AmountFormatter.number(profile.plays))
            }
            output.table(table)
        }
        for (heading, titles) in [
            ("CHANNEL", statistics.channels), ("SERIES", statistics.series), ("TITLE", statistics.titles),
        ] where !titles.isEmpty {
            var table = Table(.text(heading, isFlexible: true), .number("TIME"), .number("PLAYS"), .text("ID"))
            for title in titles {
                table.add(
                    title.title ?? "", AmountFormatter.seconds(Double(title.seconds)),
                    AmountFormatter.number(title.plays), title.content.rawValue)
            }
            output.table(table)
        }
    }

    /// How something to watch was found, of what was counted.
    private func show(_ found: DiscoveryStatistics?, _ output: Output) {
        guard let found else { return }
        if found.firstSaves > 0 {
            output.line(
                "First save of a visit: after \(AmountFormatter.seconds(found.meanSecondsToSave)), "
                    + "\(AmountFormatter.count(found.firstSaves, "visit")).")
        }
        if found.swipes > 0 {
            output.line(
                "Swiping: \(AmountFormatter.seconds(found.meanSwipeSeconds)) each time, "
                    + "\(AmountFormatter.count(found.swipes, "time")).")
        }
        if found.searches > 0 {
            output.line(
                "Searches: \(AmountFormatter.number(found.searches)), \(AmountFormatter.number(found.savedSearches)) ended in a save."
            )
        }
    }

    private func periods(_ periods: [WatchedPeriod]) -> Table {
        let shown = periods.count > Self.listedPeriods ? periods.filter { $0.seconds > 0 } : periods
        let longest = shown.map(\.seconds).max() ?? 0
        var table = Table(.text(isByWeek ? "WEEK" : "DAY"), .number("TIME"), .text(""))
        for period in shown {
            table.add(
                period.name, period.seconds > 0 ? AmountFormatter.seconds(Double(period.seconds)) : "-",
                WatchChart.bar(period.seconds, of: longest))
        }
        return table
    }
}
