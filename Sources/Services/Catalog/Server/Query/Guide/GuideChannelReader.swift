internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import RPC
internal import TextFolding

/// Answers ``Catalog/ListGuideChannels``.
struct GuideChannelReader: Sendable {
    private let words: [String]
    private let source: String?
    private let policy: ViewingPolicy
    /// Seconds since 1970.
    private let now: Int64
    private let size: Int
    /// The exclusive start of the page.
    private let after: Int64

    /// Validates a request.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListGuideChannels, policy: ViewingPolicy, now: Int64) throws {
        words = Self.words(String((request.text ?? "").prefix(SearchText.maximumCharacters)))
        source = request.source
        (self.policy, self.now) = (policy, now)
        size = try request.page.checkedSize()
        guard let cursor = request.page?.cursor else {
            after = 0
            return
        }
        guard let row = Int64(cursor) else {
            throw RPCError.invalidArgument("page.cursor", "must be of a page of guide channels")
        }
        after = row
    }

    /// Reads one page.
    func run(_ db: Database) throws -> GuideChannelList {
        let scope = try ReadScope(db, policy: policy)
        var list = GuideChannelList(channels: [])
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.id, c.name, c.names, s.name FROM guideChannel c CROSS JOIN source s ON s.id = c.source
                WHERE c.id > :after AND (:source IS NULL OR s.name = :source) ORDER BY c.id
                """)
        let rows = try Row.fetchCursor(statement, arguments: ["after": after, "source": source])
        var last = after
        while let row = try rows.next() {
            let names = (row[2] as String).split(separator: "\n").map(String.init)
            guard Self.has(words, [row[1]] + names) else { continue }
            let channels = try Self.channels(of: row[0], db, scope)
            guard Self.isShown(names, channels, scope) else { continue }
            if list.channels.count == size {
                list.cursor = String(last)
                break
            }
            last = row[0]
            list.channels.append(
                GuideChannel(
                    id: row[1], source: row[3], names: names, hasProgrammes: try hasProgrammes(row[0], db, scope),
                    channels: channels.seen))
        }
        return list
    }

    private static func words(_ text: String) -> [String] {
        let folded = FoldedText(text)
        return folded.words.map { folded.text(of: $0) }
    }

    private static func has(_ words: [String], _ texts: [String]) -> Bool {
        guard !words.isEmpty else { return true }
        let found = texts.flatMap(Self.words)
        return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
    }

    /// The number of channels that use a guide channel, in the read scope and in all.
    private static func channels(
        of channel: Int64, _ db: Database, _ scope: ReadScope
    ) throws -> (seen: Int64, all: Int64) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FILTER (WHERE \(ReadScope.liveAudienceCondition("i"))), count(*)
                FROM guideMatch m INDEXED BY guideMatch_by_channel
                CROSS JOIN item i INDEXED BY item_by_id ON i.id = m.item AND \(ReadScope.holds("i"))
                WHERE m.channel = :channel AND \(ReadScope.holds("m"))
                """)
        let arguments = scope.arguments.merging(["channel": channel]) { $1 }
        let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments))
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    /// A guide channel's name hints at the household's channel, also at one hidden from callers who may not see adult
    /// titles.
    private static func isShown(
        _ names: [String], _ channels: (seen: Int64, all: Int64), _ scope: ReadScope
    ) -> Bool {
        if scope.isUnrestricted { return true }
        guard channels.seen == channels.all else { return false }
        // Rules are about channels of the library: without one there is nothing that they could admit.
        if scope.hasRuleSet { return channels.seen > 0 }
        let adult = Audience(rating: .unrated, isAdult: true).bit
        return scope.audience.live & adult != 0
            || names.allSatisfy { AdultDetector.finding(title: $0, kind: .channel) == nil }
    }

    private func hasProgrammes(_ channel: Int64, _ db: Database, _ scope: ReadScope) throws -> Bool {
        try GuideStore.isLive(channel, at: now, generation: scope.generation, db)
    }

    /// Whether a guide has a channel of this id in the read scope.
    static func isAny(_ id: String, source: String?, _ db: Database, _ scope: ReadScope) throws -> Bool {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT c.id, c.names FROM source s CROSS JOIN guideChannel c ON c.source = s.id AND c.name = :id
                WHERE :source IS NULL OR s.name = :source
                """, arguments: ["id": id, "source": source])
        return try rows.contains { row in
            let names = (row[1] as String).split(separator: "\n").map(String.init)
            return try isShown(names, channels(of: row[0], db, scope), scope)
        }
    }
}
