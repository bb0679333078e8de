internal import ArgumentParser
internal import ProfilesAPI
internal import RPC

/// `hearth profile pin`
struct ProfilePIN: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Set or remove the PIN of an adult profile.",
        discussion: """
            The profile is then entered with its own PIN, and no longer with the household's. Kids profiles have none: \
            `hearth household pin set` guards them. A PIN is typed without echo, or read from a file or standard input, \
            never from the command line. The owner needs no current PIN.

            hearth profile pin set Olga
            hearth profile pin set Olga --pin-file - < FILE
            hearth profile pin remove Olga
            """,
        subcommands: [Set.self, Remove.self])

    /// `hearth profile pin set`
    struct Set: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set a profile's PIN, 4 to 8 digits, or replace it.",
            discussion: "Example: hearth profile pin set Olga")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var guarded: NewPINOptions
        @OptionGroup var current: CurrentPINOptions

        @Argument(help: "The profile: its name, id or @row.", completion: .profiles)
        var profile: String

        func run(_ gateway: Gateway) async throws {
            let found = try await ProfileCommand.find(profile, gateway)
            let pin = try await guarded.pin(gateway)
            try await current.use(gateway) { current in
                _ = try await gateway.send(
                    Profiles.SetPIN(pin: pin, current: current, profile: found.id), see: "hearth profile list")
            }
            if gateway.output.isJSON { return gateway.output.json(["hasPIN": true]) }
            gateway.output.line("\(found.name) has a PIN now. It is asked for to enter the profile.")
        }
    }

    /// `hearth profile pin remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a profile's PIN.",
            discussion: """
                The household's PIN, where one is set, is then asked for.

                Example: hearth profile pin remove Olga
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var current: CurrentPINOptions

        @Argument(help: "The profile: its name, id or @row.", completion: .profiles)
        var profile: String

        func run(_ gateway: Gateway) async throws {
            let found = try await ProfileCommand.find(profile, gateway)
            guard found.hasPIN == true else {
                throw GatewayFailure("NO_PIN", "\(found.name) has no PIN of its own. Nothing was changed.")
            }
            try await current.use(gateway) { current in
                _ = try await gateway.send(
                    Profiles.SetPIN(pin: nil, current: current, profile: found.id), see: "hearth profile list")
            }
            if gateway.output.isJSON { return gateway.output.json(["hasPIN": false]) }
            gateway.output.line("The PIN of \(found.name) is removed.")
        }
    }
}

/// A new PIN, from a file or typed twice.
struct NewPINOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the new PIN, for scripts; - reads it from standard input. A terminal prompts for it.",
            valueName: "file"))
    var pinFile: String?

    /// The new PIN.
    ///
    /// - Throws: ``GatewayFailure`` when there is none, it is no PIN, or the two typed ones differ.
    func pin(_ gateway: Gateway) async throws -> String {
        var options = PINOptions()
        options.pinFile = pinFile
        return try await options.new(gateway)
    }
}

/// The PIN that is replaced or removed, which all but the owner must know.
struct CurrentPINOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the current PIN, where you are not the owner; - reads it from standard input.",
            valueName: "file"))
    var currentPinFile: String?

    /// Makes a change: with the given PIN, or with a typed one when the service requires it.
    ///
    /// - Throws: ``GatewayFailure``, also when no PIN can be had.
    func use(_ gateway: Gateway, _ body: (_ current: String?) async throws -> Void) async throws {
        if let currentPinFile { return try await body(try SecretFile.read(currentPinFile, what: "PIN")) }
        do {
            try await body(nil)
        } catch let failure as GatewayFailure where failure.needsPIN {
            guard let pin = await gateway.environment.terminal.read("The current PIN: ", true) else { throw failure }
            try await body(pin)
        }
    }
}
