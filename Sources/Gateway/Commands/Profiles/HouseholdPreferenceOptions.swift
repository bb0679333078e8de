internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI

/// What a household sets for its members' clients.
struct HouseholdPreferenceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The household's language by BCP 47, such as de; none removes it.", valueName: "tag"))
    var language: String?

    @Option(help: ArgumentHelp("The first day of the week, mon to sun.", valueName: "day"))
    var firstDay: String?

    @Option(help: ArgumentHelp("When a swiped title is a match: any-two or all.", valueName: "rule"))
    var matchRule: String?

    @Option(help: ArgumentHelp("How many days what was watched is kept, 30 to 3650; 0 for good.", valueName: "days"))
    var historyDays: Int32?

    @Option(
        help: ArgumentHelp("The home rows in their order, with commas between; none removes it.", valueName: "rows"))
    var homeRows: String?

    @Option(
        help: ArgumentHelp(
            "When all streams of an account are in use: refuse, end-oldest or end-newest.", valueName: "rule"))
    var slotRule: String?

    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let rules = ["any-two": MatchRule.anyTwo, "all": .all]
    private static let slotRules = ["refuse": SlotRule.refuse, "end-oldest": .endOldest, "end-newest": .endNewest]
    private static let none = "none"

    func validate() throws {
        if let firstDay, !Self.days.contains(firstDay.lowercased()) {
            throw ValidationError("--first-day must be one of \(Self.days.joined(separator: ", ")), not \(firstDay).")
        }
        if let matchRule, Self.rules[matchRule.lowercased()] == nil {
            throw ValidationError("--match-rule must be any-two or all, not \(matchRule).")
        }
        if let slotRule, Self.slotRules[slotRule.lowercased()] == nil {
            throw ValidationError("--slot-rule must be refuse, end-oldest or end-newest, not \(slotRule).")
        }
    }

    /// The change; nil when there is none.
    var change: HouseholdPreferences? {
        let change = HouseholdPreferences(
            language: language == Self.none ? "" : language,
            firstDayOfWeek: firstDay.flatMap { Self.days.firstIndex(of: $0.lowercased()) }.map { Int32($0 + 1) },
            matchRule: matchRule.flatMap { Self.rules[$0.lowercased()] }, historyDays: historyDays,
            homeRows: homeRows.map { $0 == Self.none ? [] : $0.split(separator: ",").map(String.init) },
            slotRule: slotRule.flatMap { Self.slotRules[$0.lowercased()] })
        return change == HouseholdPreferences() ? nil : change
    }

    /// The rows of the household's table.
    static func rows(_ preferences: HouseholdPreferences) -> [(String, String)] {
        let day = preferences.firstDayOfWeek.map(Int.init) ?? 1
        return [
            ("language", preferences.language ?? "not said; --language de says it"),
            ("first day of the week", days.indices.contains(day - 1) ? days[day - 1] : "\(day)"),
            ("a match takes", preferences.matchRule == .all ? "all profiles that swipe" : "any two profiles"),
            ("history is kept", preferences.historyDays.map { "\($0) days" } ?? "for good"),
            ("home rows", preferences.homeRows?.joined(separator: ", ") ?? "in the usual order"),
            ("all streams in use", SlotText.rule(preferences.slotRule ?? .refuse)),
        ]
    }
}
