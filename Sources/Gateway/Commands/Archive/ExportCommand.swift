internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ReadingListAPI
internal import ServiceKit

/// `hearth export`
struct ExportCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write what people of the household have gathered to one file.",
        discussion: """
            The file has each profile's settings, favourites, watch history with marks, queue and reading list, as lines of \
            JSON with a checksum (docs/archive-format.md), to keep, to read with other programs, or for \
            `hearth import-archive`. It has no media, no library, no keys and no PINs: that is `hearth backup`. It tells what \
            everyone watches, so keep it private.

            Marks are read by sync, which is turned on for each profile meanwhile.

            Example: hearth export household.hearth-archive
            Example: hearth export kim.hearth-archive --only Kim
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The new file.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("Only this profile, by name or id; may be given several times.", valueName: "profile"),
        completion: .profiles)
    var only: [String] = []

    private struct Report: Encodable {
        var file: String
        var parts: [ArchivePart]
    }

    func run(_ gateway: Gateway) async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw GatewayFailure(
                "FILE_EXISTS", "\(Table.printable(file)) exists.", advice: "Name a new file.", status: .held)
        }
        let profiles = try await ArchiveProfile.chosen(only, gateway)
        var writer = try ArchiveWriter(
            ArchiveHeader(
                created: gateway.now, hearthVersion: HearthVersion.description,
                household: gateway.settings.household.value, profiles: profiles))
        for profile in profiles {
            let source = ArchiveSource(
                profile: profile, gateway: gateway.acting(as: profile.id),
                sync: ArchiveSync(profile: profile.id, owner: gateway))
            for (service, read) in source.parts {
                do {
                    let records = try await read()
                    try writer.add(ArchivePart(profile: profile.id, service: service, records: records.count), records)
                } catch let failure as GatewayFailure {
                    try writer.add(
                        ArchivePart(profile: profile.id, service: service, records: 0, missing: failure.message), [])
                }
            }
        }
        guard writer.parts.contains(where: { $0.missing == nil }) else {
            throw GatewayFailure(
                "NOTHING_EXPORTED", writer.parts.first?.missing ?? "There is no profile.", status: .unavailable)
        }
        try writer.write(to: file)
        if gateway.output.isJSON {
            gateway.output.json(Report(file: file, parts: writer.parts))
        } else {
            ArchiveTable.show(writer.parts, profiles, gateway.output)
        }
        guard let lacking = writer.parts.first(where: { $0.missing != nil }) else { return }
        throw GatewayFailure(
            "PARTLY_EXPORTED", "\(Table.printable(file)) lacks what \(lacking.service) has.",
            advice: "Export to a new file when it responds.", status: .unavailable)
    }
}

extension ArchiveProfile {
    /// The profiles of a household, or those that are named.
    ///
    /// - Throws: ``GatewayFailure``.
    static func chosen(_ names: [String], _ gateway: Gateway) async throws -> [ArchiveProfile] {
        let all = try await gateway.send(Profiles.ListProfiles()).profiles
        var chosen = all
        if !names.isEmpty {
            chosen = []
            for name in names { chosen.append(try await ProfileCommand.find(name, gateway)) }
        }
        return chosen.map { ArchiveProfile(id: $0.id, name: $0.name, kind: $0.kind) }
    }
}

/// Shows what became of each part.
enum ArchiveTable {
    static func show(_ parts: [ArchivePart], _ profiles: [ArchiveProfile], _ output: Output) {
        var table = Table(
            .text("PROFILE", isFlexible: true), .text("SERVICE"), .number("RECORDS"), .text("MISSING", isFlexible: true)
        )
        let names = Dictionary(profiles.map { ($0.id, $0.name) }) { first, _ in first }
        for part in parts {
            table.add(
                names[part.profile] ?? part.profile, part.service, AmountFormatter.number(part.records),
                part.missing ?? "")
        }
        output.table(table)
    }
}
