internal import ArgumentParser
internal import PlaybackStateAPI
internal import ProfilesAPI

/// `hearth limits set`
struct LimitsSet: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change limits of a kids profile; those that are not named stay.",
        discussion: """
            `none` removes one limit. Hours are one or more spans with commas between; one may pass midnight.

            Example: hearth limits set --of Kim --weekend-minutes 120 --weekend-hours 08:00-12:00,14:00-20:00
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: LimitsSubject
    @OptionGroup var guarded: PINOptions

    @Option(help: ArgumentHelp("Minutes on each weekday, or none.", valueName: "minutes"))
    var weekdayMinutes: String?

    @Option(help: ArgumentHelp("Minutes on each day of the weekend, or none.", valueName: "minutes"))
    var weekendMinutes: String?

    @Option(help: ArgumentHelp("The hours of weekdays, 07:00-19:30, or none.", valueName: "hours"))
    var weekdayHours: String?

    @Option(help: ArgumentHelp("The hours of days of the weekend, or none.", valueName: "hours"))
    var weekendHours: String?

    @Flag(inversion: .prefixedNo, help: "Let a title that is running when a limit is reached end, or not.")
    var mayFinish: Bool?

    func validate() throws {
        guard
            [weekdayMinutes, weekendMinutes, weekdayHours, weekendHours].contains(where: { $0 != nil })
                || mayFinish != nil
        else { throw ValidationError("Name a limit, such as --weekday-minutes 60. `hearth limits clear` removes all.") }
        _ = try changed(ParentalLimits())
    }

    func run(_ gateway: Gateway) async throws {
        let profile = try await subject.profile(gateway)
        let known = try await gateway.send(Profiles.GetLimits(profile: profile.id)).limits
        let limits = try changed(known ?? ParentalLimits())
        try await Self.set(limits, of: profile, guarded, gateway)
    }

    /// The limits with the named ones changed.
    private func changed(_ limits: ParentalLimits) throws -> ParentalLimits {
        var limits = limits
        if let weekdayMinutes { limits.weekdayMinutes = try Self.minutes(weekdayMinutes, "--weekday-minutes") }
        if let weekendMinutes { limits.weekendMinutes = try Self.minutes(weekendMinutes, "--weekend-minutes") }
        if let weekdayHours { limits.weekdayHours = try Self.hours(weekdayHours, "--weekday-hours") }
        if let weekendHours { limits.weekendHours = try Self.hours(weekendHours, "--weekend-hours") }
        if let mayFinish { limits.mayFinish = mayFinish }
        return limits
    }

    private static let none = "none"

    private static func minutes(_ text: String, _ option: String) throws -> Int32? {
        if text == none { return nil }
        guard let minutes = Int32(text), (0...1_440).contains(minutes) else {
            throw ValidationError("\(option) takes minutes from 0 to 1440, or none.")
        }
        return minutes
    }

    private static func hours(_ text: String, _ option: String) throws -> [AllowedHours]? {
        if text == none { return nil }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map { span in
            guard let hours = AllowedHours(text: span) else {
                throw ValidationError("\(option) takes spans such as 07:00-19:30, with commas between, or none.")
            }
            return hours
        }
    }

    /// Sets limits, and prints them as the service has them.
    static func set(
        _ limits: ParentalLimits?, of profile: Profile, _ guarded: PINOptions, _ gateway: Gateway
    ) async throws {
        let stored = try await guarded.use(gateway) { pin in
            try await gateway.send(
                Profiles.SetLimits(profile: profile.id, limits: limits, pin: pin),
                see: "hearth limits show --of \(profile.name.shellWord)")
        }
        let output = gateway.output
        if output.isJSON { return output.json(stored) }
        guard let limits = stored.limits else {
            return output.line("\(profile.name) has no limits now.")
        }
        output.table(LimitsCommand.table(limits))
    }
}

/// `hearth limits clear`
struct LimitsClear: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all limits of a kids profile.",
        discussion: "Example: hearth limits clear --of Kim")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: LimitsSubject
    @OptionGroup var guarded: PINOptions

    func run(_ gateway: Gateway) async throws {
        try await LimitsSet.set(nil, of: try await subject.profile(gateway), guarded, gateway)
    }
}

/// `hearth limits report`
struct LimitsReport: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Show what a kids profile has watched in a week, and what was refused.",
        discussion: "Example: hearth limits report --of Kim --week 2026-W48")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: LimitsSubject

    @Option(help: ArgumentHelp("The week by ISO 8601; without it the current one.", valueName: "week"))
    var week: String?

    func run(_ gateway: Gateway) async throws {
        let profile = try await subject.profile(gateway)
        let report = try await gateway.send(PlaybackState.GetWeeklyReport(profile: profile.id, week: week))
        let output = gateway.output
        if output.isJSON { return output.json(report) }
        output.line("\(profile.name) in \(report.week): \(report.days.reduce(0) { $0 + $1.minutes }) min")
        var days = Table(.text("DAY"), .number("MINUTES"))
        for day in report.days { days.add(day.day, String(day.minutes)) }
        output.table(days)
        if !report.watched.isEmpty {
            var watched = Table(.text("WATCHED", isFlexible: true), .number("MINUTES"))
            for title in report.watched { watched.add(title.title, String(title.minutes)) }
            output.table(watched)
        }
        for granted in report.granted ?? [] { output.line("\(granted.day): \(granted.minutes) min more were granted.") }
        guard !report.refused.isEmpty else { return output.line("No limit has refused anything.") }
        var refused = Table(.text("REFUSED", isFlexible: true), .text("LIMIT"), .number("TIMES"))
        for title in report.refused { refused.add(title.title, title.limit.rawValue, String(title.count)) }
        output.table(refused)
    }
}
