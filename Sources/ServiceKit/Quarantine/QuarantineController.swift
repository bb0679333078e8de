internal import Access
internal import Foundation
internal import HearthModel
internal import Logging
internal import RPC

/// A service's quarantine: lists its entries, erases confirmed and expired ones, and reports it in health.
struct QuarantineController: Sendable {
    let service: String
    let rules: [QuarantineRule]
    let shards: ShardDirectory
    let health: HealthRegistry
    let logger: Logger
    /// Called after something was erased in a household, for the service's data outside of its shard.
    let erased: @Sendable (_ household: String) -> Void

    /// The maximum of expired entries that one write erases.
    private static let expiredPerWrite = 50

    // MARK: Calls

    var handlers: RPCHandlers<Quarantine> {
        var handlers = RPCHandlers<Quarantine>()
        handlers.on(Quarantine.ListQuarantined.self) { try await list($0, in: $1.viewer.household) }
        handlers.on(Quarantine.ConfirmAbsence.self) { try await confirm($0, in: $1.viewer.household) }
        return handlers
    }

    private func list(_ request: Quarantine.ListQuarantined, in household: String) async throws -> QuarantineList {
        let page = request.page ?? PageRequest()
        guard (1...PageRequest.maximumSize).contains(page.size) else {
            throw RPCError.invalidArgument("page.size", "must be between 1 and \(PageRequest.maximumSize).")
        }
        let last = try page.cursor.map(Self.position)
        guard let shard = try await shard(of: household) else { return QuarantineList(entries: [], total: 0) }
        let lifetime = shard.options.limits.quarantineLifetime.components.seconds
        return try await shard.read { db in
            let total = try QuarantineTable.summary(db).groups.reduce(0) { $0 + $1.count }
            let found = try QuarantineTable.page(after: last, limit: Int(page.size) + 1, db)
            let shown = found.prefix(Int(page.size))
            let entries = try shown.map { entry in
                QuarantinedEntry(
                    kind: entry.kind, id: entry.id, source: entry.source,
                    since: Date(timeIntervalSince1970: entry.since.secondsSince1970),
                    secondsLeft: max(0, lifetime - entry.age),
                    holds: try rule(of: entry.kind)?.amounts(of: entry.id, db) ?? [])
            }
            let cursor = found.count > shown.count ? shown.last.map { "\($0.kind)/\($0.id)" } : nil
            return QuarantineList(entries: entries, total: total, cursor: cursor)
        }
    }

    private func confirm(_ request: Quarantine.ConfirmAbsence, in household: String) async throws -> AbsenceConfirmed {
        guard let rule = rule(of: request.kind) else {
            throw RPCError.invalidArgument("kind", "\(service) keeps nothing in quarantine of that kind.")
        }
        guard (1...Quarantine.ConfirmAbsence.longestIDBytes).contains(request.id.utf8.count) else {
            throw RPCError.invalidArgument(
                "id", "must be between 1 and \(Quarantine.ConfirmAbsence.longestIDBytes) bytes long.")
        }
        guard let shard = try await shard(of: household) else { return AbsenceConfirmed(isErased: false) }
        let (isErased, summary) = try await shard.write(releasingBallast: true) { db in
            let isThere = try QuarantineTable.has(rule.kind, request.id, db)
            if isThere { try rule.erase(request.id, db) }
            return (isThere, try QuarantineTable.summary(db))
        }
        shards.quarantine.set(summary, of: household)
        if isErased { erased(household) }
        return AbsenceConfirmed(isErased: isErased)
    }

    /// The household's shard; nil when it has none here, as a query creates none.
    private func shard(of household: String) async throws -> Shard? {
        guard shards.openShards[household] != nil || shards.households().contains(household) else { return nil }
        return try await shards.shard(for: household)
    }

    private func rule(of kind: QuarantinedKind) -> QuarantineRule? { rules.first { $0.kind == kind } }

    private static func position(_ cursor: String) throws(RPCError) -> (kind: String, id: String) {
        let parts = cursor.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { throw .invalidArgument("page.cursor", "is no cursor of this list.") }
        return (String(parts[0]), String(parts[1]))
    }

    // MARK: Expiry

    /// Counts the service's running time, and erases entries kept for ``ShardLimits/quarantineLifetime``.
    ///
    /// - Parameter seconds: the running time since the last count.
    func passOver(after seconds: Int64) async {
        for household in shards.quarantine.households {
            do {
                guard let shard = try await shard(of: household) else { continue }
                try await shard.write(releasingBallast: true) { try QuarantineTable.grow(by: seconds, $0) }
                try await expire(in: shard, household)
            } catch {
                logger.notice(
                    "Expired quarantine entries could not be erased; they stay.",
                    metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }

    private func expire(in shard: Shard, _ household: String) async throws {
        let lifetime = shard.options.limits.quarantineLifetime.components.seconds
        while true {
            let (kinds, summary) = try await shard.write(releasingBallast: true) { db in
                let due = try QuarantineTable.due(after: lifetime, limit: Self.expiredPerWrite, db)
                for (kind, id) in due {
                    if let rule = rule(of: kind) { try rule.expire(id, db) }
                    try QuarantineTable.remove(kind, id, db)
                }
                return (due.map(\.kind.rawValue), try QuarantineTable.summary(db))
            }
            shards.quarantine.set(summary, of: household)
            guard !kinds.isEmpty else { return }
            erased(household)
            logger.notice(
                "Expired quarantine entries were erased.",
                metadata: [
                    "household": "\(household)", "days": "\(lifetime / 86_400)",
                    "profiles": "\(kinds.count { $0 == QuarantinedKind.profile.rawValue })",
                    "titles": "\(kinds.count { $0 == QuarantinedKind.title.rawValue })",
                ])
        }
    }

    // MARK: Health

    /// Starts reporting the quarantine in health.
    func reportHealth() {
        shards.quarantine.onChange { [health] households in
            let reason = Self.reason(households)
            health.set(Quarantine.healthPart, reason == nil ? .serving : .degraded, reason: reason ?? "")
        }
    }

    /// The health reason; nil when nothing is in quarantine.
    static func reason(_ households: [String: QuarantineSummary]) -> String? {
        let named = households.sorted { $0.key < $1.key }.flatMap { household, summary in
            summary.groups.map { group in
                let things = group.count == 1 ? "1 \(group.kind)" : "\(group.count) \(group.kind)s"
                let suffix = household == HouseholdName.standard ? "" : " of household \(household)"
                return "\(things)\(suffix) that \(group.source) no longer lists"
            }
        }
        guard !named.isEmpty else { return nil }
        let isOne = households.values.flatMap(\.groups).reduce(0) { $0 + $1.count } == 1
        return named.joined(separator: " and ")
            + " \(isOne ? "is" : "are") kept, hidden, for \(Quarantine.keptDays) days; see: hearth quarantine"
    }
}
