internal import ArgumentParser
internal import ProfilesAPI

/// `hearth device`
struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Manage the devices that are signed in.",
        subcommands: [
            List.self, Rename.self, Disable.self, Enable.self, Revoke.self, DeviceSignOut.self,
        ],
        defaultSubcommand: List.self)

    /// `hearth device list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List your devices; for the owner those of all members.",
            discussion: "Example: hearth device list")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(Profiles.ListDevices())
            if gateway.output.isJSON { return gateway.output.json(list) }
            guard !list.devices.isEmpty else {
                return gateway.output.line("No devices yet. `hearth pair CODE` approves one that shows a code.")
            }
            let clock = await gateway.clock()
            var table = Table(
                .text(""), .text("NAME", isFlexible: true), .text("PLATFORM"), .text("LAST SEEN"), .text("STATE"),
                .text("MEMBER"), .text("ID"))
            for device in list.devices {
                table.add(
                    device.isCurrent ? "*" : "", device.description.name, device.description.platform,
                    clock.stamp(device.lastSeen), DeviceCommand.state(device), device.member, device.id,
                    row: ListedRow([.device: device.id]))
            }
            gateway.output.table(table)
            gateway.output.line(
                gateway.output.coloured("\(list.devices.count) of at most \(list.limit)", .dim))
            gateway.output.printTimeZone(clock)
        }
    }

    /// `hearth device rename`
    struct Rename: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a device.",
            discussion: "Example: hearth device rename TV \"TV in the kitchen\"")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The device: its name, id or @row.")
        var device: String

        @Argument(help: "The new name.")
        var name: String

        func run(_ gateway: Gateway) async throws {
            let found = try await DeviceCommand.find(device, gateway)
            let renamed = try await gateway.send(
                Profiles.RenameDevice(device: found.id, name: name), see: "hearth device list")
            DeviceCommand.tell(renamed, "\(found.description.name) is \(renamed.description.name) now.", gateway)
        }
    }

    /// `hearth device disable`
    struct Disable: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Disable a device until it is enabled again; its streams end at once.",
            discussion: "Example: hearth device disable Tablet")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The device: its name, id or @row.")
        var device: String

        func run(_ gateway: Gateway) async throws {
            let found = try await DeviceCommand.find(device, gateway)
            defer { gateway.forgetSessions() }
            let changed = try await gateway.send(Profiles.DisableDevice(device: found.id), see: "hearth device list")
            DeviceCommand.tell(changed, "\(found.description.name) is disabled.", gateway)
        }
    }

    /// `hearth device enable`
    struct Enable: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Enable a disabled device.",
            discussion: "Example: hearth device enable Tablet")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The device: its name, id or @row.")
        var device: String

        func run(_ gateway: Gateway) async throws {
            let found = try await DeviceCommand.find(device, gateway)
            let changed = try await gateway.send(Profiles.EnableDevice(device: found.id), see: "hearth device list")
            DeviceCommand.tell(changed, "\(found.description.name) is enabled.", gateway)
        }
    }

    /// `hearth device revoke`
    struct Revoke: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Sign a device out and remove it; its streams end at once.",
            discussion: "Example: hearth device revoke Tablet")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var confirmation: ConfirmationOptions

        @Argument(help: "The device: its name, id or @row.")
        var device: String

        func run(_ gateway: Gateway) async throws {
            let found = try await DeviceCommand.find(device, gateway)
            try await confirmation.require("\(found.description.name) has to be paired again to be used.", gateway)
            defer { gateway.forgetSessions() }
            _ = try await gateway.send(Profiles.RevokeDevice(device: found.id), see: "hearth device list")
            DeviceCommand.tell(found, "\(found.description.name) is signed out.", gateway)
        }
    }

    private static func state(_ device: Device) -> String {
        if device.signedOut != nil { return "signed out: its token was copied" }
        return device.isDisabled ? "disabled" : "signed in"
    }

    private static func tell(_ device: Device, _ text: String, _ gateway: Gateway) {
        if gateway.output.isJSON { gateway.output.json(device) } else { gateway.output.line(Table.printable(text)) }
    }

    /// A device by its id, its name or a part of it, or its row.
    private static func find(_ text: String, _ gateway: Gateway) async throws -> Device {
        try await gateway.resolver.device(text)
    }
}

/// `hearth device sign-out`
struct DeviceSignOut: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign out all of your devices; for the owner also another member's.",
        discussion: "Example: hearth device sign-out")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Option(help: ArgumentHelp("The member, by id; you by default.", valueName: "id"))
    var member: String?

    func run(_ gateway: Gateway) async throws {
        try await confirmation.require(
            "All devices of \(member.map { "the member \($0)" } ?? "yours") have to be paired again.", gateway)
        defer { gateway.forgetSessions() }
        let signedOut = try await gateway.send(
            Profiles.SignOutEverywhere(member: member), see: "hearth device list")
        if gateway.output.isJSON { return gateway.output.json(signedOut) }
        gateway.output.line(
            signedOut.count == 0
                ? "No device was signed in." : "\(AmountFormatter.count(signedOut.count, "device")) signed out.")
    }
}
