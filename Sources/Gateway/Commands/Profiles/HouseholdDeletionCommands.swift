internal import ArgumentParser
internal import ProfilesAPI

/// `hearth household delete`
struct HouseholdDelete: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete the household with everything in it, after seven days.",
        discussion: """
            Until then everything works, `hearth household` shows the time that is left, and `hearth household keep` takes \
            it back. The days count while the services run. Then every service erases all that it has of the household, \
            one that is down at that moment when it is back within 30 days. Backups stay.

            Example: hearth household delete
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions
    // Parsed as with `household`, which takes the option first.
    @OptionGroup var guarded: PINOptions

    func run(_ gateway: Gateway) async throws {
        let household = try await gateway.send(Profiles.GetHousehold())
        try await confirmation.require(
            "\(household.name) is deleted for good in seven days, with all members, profiles, libraries and downloads.",
            gateway)
        let deleted = try await guarded.use(gateway) { pin in
            try await gateway.send(Profiles.DeleteHousehold(pin: pin), see: "hearth household")
        }
        if gateway.output.isJSON { return gateway.output.json(deleted) }
        let left = deleted.deletion.map { HouseholdKeep.time($0) } ?? ""
        gateway.output.line(
            Table.printable("\(deleted.name) is deleted in \(left). `hearth household keep` takes it back."))
    }
}

/// `hearth household keep`
struct HouseholdKeep: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Keep a household that was to be deleted.",
        discussion: "Example: hearth household keep")

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let kept = try await gateway.send(Profiles.KeepHousehold(), see: "hearth household")
        if gateway.output.isJSON { return gateway.output.json(kept) }
        gateway.output.line(Table.printable("\(kept.name) stays."))
    }

    /// The running time that is left, for people.
    static func time(_ deletion: HouseholdDeletion) -> String { AmountFormatter.seconds(Double(deletion.secondsLeft)) }
}
