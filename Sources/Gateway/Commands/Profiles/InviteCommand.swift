internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// `hearth invite`
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite a person to become a member.",
        discussion: """
            An invitation is a link, also as a QR code; it is accepted once. The link is a secret until then.

            Example: hearth invite --name Kim --child --for 2h
            """,
        subcommands: [InviteCreate.self, List.self, InviteRevoke.self, InviteAccept.self],
        defaultSubcommand: InviteCreate.self)

    /// `hearth invite list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the invitations with their states.",
            discussion: "Example: hearth invite list")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(Profiles.ListInvitations())
            let output = gateway.output
            if output.isJSON { return output.json(list) }
            guard !list.invitations.isEmpty else { return output.line("No invitations. `hearth invite` makes one.") }
            let members = try await gateway.send(Profiles.ListMembers()).members
            let name = { (id: String?) in members.first { $0.id == id }?.name ?? "" }
            let clock = await gateway.clock()
            var table = Table(
                .text("FOR", isFlexible: true), .text("ROLE"), .text("STATE"), .text("MEMBER"), .text("UNTIL"),
                .text("INVITED BY"), .text("ID"))
            for invitation in list.invitations {
                table.add(
                    invitation.name ?? "", invitation.role.rawValue, invitation.state.rawValue,
                    name(invitation.member), clock.stamp(invitation.expires), name(invitation.invitedBy),
                    invitation.id, row: ListedRow([.invitation: invitation.id]))
            }
            output.table(table)
        }
    }
}

/// `hearth invite revoke`
struct InviteRevoke: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End an invitation that was not accepted.",
        discussion: "Example: hearth invite revoke Kim")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The invitation: its id, the name that it is for, or @row.")
    var invitation: String

    func run(_ gateway: Gateway) async throws {
        let id = try await gateway.resolver.invitation(invitation)
        let revoked = try await gateway.send(Profiles.RevokeInvitation(id), see: "hearth invite list")
        if gateway.output.isJSON { return gateway.output.json(revoked) }
        gateway.output.line("The invitation is revoked.")
    }
}

/// `hearth invite accept`
struct InviteAccept: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept an invitation: become a member with a profile.",
        discussion: """
            Other users of the machine can see the arguments of a command while it runs. Without the link a terminal asks \
            for it, and --link-file reads it from a file.

            Example: hearth invite accept hearth://invite/home.AAEC --name Kim
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The invitation's link, or its token.")
    var link: String?

    @Option(help: ArgumentHelp("A file with the link; - reads it from standard input.", valueName: "file"))
    var linkFile: String?

    @Option(help: "The name of member and profile; by default the invitation's.")
    var name: String?

    @Flag(help: "Sign this machine in as the new member.")
    var signIn = false

    @Flag(help: "With --sign-in: several people use this machine.")
    var shared = false

    func validate() throws {
        guard link == nil || linkFile == nil else { throw ValidationError("Use one of LINK and --link-file.") }
        guard signIn || !shared else { throw ValidationError("--shared goes with --sign-in.") }
    }

    func run(_ gateway: Gateway) async throws {
        let text = try await link(gateway)
        let prefix = IssuedInvitation.linkPrefix
        let token = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        let stored = SignedInDevice(gateway)
        // Before the invitation is used up.
        let known = signIn ? try stored.read() : nil
        guard known == nil else {
            throw GatewayFailure(
                "SIGNED_IN", "This machine is signed in already.",
                advice: "`hearth sign-out` signs it out; without --sign-in the invitation is accepted all the same.",
                status: .usage)
        }
        let device = signIn ? ThisMachine.description(name: nil, isShared: shared) : nil
        var accepted = try await gateway.send(
            Profiles.AcceptInvitation(token: token, name: name, device: device), to: Profiles.serviceName, token: nil,
            see: "hearth member list")
        let session = accepted.session
        if let session {
            try stored.store(session, profile: session.profile.id)
            gateway.forgetSessions()
        }
        // Its tokens are in the data directory, and on no screen.
        accepted.session = nil
        if gateway.output.isJSON { return gateway.output.json(accepted) }
        gateway.output.line(
            Table.printable("\(accepted.member.name) is a member of \(accepted.household), with a profile."))
        if session != nil {
            gateway.output.line("This machine is signed in as \(Table.printable(accepted.profile.name)).")
        } else if signIn {
            gateway.output.line("It could not be signed in now: `hearth sign-in` does it later.")
        }
    }

    private func link(_ gateway: Gateway) async throws -> String {
        if let link { return link }
        if let linkFile { return try SecretFile.read(linkFile, what: "link") }
        guard let typed = await gateway.environment.terminal.read("The invitation's link: ", true) else {
            throw GatewayFailure(
                "NO_LINK", "No link was given.",
                advice: "Give it as an argument, or with --link-file FILE; - reads standard input.", status: .usage)
        }
        return typed.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension Noun {
    /// An invitation to the household.
    static let invitation = Noun(
        name: "invitation", plural: "invitations", code: ProfilesProblem.Code.unknownInvitation.rawValue,
        advice: "`hearth invite list` shows them all.", kind: .invitation)
}

extension Resolver {
    /// The id of an invitation, by its id, the name that it is for, or its row.
    func invitation(_ text: String) async throws -> String {
        let wanted = try row(text, .invitation) ?? text
        let all = try await gateway.send(Profiles.ListInvitations()).invitations
        // Those that have ended are meant by their ids alone.
        let candidates = all.filter { $0.state == .open || $0.id == wanted }.map { invitation in
            Candidate(
                id: invitation.id, name: invitation.name ?? invitation.id, note: invitation.role.rawValue,
                value: invitation.id)
        }
        return try await find(wanted, .invitation, among: candidates).value
    }
}
