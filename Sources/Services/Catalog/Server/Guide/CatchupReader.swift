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
    /// A channel's links that are looked at.
    private static let linksMost = 200

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
        let lens = try Lens(db, policy: policy)
        guard let found = try CardReader.find(channel, db, lens), found.card.kind == .channel else {
            throw TitleReader.notFound
        }
        let item = found.card.id.rawValue
        guard let programme = try programme(of: item, db, lens), programme.begin <= now else {
            throw RPCError(.notFound, "The guide has no programme that has begun then.")
        }
        guard let offer = try Self.offer(of: item, begin: programme.begin, now: now, db, lens) else {
            throw RPCError(.notFound, "The channel does not offer what was on then.")
        }
        let maker = CatchupAddress(
            channel: offer.address, begin: programme.begin, end: programme.end, now: now)
        guard let address = maker.address(offer.catchup) else {
            throw RPCError(.notFound, "The channel does not offer what was on then.")
        }
        let headers = offer.headers.map { ($0.name, $0.value) }
        return ResolvedStream(
            variant: "catchup", url: address, headers: Dictionary(headers) { first, _ in first }, fallbacks: [])
    }

    /// What is on at the moment, picked before it is held to the policy: of what is forbidden nothing is told.
    private func programme(of item: String, _ db: Database, _ lens: Lens) throws -> (begin: Int64, end: Int64)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.start + m.shift, p.stop + m.shift, \(Lens.passesLive("p"))
                FROM guideMatch m CROSS JOIN programme p
                WHERE m.item = :item AND \(Lens.holds("m")) AND p.channel = m.channel AND p.start <= :at - m.shift
                AND \(Lens.holds("p")) ORDER BY p.start DESC, p.row DESC LIMIT 1
                """)
        let arguments = lens.arguments.merging(["item": item, "at": at]) { $1 }
            .filter { $0.key != "audience" }
        guard let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments)),
            row[2] as Bool, (row[1] as Int64) > at
        else { return nil }
        return (row[0], row[1])
    }

    /// A link whose list offers what is past.
    struct Offer {
        var catchup: M3UCatchup
        /// May hold an account: never for logs, errors or other answers.
        var address: String
        var headers: [M3UHeaderField]
    }

    /// The link of a channel that offers what began at a moment; nil when none does.
    static func offer(of item: String, begin: Int64, now: Int64, _ db: Database, _ lens: Lens) throws -> Offer? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.url, e.headers, e.tags FROM entry e WHERE e.item = :item AND \(Lens.holds("e"))
                ORDER BY e.lost <= :generation, e.fingerprint LIMIT \(linksMost)
                """)
        let rows = try Row.fetchCursor(
            statement, arguments: ["item": item, "generation": lens.generation])
        while let row = try rows.next() {
            let stored = try CBORDecoder().decode(StoredLink.self, from: [UInt8](row[2] as Data))
            guard let catchup = stored.catchup else { continue }
            guard now - begin <= Int64(catchup.days ?? standardDays) * 86_400 else { continue }
            let headers = try StoredHeaders.decode((row[1] as Data?).map { [UInt8]($0) })
            return Offer(catchup: catchup, address: row[0], headers: headers)
        }
        return nil
    }
}
