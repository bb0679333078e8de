internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/GetProgramme``.
struct ProgrammeLookup: Sendable {
    private let channel: String
    private let policy: ViewingPolicy
    /// Seconds since 1970.
    private let (at, now): (Int64, Int64)

    /// Validates a request.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.GetProgramme, policy: ViewingPolicy, now: Int64) throws {
        guard request.channel.isWellFormed else { throw RPCError.invalidArgument("channel", "must be a content ID") }
        channel = request.channel.rawValue
        at = try request.at.map { try GuideTime.seconds($0, field: "at") } ?? now
        (self.policy, self.now) = (policy, now)
    }

    /// Finds the programme.
    func run(_ db: Database) throws -> GuideHit {
        let scope = try ReadScope(db, policy: policy)
        guard let found = try CardReader.find(channel, db, scope), found.card.kind == .channel else {
            throw TitleReader.notFound
        }
        let item = found.card.id.rawValue
        let arguments = scope.arguments.merging(["item": item, "at": at]) { $1 }.filter { $0.key != "audience" }
        let statement = try db.cachedStatement(sql: Self.sql)
        // Chosen before the policy applies: a hidden programme leaves a gap.
        guard let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments)), row[1] as Bool,
            let programme = ProgrammeReader.programme(row, from: 3, shift: row[0], withCredits: true)
        else { throw RPCError(.notFound, "The guide says nothing of the channel then.") }
        let hasCatchup = try CatchupReader.offers(programme, of: item, catchupID: row[2], now: now, db, scope)
        let channel = NumberedChannel(card: found.card, number: found.number)
        return GuideHit(channel: channel, programme: programme, hasCatchup: hasCatchup)
    }

    /// The statement, also for the tests of its plan.
    static let sql = """
        SELECT m.shift, \(ReadScope.programmeAudienceCondition("p")), p.catchupID, \(ProgrammeReader.columns("p"))
        FROM guideMatch m CROSS JOIN programme p
        WHERE m.item = :item AND \(ReadScope.holds("m")) AND p.channel = m.channel
        AND \(ProgrammeReader.isOn("p", at: ":at - m.shift")) ORDER BY p.start DESC LIMIT 1
        """
}
