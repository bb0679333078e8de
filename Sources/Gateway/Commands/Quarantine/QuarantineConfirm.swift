internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

extension QuarantineCommand {
    /// `hearth quarantine confirm`
    struct Confirm: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm", abstract: "Erase quarantined data permanently.",
            discussion: """
                The profile is then deleted: services that are down erase its data when they are up again.

                Example: hearth quarantine confirm 0123456789abcdef0123 --yes
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var confirmation: ConfirmationOptions

        @Argument(help: "Ids, as `hearth quarantine` shows them.")
        var ids: [String] = []

        @Flag(help: "All quarantined data.")
        var all = false

        func validate() throws {
            guard all != !ids.isEmpty else { throw ValidationError("Name ids, or use --all.") }
        }

        /// The erased data by service, as `--json` writes it.
        private struct Report: Encodable {
            struct Erased: Encodable {
                var service: String
                var kind: String
                var id: String
            }

            var erased: [Erased] = []
            var missing: [MissingPart]
        }

        func run(_ gateway: Gateway) async throws {
            let summary = try await QuarantineQuery(gateway: gateway).fetch()
            let chosen = summary.found.filter { all || ids.contains($0.entry.id) }
            for id in ids where !chosen.contains(where: { $0.entry.id == id }) {
                gateway.output.tell(summary.missing)
                throw QuarantineCommand.unknown(id, "profile or title")
            }
            if !chosen.isEmpty {
                let loss =
                    "Quarantined data of \(AmountFormatter.count(chosen.count, "entry", plural: "entries")) is erased for good."
                try await confirmation.require(loss, gateway)
            }
            var report = Report(missing: summary.missing)
            // Profiles first: its tombstone also reaches services that are down now.
            let profiles = Set(chosen.filter { $0.entry.kind == .profile }.map(\.entry.id)).sorted()
            for profile in profiles {
                let missing = await missing("deletion of profile \(profile)", Profiles.serviceName) {
                    _ = try await gateway.send(
                        Profiles.DeleteProfile(profile: profile, alsoUnlisted: true),
                        see: "hearth quarantine")
                }
                report.missing += missing
            }
            for item in chosen {
                let kind = item.entry.kind
                let missing = await missing("\(kind) \(item.entry.id)", item.service) {
                    _ = try await gateway.send(
                        Quarantine.ConfirmAbsence(kind: kind, id: item.entry.id), to: item.service,
                        see: "hearth quarantine")
                }
                report.missing += missing
                guard missing.isEmpty else { continue }
                report.erased.append(Report.Erased(service: item.service, kind: kind.rawValue, id: item.entry.id))
            }
            tell(report, gateway.output)
            if !report.missing.isEmpty { throw ExitCode(ExitStatus.unavailable.rawValue) }
        }

        private func missing(
            _ what: String, _ service: String, _ body: () async throws -> Void
        ) async -> [MissingPart] {
            do {
                try await body()
                return []
            } catch {
                return [MissingPart(GatewayFailure(error), part: what, service: service)]
            }
        }

        private func tell(_ report: Report, _ output: Output) {
            if output.isJSON { return output.json(report) }
            for item in report.erased { output.line("\(item.service): \(item.kind) \(item.id) is erased.") }
            if report.erased.isEmpty { output.line("Nothing was in quarantine.") }
            output.tell(report.missing)
        }
    }
}
