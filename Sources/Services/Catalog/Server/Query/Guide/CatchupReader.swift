internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import Household
internal import RPC

/// Answers ``Catalog/ResolveCatchup``.
struct CatchupReader: Sendable {
    private let channel: String
    private let policy: ViewingPolicy
    /// Seconds since 1970.
    private let (at, now): (Int64, Int64)

    /// How far back a channel's programmes can be watched when its list does not say.
    private static let standardDays = 7

    /// Checks a request.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ResolveCatchup, policy: ViewingPolicy, now: Int64) throws {
        guard request.channel.isWellFormed else { throw RPCError.invalidArgument("channel", "not a content id") }
        channel = request.channel.rawValue
        at = try GuideTime.seconds(request.at, field: "at")
        (self.policy, self.now) = (policy, now)
    }

    /// Finds the address.
    func run(_ db: Database) throws -> ResolvedStream {
        let lens = try ReadScope(db, policy: policy)
        guard let found = try CardReader.find(channel, db, lens), found.card.kind == .channel else {
            throw TitleReader.notFound
        }
        let item = found.card.id.rawValue
        guard let programme = try programme(of: item, db, lens), programme.begin <= now else {
            throw RPCError(.notFound, "The guide has no programme that has begun then.")
        }
        guard let stream = try Self.stream(of: item, programme, now: now, db, lens) else {
            throw RPCError(.notFound, "The channel does not offer what was on then.")
        }
        return stream
    }

    /// A programme that has begun.
    struct Begun {
        /// Seconds since 1970.
        var begin: Int64
        var end: Int64
        /// What the guide calls it, for addresses that are made of that.
        var catchupID: String?
    }

    /// What is on at the moment, picked before it is held to the policy: of what is forbidden nothing is told.
    private func programme(of item: String, _ db: Database, _ lens: ReadScope) throws -> Begun? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.start + m.shift, p.stop + m.shift, \(ReadScope.liveAudienceCondition("p")), p.catchupID
                FROM guideMatch m CROSS JOIN programme p
                WHERE m.item = :item AND \(ReadScope.holds("m")) AND p.channel = m.channel
                AND \(ProgrammeReader.isOn("p", at: ":at - m.shift")) ORDER BY p.start DESC LIMIT 1
                """)
        let arguments = lens.arguments.merging(["item": item, "at": at]) { $1 }
            .filter { $0.key != "audience" }
        guard let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments)), row[2] as Bool else {
            return nil
        }
        let found = Begun(begin: row[0], end: row[1], catchupID: row[3])
        // What was sent then is all of it: also what began before, and goes on.
        let hasForbidden = try RestrictedProgrammes.isAny(on: item, from: found.begin, until: found.end, db, lens)
        return hasForbidden ? nil : found
    }

    /// Whether a programme has begun, and a link of its channel offers it still.
    static func offers(
        _ programme: Programme, of item: String, catchupID: String?, now: Int64, _ db: Database, _ lens: ReadScope
    ) throws -> Bool {
        let begin = Int64(programme.start.timeIntervalSince1970)
        guard begin <= now else { return false }
        let begun = Begun(begin: begin, end: Int64(programme.stop.timeIntervalSince1970), catchupID: catchupID)
        do {
            return try stream(of: item, begun, now: now, db, lens) != nil
        } catch let error as RPCError where error.detail(CatalogProblem.self)?.code == .accountInAddress {
            return false
        }
    }

    /// A programme by the first of a channel's links that offers it, in the order in which they are worth trying; nil when none
    /// does. Its address may hold an account: it is never for logs, errors or other answers.
    ///
    /// - Throws: ``StreamPolicy/withheld`` when the viewer is handed none of those that offer it.
    static func stream(
        of item: String, _ programme: Begun, now: Int64, _ db: Database, _ lens: ReadScope
    ) throws -> ResolvedStream? {
        let links = try VariantReader.links(of: item, db, lens)
        guard links.contains(where: { $0.catchup != nil }) else { return nil }
        let rule = try StreamPolicy(lens, db)
        var isWithheld = false
        for link in try LinkFailures(of: item, now: now * 1_000, db).sorted(links) {
            guard let catchup = link.catchup,
                now - programme.begin <= Int64(catchup.days ?? standardDays) * secondsPerDay
            else { continue }
            var maker = CatchupAddress(channel: link.address, begin: programme.begin, end: programme.end, now: now)
            maker.catchupID = programme.catchupID
            if catchup.mode == .xc, let zone = try zone(of: link.variant.source, db) { maker.zone = zone }
            guard let address = maker.address(catchup) else { continue }
            guard rule.allows(link, at: address) else {
                isWithheld = true
                continue
            }
            return try link.stream(as: "catchup", at: address, fallbacks: [], by: rule)
        }
        if isWithheld { throw StreamPolicy.withheld }
        return nil
    }

    private static let secondsPerDay: Int64 = 86_400

    /// The zone of a panel, in whose wall clock it names what it has recorded.
    private static func zone(of source: String, _ db: Database) throws -> TimeZone? {
        let statement = try db.cachedStatement(sql: "SELECT account FROM feed WHERE name = ? AND kind = 'xtream'")
        let account = try Data.fetchOne(statement, arguments: [source])
        return account.flatMap { try? CBORDecoder().decode(PanelAccount.self, from: [UInt8]($0)) }?.timeZone
            .flatMap { TimeZone(identifier: $0) }
    }
}
