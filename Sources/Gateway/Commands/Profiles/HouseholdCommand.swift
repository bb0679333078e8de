internal import Access
internal import ArgumentParser
internal import ProfilesAPI

/// `hearth household`
struct HouseholdCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "household", abstract: "See and change what counts for the whole household.",
        discussion: """
            The region says in which country it is told where else a title can be watched.

            Example: hearth household --region DE --time-zone Europe/Berlin
            """,
        subcommands: [HouseholdCreate.self, HouseholdBeginEmpty.self])

    @OptionGroup var global: GlobalOptions
    @OptionGroup var guarded: PINOptions

    @Option(help: "What the household is called.")
    var name: String?

    @Option(help: ArgumentHelp("Its time zone by IANA's name.", valueName: "zone"))
    var timeZone: String?

    @Option(help: ArgumentHelp("The country it is in by ISO 3166-1, such as DE.", valueName: "country"))
    var region: String?

    @Flag(help: "Forget the country.")
    var noRegion = false

    @Flag(inversion: .prefixedNo, help: "Let kids profiles see titles without a rating, or not.")
    var kidsSeeUnrated: Bool?

    @Flag(inversion: .prefixedNo, help: "Let kids profiles see channels without a rating, or not.")
    var kidsSeeUnratedChannels: Bool?

    func validate() throws {
        guard region == nil || !noRegion else { throw ValidationError("Use one of --region and --no-region.") }
        guard region != "" else { throw ValidationError("--region takes a country; --no-region forgets it.") }
    }

    func run(_ gateway: Gateway) async throws {
        let household = try await ask(gateway)
        let output = gateway.output
        if output.isJSON { return output.json(household) }
        var table = Table(.text("SETTING"), .text("VALUE", isFlexible: true))
        table.add("name", household.name)
        table.add("time zone", household.timeZone)
        table.add("region", household.region ?? "not said; --region DE says it")
        table.add("kids see titles without a rating", household.kidsSeeUnrated ? "yes" : "no")
        table.add("kids see channels without a rating", household.kidsSeeUnratedChannels ? "yes" : "no")
        table.add("PIN", household.hasPIN ? "set" : "none")
        output.table(table)
        if kidsSeeUnrated != nil || kidsSeeUnratedChannels != nil {
            output.line(
                "Devices that kids use just now follow within \(Amounts.seconds(Self.delay)), when their tokens end.")
        }
    }

    /// The longest that a token holds in which the former rules stand, in seconds.
    static let delay = Double(AccessLimits.personTokenLifetime.components.seconds)

    private func ask(_ gateway: Gateway) async throws -> HouseholdInfo {
        let isChange =
            name != nil || timeZone != nil || region != nil || noRegion || kidsSeeUnrated != nil
            || kidsSeeUnratedChannels != nil
        guard isChange else { return try await gateway.send(Profiles.GetHousehold(), to: "profiles") }
        let request = Profiles.SetHouseholdOptions(
            name: name, timeZone: timeZone, kidsSeeUnrated: kidsSeeUnrated,
            kidsSeeUnratedChannels: kidsSeeUnratedChannels, pin: guarded.pin,
            region: noRegion ? "" : region?.uppercased())
        return try await gateway.send(request, to: "profiles", see: "hearth household")
    }
}
