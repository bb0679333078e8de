internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI

/// `hearth member rename`
struct MemberRename: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a member; the profile keeps its name.",
        discussion: "Example: hearth member rename Adam Adrian")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The member: a name, id or @row.")
    var member: String

    @Argument(help: "The new name.")
    var name: String

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.resolver.member(member)
        let changed = try await gateway.send(
            Profiles.ChangeMember(found.id, name: name), see: "hearth member list")
        MemberCommand.tell(changed, "\(found.name) is \(changed.name) now.", gateway.output)
    }
}

/// `hearth member role`
struct MemberRole: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Make a member an adult or a child.",
        discussion: """
            The profile changes with the role: a child's is a kids profile. `hearth member roles` shows what each role may \
            do, `hearth member hand-on` makes another owner.

            Example: hearth member role Kim child
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The member: a name, id or @row.")
    var member: String

    @Argument(help: "adult or child.")
    var role: RoleArgument

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.resolver.member(member)
        // Tokens have the former rights; also where the outcome is unknown.
        defer { gateway.forgetSessions() }
        let changed = try await guarded.use(gateway) { pin in
            try await gateway.send(
                Profiles.ChangeMember(found.id, role: role.role, pin: pin), see: "hearth member list")
        }
        MemberCommand.tell(
            changed, "\(changed.name) is \(changed.role == .child ? "a child" : "an adult") now.", gateway.output)
        if !gateway.output.isJSON { gateway.output.line(HouseholdCommand.policyChangeNote) }
    }
}

/// A role on a command line that a member can be given.
struct RoleArgument: ExpressibleByArgument, Sendable, Hashable {
    let role: Role

    static let allValueStrings = [Role.adult, .child].map(\.rawValue)

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument.lowercased()) else { return nil }
        role = Role(rawValue: argument.lowercased())
    }
}

/// `hearth member disable`
struct MemberDisable: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Keep a member from using the household; the data stays.",
        discussion: "Example: hearth member disable Adam")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The member: a name, id or @row.")
    var member: String

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.resolver.member(member)
        defer { gateway.forgetSessions() }
        let changed = try await gateway.send(Profiles.DisableMember(found.id), see: "hearth member list")
        MemberCommand.tell(changed, "\(changed.name) is disabled.", gateway.output)
        if !gateway.output.isJSON { gateway.output.line(HouseholdCommand.policyChangeNote) }
    }
}

/// `hearth member enable`
struct MemberEnable: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Let a disabled member use the household again.",
        discussion: "Example: hearth member enable Adam")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The member: a name, id or @row.")
    var member: String

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.resolver.member(member)
        let changed = try await gateway.send(Profiles.EnableMember(found.id), see: "hearth member list")
        MemberCommand.tell(changed, "\(changed.name) is enabled.", gateway.output)
    }
}
