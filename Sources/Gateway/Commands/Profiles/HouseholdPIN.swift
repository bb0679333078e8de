internal import ArgumentParser
internal import ProfilesAPI
internal import RPC

/// `hearth household pin`
struct HouseholdPIN: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Set or remove the PIN that guards adult profiles and what kids may see.",
        discussion: """
            A PIN is typed without echo, or read from a file or standard input, never from the command line. The owner \
            needs no current PIN.

            hearth household pin set
            hearth household pin set --pin-file - < FILE
            hearth household pin remove
            """,
        subcommands: [Set.self, Remove.self])

    /// `hearth household pin set`
    struct Set: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set the household's PIN, 4 to 8 digits, or replace it.")

        @OptionGroup var global: GlobalOptions
        // Parsed as with `household`, which takes the option first.
        @OptionGroup var guarded: PINOptions

        func run(_ gateway: Gateway) async throws {
            let pin = try await guarded.new(gateway)
            _ = try await gateway.send(Profiles.SetPIN(pin: pin), see: "hearth household")
            if gateway.output.isJSON { return gateway.output.json(["hasPIN": true]) }
            gateway.output.line(
                "The PIN is set. It is asked for to enter an adult profile and to change what kids see.")
        }
    }

    /// `hearth household pin remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove the household's PIN.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            guard try await gateway.send(Profiles.GetHousehold()).hasPIN else {
                throw GatewayFailure("NO_PIN", "The household has no PIN. Nothing was changed.")
            }
            _ = try await gateway.send(Profiles.SetPIN(pin: nil), see: "hearth household")
            if gateway.output.isJSON { return gateway.output.json(["hasPIN": false]) }
            gateway.output.line("The PIN is removed.")
        }
    }
}
