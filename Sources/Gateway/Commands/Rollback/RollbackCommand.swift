internal import ArgumentParser
internal import Foundation
internal import ServiceKit

/// `hearth rollback`
struct RollbackCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Go back to the copies of shards that were taken before an upgrade.",
        discussion: """
            A service that opens a shard of an earlier version takes a copy of it before it upgrades it. This puts the \
            copies of the last upgrade back, so that the version from before it can start; with a name that of this \
            service alone. The services must be stopped. What was saved since the copy was taken is lost to them: the \
            shards with it are moved aside, into .replaced-TIME of the data directory, and nothing is erased. Run again, \
            it goes back one more upgrade.

            hearth rollback --list
            hearth rollback catalog --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Go back with this service alone; with all that the last upgrade upgraded when none is named.")
    var service: String?

    @Flag(help: "List the copies, and change nothing.")
    var list = false

    private struct ListedCopy: Encodable {
        var service: String
        var household: String
        var path: String
        var taken: Date
        var bytes: Int64
        var fromSchema: Int64
        var toSchema: Int64
        var upgradedBy: String
        var previousVersion: String?
        /// Whether a rollback of the service goes back to it.
        var isNext: Bool
    }

    func run(_ gateway: Gateway) async throws {
        if let service { try gateway.checkService(service) }
        let (data, roots) = (gateway.settings.data.value, try BackupPlan.roots(gateway, global))
        let found = await RollbackCopies(data: data, roots: roots, service: service, household: global.household)
        let clock = await gateway.clock()
        if list { return show(found, clock, gateway.output) }
        let unfinished = try RollbackRecord.read(data)
        if let unfinished, let service { try Self.check(unfinished, has: service) }
        let isUnfinished = unfinished != nil
        let chosen = service == nil ? found.ofLatestUpgrade : found.candidates
        guard isUnfinished || !chosen.isEmpty else { throw nothing(found, data) }
        if !isUnfinished { try await confirmation.require(Self.loss(chosen, clock), gateway) }
        let report = try await RollbackRun(gateway: gateway, data: data, roots: roots, isSingle: service != nil)
            .run(chosen.compactMap(\.target))
        // Tokens of the replaced data are void.
        gateway.forgetSessions()
        if gateway.output.isJSON { return gateway.output.json(report) }
        await show(report, left: isUnfinished ? [] : found.candidates.filter { $0.isNone(of: chosen) }, clock, gateway)
    }

    /// A rollback that was interrupted is completed as it was begun, so a service that is not in it would stay as it is.
    private static func check(_ unfinished: RollbackRecord, has service: String) throws {
        guard !unfinished.steps.contains(where: { $0.service == service }) else { return }
        let services = unfinished.steps.map(\.service).uniqued(by: \.self).joined(separator: ", ")
        throw GatewayFailure(
            "ROLLBACK_UNFINISHED", "A rollback of \(services) was interrupted. Nothing was changed.",
            advice: "Complete it first, with `hearth rollback`; then `hearth rollback \(service)` goes back with that.",
            status: .configuration)
    }

    private func nothing(_ found: RollbackCopies, _ data: String) -> GatewayFailure {
        let owner = service ?? data
        return GatewayFailure(
            "NO_COPY",
            found.shards.isEmpty
                ? "\(owner) has no copy from before an upgrade."
                : "\(owner) has no shard of a later version than its copies.",
            advice: "`hearth rollback --list` shows the copies; `hearth restore` restores a backup.", status: .noInput)
    }

    /// What going back costs, as a sentence for each shard.
    private static func loss(_ shards: [RollbackCopies.Shard], _ clock: WallClock) -> String {
        let lines = shards.compactMap { shard -> String? in
            guard let manifest = shard.target?.manifest else { return nil }
            return
                "\(shard.household)/\(shard.service) goes back to \(clock.stamp(manifest.taken)): what was saved since is "
                + "moved aside. The version of \(shard.service) to start then: \(manifest.neededVersion)."
        }
        return lines.joined(separator: " ")
    }

    private func show(_ found: RollbackCopies, _ clock: WallClock, _ output: Output) {
        if output.isJSON {
            return output.json(
                found.shards.flatMap { shard in
                    shard.copies.map { copy in
                        let manifest = copy.manifest
                        return ListedCopy(
                            service: shard.service, household: shard.household, path: copy.path, taken: manifest.taken,
                            bytes: manifest.bytes, fromSchema: manifest.fromSchema, toSchema: manifest.toSchema,
                            upgradedBy: manifest.hearthVersion, previousVersion: manifest.previousVersion,
                            isNext: copy == shard.target)
                    }
                })
        }
        guard !found.shards.isEmpty else { return output.line("There are no copies from before an upgrade.") }
        var table = Table(
            .text("HOUSEHOLD"), .text("SERVICE"), .text("COPIED"), .number("SIZE"), .number("SCHEMA"),
            .number("UPGRADED TO"), .text("BY"), .text("NEEDS", isFlexible: true))
        for shard in found.shards {
            for copy in shard.copies {
                let manifest = copy.manifest
                table.add(
                    shard.household, shard.service, clock.stamp(manifest.taken), AmountFormatter.bytes(manifest.bytes),
                    "\(manifest.fromSchema)",
                    "\(manifest.toSchema)\(manifest.upgraded == nil ? " (not complete)" : "")",
                    manifest.hearthVersion, manifest.neededVersion)
            }
        }
        output.table(table)
        output.printTimeZone(clock)
    }

    private func show(
        _ report: RollbackRun.Report, left: [RollbackCopies.Shard], _ clock: WallClock, _ gateway: Gateway
    ) async {
        let output = gateway.output
        var table = Table(
            .text("HOUSEHOLD"), .text("SERVICE"), .text("AS OF"), .number("SCHEMA"), .text("NEEDS", isFlexible: true))
        for shard in report.shards {
            table.add(
                shard.household, shard.service, clock.stamp(shard.asOf), "\(shard.schema)",
                shard.neededVersion ?? "one that knows this schema")
        }
        output.table(table)
        output.printTimeZone(clock)
        output.line("\(AmountFormatter.count(report.shards.count, "shard")) went back to the copies of these moments.")
        for directory in report.replaced {
            output.line("  What was there, and all that was saved since, is in \(directory).")
        }
        for shard in left {
            output.line("  \(shard.household)/\(shard.service) was left alone: an earlier version had upgraded it.")
        }
        let probe = SchemaProbe(gateway: gateway)
        for shard in report.shards {
            guard let known = await probe.version(of: shard.service), ShardCopy.isNewer(known, than: shard.schema)
            else {
                continue
            }
            output.line(
                "  The \(shard.service) that is installed here would upgrade it again (schema \(known)): install the earlier "
                    + "version before you start it.")
        }
    }
}

extension RollbackCopies.Shard {
    /// Whether none of these is the same shard.
    fileprivate func isNone(of others: [RollbackCopies.Shard]) -> Bool {
        !others.contains { $0.service == service && $0.household == household }
    }
}
