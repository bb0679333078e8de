internal import ArgumentParser
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC

/// `hearth limits grant`
struct LimitsGrant: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Grant a kids profile more minutes for today.",
        discussion: """
            They come on top of the minutes of its limits, and open its hours, up to midnight. The household's PIN is asked for \
            where one is set.

            Example: hearth limits grant --of Kim --minutes 30
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: LimitsSubject
    @OptionGroup var guarded: PINOptions

    @Option(help: ArgumentHelp("How many, 15 to 120.", valueName: "minutes"))
    var minutes: Int32

    func validate() throws {
        guard (15...120).contains(minutes) else { throw ValidationError("--minutes takes a number from 15 to 120.") }
    }

    func run(_ gateway: Gateway) async throws {
        let profile = try await subject.profile(gateway)
        let today = try await guarded.use(gateway) { pin in
            try await gateway.send(
                PlaybackState.GrantScreenTime(profile: profile.id, minutes: minutes, pin: pin),
                see: "hearth limits show --of \(profile.name.shellWord)")
        }
        let output = gateway.output
        if output.isJSON { return output.json(today) }
        output.line("\(profile.name) has \(minutes) min more today.")
        output.line(LimitsCommand.text(today, await gateway.clock()))
    }
}
