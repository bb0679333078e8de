internal import ArgumentParser
internal import ProfilesAPI
internal import RPC

/// `hearth profile`
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Manage profiles.",
        subcommands: [
            List.self, Create.self, Rename.self, Delete.self, Use.self, ProfileHideAdult.self, ProfileShowAdult.self,
            ProfilePIN.self,
        ],
        defaultSubcommand: List.self)

    /// `hearth profile list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the household's profiles.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(Profiles.ListProfiles())
            if gateway.output.isJSON { return gateway.output.json(list) }
            let acting = try await gateway.session().profile
            var table = Table(
                .text(""), .text("NAME", isFlexible: true), .text("KIND"), .text("MEMBER"),
                .text("ADULT TITLES"), .text("PIN"), .text("ID"))
            for profile in list.profiles {
                table.add(
                    profile.name == acting ? "*" : "", profile.name, profile.kind.rawValue,
                    profile.member == nil ? "" : "yes",
                    profile.kind == .adult && profile.hidesAdult != true ? "shown" : "hidden",
                    profile.hasPIN == true ? "own" : "", profile.id, row: ListedRow([.profile: profile.id]))
            }
            gateway.output.table(table)
            gateway.output.line(gateway.output.coloured("\(list.profiles.count) of at most \(list.limit)", .dim))
        }
    }

    /// `hearth profile create`
    struct Create: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Create a profile.",
            discussion: "Example: hearth profile create Kim --kids")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "What it is called.")
        var name: String

        @Flag(help: "Make it a kids profile.")
        var kids = false

        func run(_ gateway: Gateway) async throws {
            let profile = try await gateway.send(
                Profiles.CreateProfile(name: name, kind: kids ? .kids : .adult),
                see: "hearth profile list")
            ProfileCommand.tell(profile, "\(profile.name) is here, with id \(profile.id).", gateway.output)
        }
    }

    /// `hearth profile rename`
    struct Rename: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a profile.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var guarded: PINOptions

        @Argument(help: "The profile: its name, id or @row.", completion: .profiles)
        var profile: String

        @Argument(help: "The new name.")
        var name: String

        func run(_ gateway: Gateway) async throws {
            let id = try await ProfileCommand.find(profile, gateway).id
            let renamed = try await guarded.use(gateway) { pin in
                try await gateway.send(
                    Profiles.RenameProfile(profile: id, name: name, pin: pin),
                    see: "hearth profile list")
            }
            ProfileCommand.tell(renamed, "\(profile) is \(renamed.name) now.", gateway.output)
        }
    }

    /// `hearth profile delete`
    struct Delete: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a profile with everything that it owns.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var guarded: PINOptions

        @Argument(help: "The profile: its name, id or @row.", completion: .profiles)
        var profile: String

        func run(_ gateway: Gateway) async throws {
            let found = try await ProfileCommand.find(profile, gateway)
            try await confirmation.require(
                "\(found.name) is deleted for good, with its history, lists and downloads.", gateway)
            _ = try await guarded.use(gateway) { pin in
                try await gateway.send(
                    Profiles.DeleteProfile(profile: found.id, pin: pin), see: "hearth profile list")
            }
            let remembered = RememberedProfile(gateway)
            if remembered.name == found.id { try remembered.set(nil) }
            ProfileCommand.tell(found, "\(found.name) is deleted.", gateway.output)
        }
    }

    /// `hearth profile use`
    struct Use: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Act as a profile from now on; as the owner's own when none is named.",
            discussion: "Applies to this household until it is changed. --profile overrides it.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The profile: its name, id or @row.", completion: .profiles)
        var profile: String?

        func run(_ gateway: Gateway) async throws {
            guard let profile else {
                try RememberedProfile(gateway).set(nil)
                return gateway.output.isJSON
                    ? gateway.output.json(["profile": String?.none])
                    : gateway.output.line("Commands act as the owner again.")
            }
            let found = try await ProfileCommand.find(profile, gateway)
            try RememberedProfile(gateway).set(found.id)
            ProfileCommand.tell(found, "Commands act as \(found.name) from now on.", gateway.output)
        }
    }

    private static func tell(_ profile: Profile, _ text: String, _ output: Output) {
        if output.isJSON { output.json(profile) } else { output.line(text) }
    }

    /// A profile by its id, its name or a part of it, or its row.
    static func find(_ name: String, _ gateway: Gateway) async throws -> Profile {
        try await gateway.resolver.profile(name)
    }
}
