internal import GRDB

/// Programmes of a channel that follow each other: what is on at some moment, and what comes then.
struct ProgrammeRun: Sendable {
    /// What is told of a programme in short.
    struct Item: Sendable {
        var row: Int64
        /// Seconds since 1970, as the guide has them.
        var start: Int64
        var stop: Int64
        /// The bit of its audience.
        var audience: Int64
        var title: String
    }

    /// What comes next as far as a run knows.
    enum Next {
        case item(Item)
        /// There is nothing more in the guide that the viewer may see.
        case nothing
        /// It may come after this one, which is the last of the run.
        case after(Item)
    }

    /// By their beginnings, of those that begin together the last one alone.
    fileprivate let items: [Item]
    /// When that began which had begun last when this was read; nil when nothing had that the guide knows.
    fileprivate let since: Int64?
    /// Whether the guide has nothing after the last one.
    fileprivate let isWhole: Bool

    /// Whether this says all that there is to say about a moment.
    ///
    /// - Parameter moment: seconds since 1970, as the guide has them.
    func covers(_ moment: Int64) -> Bool {
        guard let last = items.last else { return true }
        // When the last one begins, it is not known what else does, nor what comes then.
        return since.map { $0 <= moment } ?? true && (isWhole || moment < last.start)
    }

    /// What is on at a moment that this covers: of what runs then, what began last. It is picked before it is held to the
    /// policy: what is forbidden leaves a gap.
    func now(_ moment: Int64, for live: Int64) -> Item? {
        guard let on = items.last(where: { $0.start <= moment && $0.stop > moment }) else { return nil }
        return on.audience & live != 0 ? on : nil
    }

    /// What comes next of what may be seen, at a moment that this covers.
    func next(_ moment: Int64, for live: Int64) -> Next {
        if let item = items.first(where: { $0.start > moment && $0.audience & live != 0 }) { return .item(item) }
        guard !isWhole, let last = items.last else { return .nothing }
        return .after(last)
    }
}

/// Reads runs of one state of the guide; a title that comes again is kept once.
struct ProgrammeRunReader: ~Copyable {
    private let db: Database
    private let generation: Int64
    private var titles: Set<String> = []

    init(_ db: Database, generation: Int64) {
        self.db = db
        self.generation = generation
    }

    /// Reads what is on at a moment, and some of what comes then.
    ///
    /// - Parameters:
    ///   - channel: the number of the guide's channel.
    ///   - moment: seconds since 1970, as the guide has them.
    ///   - count: how many programmes that begin later, at least one.
    mutating func run(of channel: Int64, at moment: Int64, ahead count: Int) throws -> ProgrammeRun {
        var items: [ProgrammeRun.Item] = []
        items.reserveCapacity(count + 1)
        do {
            var begun = try PositionalStatement(db, Self.currentSQL)
            for value in [channel, moment, generation] { begun.bind(value) }
            if try begun.step() { items.append(item(begun)) }
        }
        let since = items.last?.start
        if let since {
            var beneath = try PositionalStatement(db, Self.enclosingSQL)
            for value in [channel, since, generation] { beneath.bind(value) }
            while try beneath.step() { items.append(item(beneath)) }
            items.sort { $0.start < $1.start }
        }
        let begun = items.count
        var coming = try PositionalStatement(db, Self.comingSQL)
        for value in [channel, moment, generation, Int64(count)] { coming.bind(value) }
        while try coming.step() { items.append(item(coming)) }
        return ProgrammeRun(items: items, since: since, isWhole: items.count - begun < count)
    }

    /// The first programme after another that may be seen.
    mutating func next(
        of channel: Int64, after item: ProgrammeRun.Item, for live: Int64
    ) throws -> ProgrammeRun.Item? {
        var later = try PositionalStatement(db, Self.laterSQL)
        for value in [channel, item.start, item.row, generation, live] { later.bind(value) }
        return try later.step() ? self.item(later) : nil
    }

    private mutating func item(_ row: borrowing PositionalStatement) -> ProgrammeRun.Item {
        let title = titles.insert(row[4]).memberAfterInsert
        return ProgrammeRun.Item(row: row[0], start: row[1], stop: row[2], audience: row[3], title: title)
    }
}

extension ProgrammeRunReader {
    private static let columns = "p.row, p.start, p.stop, p.audience, p.title"

    /// What began last, also for the tests of its plan; by position: the channel, the moment and the generation.
    static let currentSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND p.start <= :at AND \(ReadScope.holds("p")) ORDER BY p.start DESC, p.row DESC LIMIT 1
        """
    /// What runs when another one begins, also for the tests of its plan; by position: the channel, that beginning, the
    /// generation. Most of what runs is short and near; what is long is in an index of its own.
    static let enclosingSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND p.start < :since AND p.start > :since - \(shortSeconds) AND p.stop > :since
        AND \(ReadScope.holds("p")) AND p.stop - p.start <= \(shortSeconds) AND NOT \(ProgrammeReader.isReplaced("p"))
        UNION ALL SELECT \(columns) FROM programme p INDEXED BY programme_long
        WHERE p.channel = :channel AND p.start < :since AND p.start > :since - \(ProgrammeReader.longestSeconds)
        AND p.stop > :since AND \(ReadScope.holds("p")) AND p.stop - p.start > \(shortSeconds)
        AND NOT \(ProgrammeReader.isReplaced("p"))
        """
    /// What is longer is in the index `programme_long`.
    static let shortSeconds: Int64 = 14_400
    /// What begins later, also for the tests of its plan; by position: the channel, the moment, the generation, how many.
    static let comingSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND p.start > :at AND \(ReadScope.holds("p"))
        AND NOT \(ProgrammeReader.isReplaced("p")) ORDER BY p.start, p.row LIMIT :count
        """
    /// What may be seen after another one, also for the tests of its plan; by position: the channel, that one's start and
    /// row, the generation, the audience.
    static let laterSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND (p.start, p.row) > (:start, :row) AND \(ReadScope.visibleLiveCondition("p"))
        AND NOT \(ProgrammeReader.isReplaced("p")) ORDER BY p.start, p.row LIMIT 1
        """
}
