internal import ArgumentParser
internal import ProfilesAPI

/// `hearth profile hide-adult`
struct ProfileHideAdult: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide-adult", abstract: "Hide adult titles from adult profiles, too.",
        discussion: """
            Titles rated NC-17 or marked adult are then in none of their searches, counts, guides or lists. Kids never see them.

            Example: hearth profile hide-adult Grandma
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var selection: AdultProfiles

    func run(_ gateway: Gateway) async throws { try await selection.answerAdultPrompt(hide: true, gateway) }
}

/// `hearth profile show-adult`
struct ProfileShowAdult: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show-adult", abstract: "Show adult titles to adult profiles, the default.",
        discussion: "Imports that find adult titles then no longer ask.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var selection: AdultProfiles

    func run(_ gateway: Gateway) async throws { try await selection.answerAdultPrompt(hide: false, gateway) }
}

/// The adult profiles that are meant.
struct AdultProfiles: ParsableArguments {
    @Argument(
        help: "The profiles: names, ids or @rows; every adult's that is yours to change when none is named.",
        completion: .profiles)
    var profiles: [String] = []

    func answerAdultPrompt(hide: Bool, _ gateway: Gateway) async throws {
        var ids: [String]?
        for profile in profiles { ids = (ids ?? []) + [try await ProfileCommand.find(profile, gateway).id] }
        let list = try await gateway.send(
            Profiles.AnswerAdultPrompt(hide: hide, profiles: ids), see: "hearth profile list")
        // The cached tokens have the former policy.
        gateway.forgetSessions()
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        let named = { (hides: Bool) in
            list.profiles.filter { $0.kind == .adult && ($0.hidesAdult ?? false) == hides }.map(\.name)
                .joined(separator: ", ")
        }
        for (hides, text) in [(true, "Adult titles are hidden from"), (false, "Adult titles are shown to")] {
            let names = named(hides)
            if !names.isEmpty { output.line("\(text) \(Table.printable(names)).") }
        }
        output.line(HouseholdCommand.policyChangeNote)
    }
}
