internal import ArgumentParser
internal import ProfilesAPI

/// `hearth household`
struct HouseholdCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "household", abstract: "Show and change the household's settings.",
        discussion: """
            The region selects the country of the watch providers shown for a title.

            Example: hearth household --region DE --time-zone Europe/Berlin
            """,
        subcommands: [
            HouseholdCreate.self, HouseholdPIN.self, HouseholdBeginEmpty.self, HouseholdRelock.self,
            HouseholdDelete.self, HouseholdKeep.self,
        ])

    @OptionGroup var global: GlobalOptions
    @OptionGroup var guarded: PINOptions
    @OptionGroup var preferences: HouseholdPreferenceOptions

    @Option(help: "What the household is called.")
    var name: String?

    @Option(help: ArgumentHelp("Its IANA time zone.", valueName: "zone"))
    var timeZone: String?

    @Option(help: ArgumentHelp("The country it is in by ISO 3166-1, such as DE.", valueName: "country"))
    var region: String?

    @Flag(help: "Remove the country.")
    var noRegion = false

    @Flag(inversion: .prefixedNo, help: "Let kids profiles see titles without a rating, or not.")
    var kidsSeeUnrated: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Let kids profiles see channels without a rating, or not; they do where they see unrated titles.")
    var kidsSeeUnratedChannels: Bool?

    func validate() throws {
        guard region == nil || !noRegion else { throw ValidationError("Use one of --region and --no-region.") }
        guard region != "" else { throw ValidationError("--region takes a country; --no-region forgets it.") }
    }

    func run(_ gateway: Gateway) async throws {
        // Not in `validate`, which also runs for `household pin set`.
        guard guarded.pinFile == nil || isChange else {
            throw ValidationError(
                "--pin-file goes with a change. To set the household's PIN: hearth household pin set --pin-file FILE")
        }
        let household = try await fetch(gateway)
        let output = gateway.output
        if output.isJSON { return output.json(household) }
        var table = Table(.text("SETTING"), .text("VALUE", isFlexible: true))
        table.add("name", household.name)
        table.add("time zone", household.timeZone)
        table.add("region", household.region ?? "not said; --region DE says it")
        table.add("kids see titles without a rating", household.kidsSeeUnrated ? "yes" : "no")
        table.add("kids see channels without a rating", Self.channels(household))
        for (name, value) in HouseholdPreferenceOptions.rows(household.preferences ?? HouseholdPreferences()) {
            table.add(name, value)
        }
        table.add("PIN", household.hasPIN ? "set" : "none")
        if let relock = household.relock { table.add("shared devices lock adults", HouseholdRelock.text(relock)) }
        if let deletion = household.deletion {
            table.add("deleted in", "\(HouseholdKeep.time(deletion)); hearth household keep takes it back")
        }
        output.table(table)
        if changesPolicy {
            output.line(Self.policyChangeNote)
        }
    }

    /// The setting for channels: by default that of unrated titles.
    private static func channels(_ household: HouseholdInfo) -> String {
        guard household.kidsSeeUnratedChannels else { return "no" }
        return household.kidsSeeUnrated ? "yes" : "no, as all titles without a rating; --kids-see-unrated shows both"
    }

    private var changesPolicy: Bool { kidsSeeUnrated != nil || kidsSeeUnratedChannels != nil }

    private var isChange: Bool {
        name != nil || timeZone != nil || region != nil || noRegion || changesPolicy || preferences.change != nil
    }

    /// When a policy change applies: earlier tokens are rejected.
    static let policyChangeNote = "All devices follow at once: they sign in again."

    private func fetch(_ gateway: Gateway) async throws -> HouseholdInfo {
        guard isChange else { return try await gateway.send(Profiles.GetHousehold()) }
        var request = Profiles.SetHouseholdOptions(
            name: name, timeZone: timeZone, kidsSeeUnrated: kidsSeeUnrated,
            kidsSeeUnratedChannels: kidsSeeUnratedChannels, region: noRegion ? "" : region?.uppercased(),
            preferences: preferences.change)
        // The cached tokens have the former policy; also where the outcome is unknown.
        defer { gateway.forgetSessions() }
        return try await guarded.use(gateway) { pin in
            request.pin = pin
            return try await gateway.send(request, see: "hearth household")
        }
    }
}
