internal import ArgumentParser
internal import Foundation
internal import ProfilesAPI
internal import ServiceKit

/// `hearth import-archive`
struct ImportArchiveCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-archive", abstract: "Import what `hearth export` has written.",
        discussion: """
            The archive is checked as a whole first. A profile of it goes to the one with its id, else to the one with its \
            name, else to a new one. What is there already stays: the later change of a thing wins, and importing an archive \
            twice changes nothing. Titles are found by their ids; import the library's lists first.

            Example: hearth import-archive household.hearth-archive
            Example: hearth import-archive household.hearth-archive --only Kim
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "Only this profile of the archive, by name; may be given several times.", valueName: "profile"))
    var only: [String] = []

    private struct Report: Encodable {
        var file: String
        var parts: [ArchiveOutcome]
    }

    func run(_ gateway: Gateway) async throws {
        let archive = try ArchiveReader(file)
        let profiles = try chosen(archive.header)
        var outcomes: [ArchiveOutcome] = []
        for profile in profiles {
            let records = archive.records.filter { $0.profile == profile.id }
            do {
                let target = try await Self.target(of: profile, gateway)
                outcomes += await ArchiveTarget(
                    profile: profile, gateway: gateway.acting(as: target),
                    sync: ArchiveSync(profile: target, owner: gateway)
                ).take(records)
            } catch let failure as GatewayFailure {
                var outcome = ArchiveOutcome(profile: profile.name, service: Profiles.serviceName)
                outcome.missing = failure.message
                outcomes.append(outcome)
            }
        }
        if gateway.output.isJSON {
            gateway.output.json(Report(file: file, parts: outcomes))
        } else {
            ArchiveOutcome.show(outcomes, gateway.output)
        }
        guard outcomes.contains(where: { $0.missing == nil }) else {
            throw GatewayFailure(
                "NOTHING_IMPORTED", outcomes.first?.missing ?? "The archive has no profile.", status: .unavailable)
        }
        guard let lacking = outcomes.first(where: { $0.missing != nil }) else { return }
        throw GatewayFailure(
            "PARTLY_IMPORTED", "What belongs to \(lacking.service) was not imported.",
            advice: "Import the archive again when it responds: what is there stays.", canRetry: true,
            status: .unavailable)
    }

    private func chosen(_ header: ArchiveHeader) throws -> [ArchiveProfile] {
        guard !only.isEmpty else { return header.profiles }
        return try only.map { name in
            guard let profile = header.profiles.first(where: { $0.name.lowercased() == name.lowercased() }) else {
                let names = header.profiles.map { Table.printable($0.name) }.joined(separator: ", ")
                throw GatewayFailure(
                    "NO_SUCH_PROFILE", "The archive has no profile \"\(Table.printable(name))\".",
                    advice: "It has \(names).", status: .usage)
            }
            return profile
        }
    }

    /// The profile that one of the archive goes to, by its id.
    private static func target(of profile: ArchiveProfile, _ gateway: Gateway) async throws -> String {
        let all = try await gateway.send(Profiles.ListProfiles()).profiles
        if let same = all.first(where: { $0.id == profile.id }) { return same.id }
        if let named = all.first(where: { $0.name.lowercased() == profile.name.lowercased() && $0.kind == profile.kind }
        ) {
            return named.id
        }
        return try await gateway.send(Profiles.CreateProfile(name: profile.name, kind: profile.kind)).id
    }
}

/// What became of a service's part of a profile.
struct ArchiveOutcome: Encodable, Sendable {
    var profile: String
    var service: String
    /// Records that count now.
    var imported = 0
    /// Records that were there, or that a later change has won over.
    var known = 0
    /// Records that could not be carried, and why.
    var refused: [Refusal] = []
    /// Why nothing was imported; absent where something was.
    var missing: String?

    /// A record that could not be carried.
    struct Refusal: Encodable, Sendable {
        var what: String
        var reason: String
    }

    init(profile: String, service: String) { (self.profile, self.service) = (profile, service) }

    private static let shownRefusals = 10

    static func show(_ outcomes: [ArchiveOutcome], _ output: Output) {
        var table = Table(
            .text("PROFILE", isFlexible: true), .text("SERVICE"), .number("IMPORTED"), .number("KNOWN"),
            .number("NOT CARRIED"), .text("MISSING", isFlexible: true))
        for outcome in outcomes {
            table.add(
                outcome.profile, outcome.service, AmountFormatter.number(outcome.imported),
                AmountFormatter.number(outcome.known), AmountFormatter.number(outcome.refused.count),
                outcome.missing ?? "")
        }
        output.table(table)
        let refused = outcomes.flatMap(\.refused)
        for refusal in refused.prefix(shownRefusals) {
            output.line("  \(Table.printable(refusal.what)): \(Table.printable(refusal.reason))")
        }
        let more = refused.count - shownRefusals
        if more > 0 { output.line("  and \(AmountFormatter.number(more)) more; --json shows all.") }
    }
}
