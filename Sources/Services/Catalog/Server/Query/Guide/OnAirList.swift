internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import ServiceKit
internal import Synchronization

/// The channels of one snapshot in their order, each with its current and next programmes, in memory: a caller that
/// lists all channels waits for the response and not for the shard.
///
/// Programmes are cached for every audience and filtered by the caller's policy on reading; so one list serves all of a
/// household. It takes about 200 bytes a channel, 48 for each cached programme (``programmesAhead`` and one for a
/// channel with a guide), and each title once; for each of at most ``maximumAudiences`` sets of audiences a programme
/// of each channel more.
final class OnAirList: Sendable {
    /// A channel of the list.
    struct Channel: Sendable {
        let id: ContentID
        let name: String
        let number: String?
        /// Its audience with its rule sets.
        let audience: Int64
        /// The guide's channel; nil without a guide.
        let guide: Int64?
        /// The shift of the guide's times in seconds.
        let shift: Int64
    }

    /// Future programmes read ahead of a channel: with half hours, six hours of them.
    static let programmesAhead = 12
    /// Programmes read per channel during a call when those read ahead do not cover it: the requested ones and few
    /// more.
    static let programmesPerRead = 2
    /// The most sets of audiences for which later programmes are cached: a household has few policies.
    static let maximumAudiences = 4

    /// The next visible programme beyond a run, found for a run that ended with this programme.
    struct Beyond: Sendable {
        var last: Int64
        var next: ProgrammeRun.Item?
    }

    private struct CachedRuns {
        /// By channel; nil where nothing was read yet, or there is no guide.
        var runs: [ProgrammeRun?]
        /// By audiences and then by the channel's index; the most recently used are at the end.
        var beyond: [(programmes: Int64, found: [Int: Beyond])] = []
    }

    let generation: Int64
    /// The revision of the rule sets that the channels are of, see ``RuleSetTable``.
    let ruleRevision: Int64
    /// By number, as ``NowNextReader`` has them.
    let channels: [Channel]
    private let cached: Mutex<CachedRuns>

    /// Reads the channels of a generation, which need not be published yet.
    init(_ db: Database, generation: Int64) throws {
        self.generation = generation
        ruleRevision = try RuleSetTable.revision(db)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.sql), arguments: ["generation": generation])
        var channels: [Channel] = []
        while let row = try rows.next() {
            channels.append(
                Channel(
                    id: ContentID(rawValue: row[0]), name: row[1], number: row[2], audience: row[3], guide: row[4],
                    shift: row[5] ?? 0))
        }
        self.channels = channels
        cached = Mutex(CachedRuns(runs: Array(repeating: nil, count: channels.count)))
    }

    /// The cached sets of audiences, for tests.
    var cachedAudiences: [Int64] { cached.withLock { $0.beyond.map(\.programmes) } }

    /// Reads ahead for a moment soon, so that no call has to wait for it then.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - soon: the same; the cache covers all up to then if it can.
    func readAhead(at now: Int64, until soon: Int64, _ db: Database) throws {
        var found: [(Int, ProgrammeRun)] = []
        let runs = cached.withLock { $0.runs }
        var reader = ProgrammeRunReader(db, generation: generation)
        for (position, channel) in channels.enumerated() {
            guard let guide = channel.guide else { continue }
            if let run = runs[position], run.covers(now - channel.shift), run.covers(soon - channel.shift) { continue }
            found.append(
                (position, try reader.run(of: guide, at: now - channel.shift, ahead: Self.programmesAhead)))
        }
        keep(found)
    }

    /// The current programmes at a time, for some audiences.
    ///
    /// - Parameters:
    ///   - moment: seconds since 1970.
    ///   - keeps: whether programmes read for it are cached.
    func moment(_ moment: Int64, for audience: AudienceMask, keeps: Bool, _ db: Database) throws -> OnAirMoment {
        let programmes = audience.programmes
        var (runs, beyond) = cached.withLock { cached in
            (cached.runs, cached.beyond.first { $0.programmes == programmes }?.found ?? [:])
        }
        var (newRuns, hasFound) = ([(Int, ProgrammeRun)](), false)
        var reader = ProgrammeRunReader(db, generation: generation)
        for (position, channel) in channels.enumerated() where channel.audience & audience.live != 0 {
            guard let guide = channel.guide else { continue }
            let at = moment - channel.shift
            if runs[position]?.covers(at) != true {
                let run = try reader.run(of: guide, at: at, ahead: Self.programmesPerRead)
                runs[position] = run
                newRuns.append((position, run))
            }
            guard case .after(let last)? = runs[position]?.next(at, for: programmes), beyond[position]?.last != last.row
            else {
                continue
            }
            beyond[position] = Beyond(last: last.row, next: try reader.next(of: guide, after: last, for: programmes))
            hasFound = true
        }
        if keeps {
            keep(newRuns)
            if hasFound { keep(beyond, for: programmes) }
        }
        return OnAirMoment(channels: channels, moment: moment, audience: audience, runs: runs, beyond: beyond)
    }

    private func keep(_ found: [(Int, ProgrammeRun)]) {
        guard !found.isEmpty else { return }
        cached.withLock { cached in
            for (position, run) in found { cached.runs[position] = run }
        }
    }

    private func keep(_ found: [Int: Beyond], for programmes: Int64) {
        cached.withLock { cached in
            cached.beyond.removeAll { $0.programmes == programmes }
            cached.beyond.append((programmes, found))
            cached.beyond.removeFirst(max(0, cached.beyond.count - Self.maximumAudiences))
        }
    }

    /// The channels in their order, also for the tests of its plan.
    static let sql = """
        SELECT i.id, t.title, t.number, i.audience, m.channel, m.shift
        FROM item i INDEXED BY item_by_number CROSS JOIN itemText t ON t.row = i.row
        LEFT JOIN guideMatch m ON m.item = i.id AND \(ReadScope.holds("m"))
        WHERE i.kind = \(KindBit.channel) AND \(ReadScope.holds("i")) ORDER BY i.number, i.sortTitle, i.id
        """
}

extension SnapshotCache<OnAirList> {
    /// The on-air list of a published snapshot, made on first use; programmes are not read yet.
    func list(of shard: Shard, generation: Int64, _ db: Database) throws -> OnAirList {
        let revision = try RuleSetTable.revision(db)
        return try state(
            of: shard, generation: generation, isCurrent: { $0.ruleRevision == revision },
            make: { try OnAirList(db, generation: generation) })
    }
}
