internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// `hearth member`
struct MemberCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member",
        abstract: "Manage the household's members.",
        discussion: """
            A member is a person who signs in, with a profile of their own. Children and guests may have profiles without \
            being members: `hearth profile`. New members join with `hearth invite`.

            Example: hearth member role Kim child
            """,
        subcommands: [
            List.self, Roles.self, MemberRename.self, MemberRole.self, MemberDisable.self, MemberEnable.self,
            MemberRemove.self, MemberLeave.self, MemberHandOn.self,
        ],
        defaultSubcommand: List.self)

    /// `hearth member list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the household's members.",
            discussion: "Example: hearth member list")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(Profiles.ListMembers())
            if gateway.output.isJSON { return gateway.output.json(list) }
            let profiles = try await gateway.send(Profiles.ListProfiles()).profiles
            let clock = await gateway.clock()
            var table = Table(
                .text("NAME", isFlexible: true), .text("ROLE"), .text("PROFILE"), .text("JOINED"), .text("DISABLED"),
                .text("ID"))
            for member in list.members {
                table.add(
                    member.name, member.role.rawValue, profiles.first { $0.id == member.profile }?.name ?? "",
                    clock.day(member.created), member.disabled.map { "since \(clock.day($0))" } ?? "", member.id,
                    row: ListedRow([.member: member.id]))
            }
            gateway.output.table(table)
        }
    }

    /// `hearth member roles`
    struct Roles: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "roles", abstract: "Show what owner, adults and children may do.",
            discussion: "Example: hearth member roles")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let roles = try await gateway.send(Profiles.ListRoles())
            let output = gateway.output
            if output.isJSON { return output.json(roles) }
            var table = Table(
                .text("OWNER"), .text("ADULT"), .text("CHILD"), .text("MAY", isFlexible: true))
            for permission in roles.permissions {
                let has = { (role: Role) in permission.roles.contains(role) ? "yes" : "" }
                table.add(has(.owner), has(.adult), has(.child), permission.help)
            }
            output.table(table)
        }
    }

    /// Prints a member after a change.
    static func tell(_ member: HouseholdMember, _ text: String, _ output: Output) {
        if output.isJSON { output.json(member) } else { output.line(Table.printable(text)) }
    }
}

extension Noun {
    /// A member of the household.
    static let member = Noun(
        name: "member", plural: "members", code: ProfilesProblem.Code.unknownMember.rawValue,
        advice: "`hearth member list` shows them all.", kind: .member)
}

extension Resolver {
    /// A member by id, name or row.
    func member(_ text: String) async throws -> HouseholdMember {
        let wanted = try row(text, .member) ?? text
        let all = try await gateway.send(Profiles.ListMembers()).members
        let candidates = all.map { Candidate(id: $0.id, name: $0.name, note: $0.role.rawValue, value: $0) }
        return try await find(wanted, .member, among: candidates).value
    }
}
