internal import ArgumentParser
internal import ServiceKit

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    /// Whether help shows them: they would bury each command's own options, and have a page of their own.
    @TaskLocal static var isShown = false

    private static var visibility: ArgumentVisibility { isShown ? .default : .hidden }

    @Flag(help: ArgumentHelp("Write results as JSON.", visibility: visibility))
    var json = false

    @Option(
        help: ArgumentHelp(
            "Act as this profile: its name or id.", valueName: "profile", visibility: visibility), completion: .profiles
    )
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The longest wait for a response.", valueName: "seconds", visibility: visibility))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "Call with this token instead of the owner's (HEARTH_TOKEN).", valueName: "token", visibility: visibility))
    var token: String?

    @Flag(
        help: ArgumentHelp(
            "Show afterwards, on standard error, how long each call took in every service.", visibility: visibility))
    var trace = false

    @Option(
        help: ArgumentHelp(
            "The household (HEARTH_HOUSEHOLD).", valueName: "name", visibility: visibility))
    var household: String?

    @Option(
        help: ArgumentHelp(
            "The directory of shards and keys (HEARTH_DATA).", valueName: "directory", visibility: visibility),
        completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The private directory of sockets (HEARTH_RUN).", valueName: "directory", visibility: visibility),
        completion: .directory)
    var run: String?

    @Option(
        help: ArgumentHelp(
            "A YAML file with settings (HEARTH_CONFIG).", valueName: "file", visibility: visibility),
        completion: .file())
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
        let options = [("--data", data), ("--run", run), ("--household", household), ("--config", config)]
        return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }
}
