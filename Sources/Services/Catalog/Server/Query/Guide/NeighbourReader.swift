internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ListNeighbours``: one walk over the channels in memory.
struct NeighbourReader: Sendable {
    private let request: Catalog.ListNeighbours
    private let policy: ViewingPolicy

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListNeighbours, policy: ViewingPolicy) throws {
        guard request.channel.isWellFormed else { throw RPCError.invalidArgument("channel", "must be a content ID") }
        guard request.group == nil || request.order == .group else {
            throw RPCError.invalidArgument("group", "only for channels in the order of a group")
        }
        self.request = request
        self.policy = policy
    }

    /// Finds the channels before and after one.
    func run(_ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex) throws -> ChannelNeighbours {
        let scope = try ReadScope(db, policy: policy)
        let titles = try titleIndex(scope.generation)
        guard let found = try CardReader.find(request.channel.rawValue, db, scope), found.card.kind == .channel,
            let own = titles.position(of: found.row)
        else { throw TitleReader.notFound }
        var filter = SearchFilter(audience: scope.audience, kinds: UInt8(KindBit.channel))
        if request.order == .group, let group = try request.group ?? Self.group(of: found.row, db) {
            filter.groups = try SearchFilter.titles(inGroups: [group], of: titles, db)
        }
        let keys = SortKeys(request.order == .name ? .title : .number)
        let here = keys.key(titles.facts[own], UInt32(own))
        var (before, after): (UInt64?, UInt64?) = (nil, nil)
        for (position, title) in titles.facts.enumerated() where title.kind == UInt8(KindBit.channel) {
            guard filter.passes(title, UInt32(position)) else { continue }
            let key = keys.key(title, UInt32(position))
            if key < here { before = max(before ?? key, key) }
            if key > here { after = min(after ?? key, key) }
        }
        func channel(_ key: UInt64?) throws -> NumberedChannel? {
            guard let key else { return nil }
            let row = titles.rows[Int(titles.byTitle[Int(SortKeys.titleRank(of: key))])]
            let read = try Row.fetchOne(
                db.cachedStatement(sql: SearchPage.sql), arguments: ["row": row, "generation": scope.generation])
            return read.map { CardReader.found($0, in: scope) }.map {
                NumberedChannel(card: $0.card, number: $0.number)
            }
        }
        return ChannelNeighbours(previous: try channel(before), next: try channel(after))
    }

    private static func group(of row: Int64, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(sql: "SELECT groups FROM itemText WHERE row = ?")
        let groups = try String.fetchOne(statement, arguments: [row])
        return groups?.split(separator: "\n").first.map(String.init)
    }
}
