internal import ArgumentParser
internal import ProfilesAPI

/// What becomes of the profile of a member who goes.
struct DepartureOptions: ParsableArguments {
    @Flag(help: "Keep the profile with all of its data, as a guest's; otherwise it is deleted.")
    var keepProfile = false

    /// What is lost, as a sentence.
    func loss(of subject: String) -> String {
        keepProfile
            ? "\(subject) is no member any more. The profile stays, as a guest's."
            : "\(subject) is no member any more, and the profile is deleted for good, with its history, lists and downloads."
    }
}

/// `hearth member remove`
struct MemberRemove: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a member, and delete the profile with everything that it owns.",
        discussion: "Example: hearth member remove Adam --keep-profile")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var guarded: PINOptions
    @OptionGroup var departure: DepartureOptions

    @Argument(help: "The member: a name, id or @row.")
    var member: String

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.resolver.member(member)
        try await confirmation.require(departure.loss(of: found.name), gateway)
        defer { gateway.forgetSessions() }
        _ = try await guarded.use(gateway) { pin in
            try await gateway.send(
                Profiles.RemoveMember(found.id, keepProfile: departure.keepProfile, pin: pin),
                see: "hearth member list")
        }
        MemberCommand.tell(found, "\(found.name) is removed.", gateway.output)
    }
}

/// `hearth member leave`
struct MemberLeave: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Leave the household, and delete your profile with everything that it owns.",
        discussion: """
            Whose membership ends is said by the token, --token or HEARTH_TOKEN. Without one the command acts as the owner, \
            who hands the household on first: `hearth member hand-on`.

            Example: hearth member leave --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var departure: DepartureOptions

    func run(_ gateway: Gateway) async throws {
        try await confirmation.require(departure.loss(of: "The caller"), gateway)
        defer { gateway.forgetSessions() }
        _ = try await gateway.send(
            Profiles.LeaveHousehold(keepProfile: departure.keepProfile), see: "hearth member list")
        if gateway.output.isJSON { return gateway.output.json(["left": true]) }
        gateway.output.line("The membership has ended.")
    }
}

/// `hearth member hand-on`
struct MemberHandOn: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "hand-on", abstract: "Make another adult member the owner.",
        discussion: """
            The former owner is an adult from then on. Commands on this machine act as the new owner, since the machine's owner \
            key gives access to the household of its current owner.

            Example: hearth member hand-on Adam
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The next owner: a name, id or @row.")
    var member: String

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.resolver.member(member)
        try await confirmation.require(
            "\(found.name) becomes the owner, who alone can hand the household back.", gateway)
        defer { gateway.forgetSessions() }
        let owner = try await guarded.use(gateway) { pin in
            try await gateway.send(Profiles.HandOnOwnership(found.id, pin: pin), see: "hearth member list")
        }
        MemberCommand.tell(owner, "\(owner.name) is the owner now.", gateway.output)
        if !gateway.output.isJSON { gateway.output.line(HouseholdCommand.policyChangeNote) }
    }
}
