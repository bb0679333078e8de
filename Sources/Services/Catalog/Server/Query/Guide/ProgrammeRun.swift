internal import GRDB

/// Consecutive programmes of a channel: the current one at some time, and the next ones.
struct ProgrammeRun: Sendable {
    /// A programme in short.
    struct Item: Sendable {
        var row: Int64
        /// Seconds since 1970, by the guide.
        var start: Int64
        var stop: Int64
        /// The bit of its audience.
        var audience: Int64
        var title: String
    }

    /// The next programme, as far as a run knows.
    enum Next {
        case item(Item)
        /// The guide has no further programme that the viewer may see.
        case nothing
        /// It may be after this one, the last of the run.
        case after(Item)
    }

    /// By start; of those with the same start only the last one.
    fileprivate let items: [Item]
    /// The start of the latest programme at the time of reading; nil when the guide had none.
    fileprivate let since: Int64?
    /// Whether the guide has no programme after the last one.
    fileprivate let isWhole: Bool

    /// Whether the run has everything about a time.
    ///
    /// - Parameter moment: seconds since 1970, by the guide.
    func covers(_ moment: Int64) -> Bool {
        guard let last = items.last else { return true }
        // From the last one's start on, other current and later programmes are unknown.
        return since.map { $0 <= moment } ?? true && (isWhole || moment < last.start)
    }

    /// The current programme at a covered time: of several, the one that started last. It is chosen before the policy
    /// applies: a hidden one leaves a gap.
    func now(_ moment: Int64, for programmes: Int64) -> Item? {
        guard let on = items.last(where: { $0.start <= moment && $0.stop > moment }) else { return nil }
        return on.audience & programmes != 0 ? on : nil
    }

    /// The next visible programme at a covered time.
    func next(_ moment: Int64, for programmes: Int64) -> Next {
        if let item = items.first(where: { $0.start > moment && $0.audience & programmes != 0 }) { return .item(item) }
        guard !isWhole, let last = items.last else { return .nothing }
        return .after(last)
    }
}

/// Reads runs of one snapshot of the guide; repeated titles share one string.
struct ProgrammeRunReader: ~Copyable {
    private let db: Database
    private let generation: Int64
    private var titles: Set<String> = []

    init(_ db: Database, generation: Int64) {
        self.db = db
        self.generation = generation
    }

    /// Reads the current programme at a time, and some of the next ones.
    ///
    /// - Parameters:
    ///   - channel: the row of the guide channel.
    ///   - moment: seconds since 1970, by the guide.
    ///   - count: the number of later programmes, at least one.
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

    /// The first visible programme after another one.
    mutating func next(
        of channel: Int64, after item: ProgrammeRun.Item, for programmes: Int64
    ) throws -> ProgrammeRun.Item? {
        var later = try PositionalStatement(db, Self.laterSQL)
        for value in [channel, item.start, item.row, generation, programmes] { later.bind(value) }
        return try later.step() ? self.item(later) : nil
    }

    private mutating func item(_ row: borrowing PositionalStatement) -> ProgrammeRun.Item {
        let title = titles.insert(row[4]).memberAfterInsert
        return ProgrammeRun.Item(row: row[0], start: row[1], stop: row[2], audience: row[3], title: title)
    }
}

extension ProgrammeRunReader {
    private static let columns = "p.row, p.start, p.stop, p.audience, p.title"

    /// The programme that started last, also for the tests of its plan; by position: the channel, the time and the
    /// generation.
    static let currentSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND p.start <= :at AND \(ReadScope.holds("p")) ORDER BY p.start DESC, p.row DESC LIMIT 1
        """
    /// The programmes running at the start of another one, also for the tests of its plan; by position: the channel,
    /// that start, the generation. Most of them are short and near; long ones are in an index of their own.
    static let enclosingSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND p.start < :since AND p.start > :since - \(shortSeconds) AND p.stop > :since
        AND \(ReadScope.holds("p")) AND p.stop - p.start <= \(shortSeconds) AND NOT \(ProgrammeReader.isReplaced("p"))
        UNION ALL SELECT \(columns) FROM programme p INDEXED BY programme_long
        WHERE p.channel = :channel AND p.start < :since AND p.start > :since - \(ProgrammeReader.longestSeconds)
        AND p.stop > :since AND \(ReadScope.holds("p")) AND p.stop - p.start > \(shortSeconds)
        AND NOT \(ProgrammeReader.isReplaced("p"))
        """
    /// Longer programmes are in the index `programme_long`.
    static let shortSeconds: Int64 = 14_400
    /// The later programmes, also for the tests of its plan; by position: the channel, the time, the generation, the
    /// limit.
    static let comingSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND p.start > :at AND \(ReadScope.holds("p"))
        AND NOT \(ProgrammeReader.isReplaced("p")) ORDER BY p.start, p.row LIMIT :count
        """
    /// The first visible programme after another one, also for the tests of its plan; by position: the channel, that
    /// one's start and row, the generation, the audience.
    static let laterSQL = """
        SELECT \(columns) FROM programme p INDEXED BY programme_by_time
        WHERE p.channel = :channel AND (p.start, p.row) > (:start, :row) AND \(ReadScope.visibleProgrammeCondition("p"))
        AND NOT \(ProgrammeReader.isReplaced("p")) ORDER BY p.start, p.row LIMIT 1
        """
}
