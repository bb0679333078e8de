internal import ArgumentParser
internal import Foundation
internal import PlaybackStateAPI
internal import ProfilesAPI

/// `hearth limits`
struct LimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Show and change when, and how long, kids profiles may watch.",
        discussion: """
            Weekdays and weekends have minutes and hours of their own, in the household's time zone. Limits bind the \
            viewer of the profile; adults change them, with the household's PIN where one is set.

            Example: hearth limits set --of Kim --weekday-minutes 60 --weekday-hours 07:00-19:30
            """,
        subcommands: [Show.self, LimitsSet.self, LimitsClear.self, LimitsReport.self, LimitsGrant.self],
        defaultSubcommand: Show.self)

    /// `hearth limits show`
    struct Show: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a profile's limits, and what it has watched today.",
            discussion: "Example: hearth limits show --of Kim")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var subject: LimitsSubject

        /// Limits, and today as far as playback-state answers.
        private struct Shown: Encodable {
            var limits: ProfileLimits
            var today: ScreenTime?
        }

        func run(_ gateway: Gateway) async throws {
            let profile = try await subject.profile(gateway)
            let limits = try await gateway.send(Profiles.GetLimits(profile: profile.id))
            var (today, failure): (ScreenTime?, GatewayFailure?) = (nil, nil)
            do {
                today = try await gateway.send(PlaybackState.GetScreenTime(profile: profile.id))
            } catch let error as GatewayFailure { failure = error }
            let output = gateway.output
            if output.isJSON { return output.json(Shown(limits: limits, today: today)) }
            output.table(LimitsCommand.table(limits.limits))
            if let today {
                output.line(LimitsCommand.text(today, await gateway.clock()))
            } else {
                output.line("How long it has watched today is not known: \(failure?.message ?? "no response").")
            }
        }
    }

    /// The limits as a table.
    static func table(_ limits: ParentalLimits?) -> Table {
        var table = Table(.text("DAYS"), .text("MINUTES A DAY"), .text("HOURS", isFlexible: true))
        let days = [
            ("weekdays", limits?.weekdayMinutes, limits?.weekdayHours),
            ("weekends", limits?.weekendMinutes, limits?.weekendHours),
        ]
        for (name, minutes, hours) in days {
            table.add(
                name, minutes.map { String($0) } ?? "any", hours.map { $0.map(\.text).joined(separator: ", ") } ?? "all"
            )
        }
        return table
    }

    /// Today in a sentence.
    static func text(_ today: ScreenTime, _ clock: WallClock) -> String {
        var text = "Watched today: \(today.usedMinutes) min"
        if let limit = today.limitMinutes { text += " of \(limit)" }
        if let granted = today.grantedMinutes { text += ", \(granted) of them granted" }
        guard let remaining = today.remainingMinutes else { return text + ". No limit ends it." }
        if remaining > 0 { return text + ". It may watch for \(remaining) min more." }
        let reason = today.limit == .hours ? "This is not one of its hours" : "The minutes of today are used up"
        let end = today.blockedUntil.map { "; it may watch again at \(clock.time($0))" } ?? ""
        return text + ". \(reason)\(end)."
    }
}

/// The kids profile that is meant.
struct LimitsSubject: ParsableArguments {
    @Option(
        help: ArgumentHelp("The kids profile, by name, id or @row.", valueName: "profile"), completion: .profiles)
    var of: String

    /// The profile.
    func profile(_ gateway: Gateway) async throws -> Profile { try await ProfileCommand.find(of, gateway) }
}

extension AllowedHours {
    /// The span as text, `07:00-19:30`.
    var text: String { "\(Self.text(from))-\(Self.text(until))" }

    private static func text(_ minutes: Int32) -> String {
        let (hour, minute) = (String(minutes / 60), String(minutes % 60))
        return "\(hour.count < 2 ? "0" : "")\(hour):\(minute.count < 2 ? "0" : "")\(minute)"
    }

    /// A span from text; nil for anything else.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Self.minutes($0) }
        guard parts.count == 2, let from = parts[0], let until = parts[1], from < 1_440, from != until, until > 0 else {
            return nil
        }
        self.init(from, until: until)
    }

    private static func minutes(_ text: some StringProtocol) -> Int32? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int32(parts[0]),
            let minute = Int32(parts[1]),
            (0...23).contains(hour) && (0...59).contains(minute) || (hour, minute) == (24, 0)
        else { return nil }
        return hour * 60 + minute
    }
}
