internal import CBOR
internal import CatalogAPI
internal import CatalogFormats
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ResolveCatchup``.
struct CatchupReader: Sendable {
    private let channel: String
    private let policy: ViewingPolicy
    /// Seconds since 1970.
    private let (at, now): (Int64, Int64)
    /// The most lines of a picture that the caller's plan plays; nil for any.
    private let maximumLines: Int?

    /// The default days of catch-up when the list does not say.
    private static let standardDays = 7

    /// Validates a request.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ResolveCatchup, policy: ViewingPolicy, maximumLines: Int?, now: Int64) throws {
        guard request.channel.isWellFormed else { throw RPCError.invalidArgument("channel", "must be a content ID") }
        channel = request.channel.rawValue
        at = try GuideTime.seconds(request.at, field: "at")
        (self.policy, self.maximumLines, self.now) = (policy, maximumLines, now)
    }

    /// Finds the address.
    func run(_ db: Database) throws -> ResolvedStream {
        let scope = try ReadScope(db, policy: policy)
        guard let found = try CardReader.find(channel, db, scope), found.card.kind == .channel else {
            throw TitleReader.notFound
        }
        let item = found.card.id.rawValue
        guard let programme = try programme(of: item, db, scope), programme.begin <= now else {
            throw RPCError(.notFound, "The guide has no programme that has begun then.")
        }
        guard let stream = try Self.stream(of: item, programme, maximumLines: maximumLines, now: now, db, scope) else {
            throw RPCError(.notFound, "The channel does not offer what was on then.")
        }
        return stream
    }

    /// A programme that has started.
    struct Begun {
        /// Seconds since 1970.
        var begin: Int64
        var end: Int64
        /// The guide's catch-up id, for addresses made from it.
        var catchupID: String?
    }

    /// The programme at the time, chosen before the policy applies: nothing is revealed of a hidden one.
    private func programme(of item: String, _ db: Database, _ scope: ReadScope) throws -> Begun? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.start + m.shift, p.stop + m.shift, \(ReadScope.programmeAudienceCondition("p")), p.catchupID
                FROM guideMatch m CROSS JOIN programme p
                WHERE m.item = :item AND \(ReadScope.holds("m")) AND p.channel = m.channel
                AND \(ProgrammeReader.isOn("p", at: ":at - m.shift")) ORDER BY p.start DESC LIMIT 1
                """)
        let arguments = scope.arguments.merging(["item": item, "at": at]) { $1 }
            .filter { $0.key != "audience" }
        guard let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments)), row[2] as Bool else {
            return nil
        }
        let found = Begun(begin: row[0], end: row[1], catchupID: row[3])
        // The recording contains everything broadcast then: also an earlier programme that is still running.
        let hasForbidden = try RestrictedProgrammes.isAny(on: item, from: found.begin, until: found.end, db, scope)
        return hasForbidden ? nil : found
    }

    /// Whether a programme has started, and a link of its channel offers it as catch-up.
    static func offers(
        _ programme: Programme, of item: String, catchupID: String?, now: Int64, _ db: Database, _ scope: ReadScope
    ) throws -> Bool {
        let begin = Int64(programme.start.timeIntervalSince1970)
        guard begin <= now else { return false }
        let begun = Begun(begin: begin, end: Int64(programme.stop.timeIntervalSince1970), catchupID: catchupID)
        do {
            return try stream(of: item, begun, now: now, db, scope) != nil
        } catch let error as RPCError where error.detail(CatalogProblem.self)?.code == .accountInAddress {
            return false
        }
    }

    /// A programme's stream from the first of a channel's links that offers it, in order of rank; nil when none does.
    /// Its address may contain an account: it is never for logs, errors or other responses.
    ///
    /// - Throws: ``StreamPolicy/withheld`` when the policy withholds all links that offer it, ``StreamPolicy/abovePlan``
    ///   when the plan has the quality of none.
    static func stream(
        of item: String, _ programme: Begun, maximumLines: Int? = nil, now: Int64, _ db: Database, _ scope: ReadScope
    ) throws -> ResolvedStream? {
        let links = try VariantReader.links(of: item, db, scope)
        guard links.contains(where: { $0.catchup != nil }) else { return nil }
        let rule = try StreamPolicy(scope, maximumLines: maximumLines, db)
        var (isWithheld, isAbovePlan) = (false, false)
        for link in try LinkFailures(of: item, now: now * 1_000, db).sorted(links) {
            guard let catchup = link.catchup,
                now - programme.begin <= Int64(catchup.days ?? standardDays) * secondsPerDay
            else { continue }
            var builder = CatchupAddress(channel: link.address, begin: programme.begin, end: programme.end, now: now)
            builder.catchupID = programme.catchupID
            if catchup.mode == .xc, let zone = try zone(of: link.variant.source, db) { builder.zone = zone }
            guard let address = builder.address(catchup) else { continue }
            guard rule.includes(link) else {
                isAbovePlan = true
                continue
            }
            guard rule.allows(link, at: address) else {
                isWithheld = true
                continue
            }
            var stream = try link.stream(as: "catchup", at: address, fallbacks: [], by: rule)
            stream.maximumConnections = try ConnectionLimitTable.limit(of: link.variant.source, db)
            return stream
        }
        if isWithheld { throw StreamPolicy.withheld }
        if isAbovePlan { throw StreamPolicy.abovePlan }
        return nil
    }

    private static let secondsPerDay: Int64 = 86_400

    /// A panel's time zone, in which it names its recordings.
    private static func zone(of source: String, _ db: Database) throws -> TimeZone? {
        let statement = try db.cachedStatement(sql: "SELECT account FROM feed WHERE name = ? AND kind = 'xtream'")
        let account = try Data.fetchOne(statement, arguments: [source])
        return account.flatMap { try? CBORDecoder().decode(PanelAccount.self, from: [UInt8]($0)) }?.timeZone
            .flatMap { TimeZone(identifier: $0) }
    }
}
