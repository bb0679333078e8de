internal import ArgumentParser
internal import ServiceKit

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Flag(help: "Write results as JSON.")
    var json = false

    @Option(help: ArgumentHelp("Act as this profile: its name or id.", valueName: "profile"))
    var profile: String?

    @Option(help: ArgumentHelp("The longest wait for a response.", valueName: "seconds"))
    var timeout: Double?

    @Option(help: ArgumentHelp("Call with this token instead of the owner's (HEARTH_TOKEN).", valueName: "token"))
    var token: String?

    @Flag(help: "Show afterwards, on standard error, how long each call took in every service.")
    var trace = false

    @Option(help: ArgumentHelp("The household (HEARTH_HOUSEHOLD).", valueName: "name"))
    var household: String?

    @Option(help: ArgumentHelp("The directory of shards and keys (HEARTH_DATA).", valueName: "directory"))
    var data: String?

    @Option(help: ArgumentHelp("The private directory of sockets (HEARTH_RUN).", valueName: "directory"))
    var run: String?

    @Option(help: ArgumentHelp("A YAML file with settings (HEARTH_CONFIG).", valueName: "file"))
    var config: String?

    /// The longest timeout, in seconds: RPC's own limit.
    static let longestTimeout = 600.0

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= Self.longestTimeout) {
            throw ValidationError("--timeout must be above 0 and at most \(Int(Self.longestTimeout)) seconds.")
        }
    }

    /// The same options for a service.
    func serviceOptions() throws -> ServiceOptions { try ServiceOptions.parse(directoryArguments) }

    /// The options that select a household and its directories, as arguments of another command.
    var directoryArguments: [String] {
        let given = [("--data", data), ("--run", run), ("--household", household), ("--config", config)]
        return given.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }
}
