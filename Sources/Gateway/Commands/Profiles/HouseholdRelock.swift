internal import ArgumentParser
internal import ProfilesAPI

/// `hearth household relock`
struct HouseholdRelock: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "relock", abstract: "Set when adult profiles on shared devices are locked again.",
        discussion: """
            On a device that is marked as shared the session of an adult profile returns to the choice of a profile: when \
            it was idle for so many minutes, and at an hour of the household's day. Both are set at once.

            Example: hearth household relock --idle 30 --hour 3
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("Idle minutes: 15, 30 or 60.", valueName: "minutes"))
    var idle: Int32?

    @Option(help: ArgumentHelp("An hour of the day, 0 to 23.", valueName: "hour"))
    var hour: Int32?

    @Flag(help: "Never lock them.")
    var off = false

    func validate() throws {
        guard off != (idle != nil || hour != nil) else {
            throw ValidationError("Name --idle, --hour or both; or --off alone.")
        }
        guard idle.map({ RelockSettings.idleChoices.contains($0) }) ?? true else {
            throw ValidationError("--idle takes 15, 30 or 60.")
        }
        guard hour.map({ (0...23).contains($0) }) ?? true else { throw ValidationError("--hour takes 0 to 23.") }
    }

    func run(_ gateway: Gateway) async throws {
        let household = try await gateway.send(
            Profiles.SetRelock(idleMinutes: idle, hour: hour), see: "hearth household")
        let output = gateway.output
        if output.isJSON { return output.json(household) }
        output.line("Adult profiles on shared devices are locked \(Self.text(household.relock)).")
    }

    /// The settings in words.
    static func text(_ settings: RelockSettings?) -> String {
        let idle = settings?.idleMinutes.map { "after \($0) idle min" }
        let hour = settings?.hour.map { "at \($0 < 10 ? "0" : "")\($0):00" }
        let parts = [idle, hour].compactMap(\.self)
        return parts.isEmpty ? "never" : parts.joined(separator: " and ")
    }
}
