internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Applies the operations of one device for one profile, at their times: the state is the same for the same operations in
/// any order, and with repeats.
struct OperationApplier {
    let profile: String
    /// The profile's row.
    let row: Int64
    let device: String
    let viewer: Viewer
    let cards: CatalogClient.Cards
    /// The household's time, in milliseconds since 1970.
    let now: Int64
    let db: Database

    /// The kinds of titles that an operation accepts, with the message for others.
    private enum Accepted {
        static let played: [ContentKind] = [.movie, .episode, .channel]
        static let marked: [ContentKind] = [.movie, .episode]
        static let queued: [ContentKind] = [.movie, .episode, .series]
    }

    /// Applies operations, each once. Reports first, as they may change the queue of others.
    ///
    /// - Returns: a result for each, in the order given.
    func apply(_ operations: [TimedOperation]) throws -> [SyncResult] {
        var results: [String: SyncResult] = [:]
        try QueueHistoryTable.note(row, db)
        let (reports, others) = (
            operations.filter { $0.operation.reports != nil }, operations.filter { $0.operation.reports == nil }
        )
        for timed in reports { results[timed.operation.id] = try once(timed) { try take($0) } }
        let queue = try QueueHistoryTable.note(row, db)
        var merger = QueueOperations(applier: self, queue: queue)
        for timed in others.sorted(by: { $0.stamp < $1.stamp }) where results[timed.operation.id] == nil {
            results[timed.operation.id] = try once(timed) { try apply($0, &merger) }
        }
        // Also without edits: sessions that have ended take titles out of the queue, and not at their times.
        if !merger.edits.isEmpty || others.contains(where: { $0.operation.play != nil }) {
            try QueueHistoryTable.merge(merger.edits, into: row, db)
        }
        return operations.compactMap { results[$0.operation.id] }
    }

    private func once(
        _ timed: TimedOperation, _ body: (TimedOperation) throws -> SyncResult
    ) throws -> SyncResult {
        let id = timed.operation.id
        return try SyncPushes.once(
            id, on: device, profile: profile, at: now, db, refusal: { SyncResult(id: id, refusal: $0) },
            body: { try body(timed) })
    }

    private func apply(_ timed: TimedOperation, _ queue: inout QueueOperations) throws -> SyncResult {
        let operation = timed.operation
        if let play = operation.play { return try self.play(play, timed, &queue) }
        if let mark = operation.mark { return try self.mark(mark, timed) }
        if let content = operation.hide { return try hide(content, timed) }
        if let remove = operation.remove { return try self.remove(remove, timed) }
        return try queue.apply(timed)
    }

    // MARK: Sessions

    private func play(
        _ play: OfflinePlay, _ timed: TimedOperation, _ queue: inout QueueOperations
    ) throws -> SyncResult {
        let id = timed.operation.id
        let (content, title) = try reference(
            play.content, Accepted.played, "Movies, episodes and channels can be played.")
        let isTimed = cards.found[play.content]?.kind == .channel
        if !isTimed { queue.complete(title, timed) }
        let isRemoved = try RemovedHistoryTable.covers(offline: play.session, on: device, profile: row, db)
        guard !isRemoved, try !RemovedHistoryTable.covers(timed.stamp, content: content, profile: row, db) else {
            return SyncResult(id: id, .superseded)
        }
        if play.startsOver == true {
            let before = HybridTimestamp(rawValue: timed.stamp.rawValue - 1)
            try MarkTable.put(.reset, at: before, profile: row, content: content, db)
        }
        let session = try OfflineSessionTable.open(
            OfflineSessionTable.New(
                local: play.session, content: content, variant: play.variant, device: device, opened: timed.stamp,
                nonce: timed.nonce, isTimed: isTimed, profile: row), db)
        for report in timed.reports { _ = try take(report.report, of: session) }
        if play.hasEnded == true { try SessionTable.end(session.row, db) }
        try OfflineSessionTable.endEarlier(session, device: device, profile: row, db)
        return SyncResult(id: id, .applied, session: session.text)
    }

    private func take(_ timed: TimedOperation) throws -> SyncResult {
        for entry in timed.reports {
            guard let session = entry.session, try take(entry.report, of: session) else {
                throw PlaybackError.unknownSession
            }
        }
        return SyncResult(id: timed.operation.id, .applied)
    }

    private func take(_ report: SessionProgress.Report, of session: SessionID) throws -> Bool {
        let entry = ReportTable.Report(session: session, report: report)
        guard try ReportTable(profile: profile, db).take(entry) else { return false }
        // What was watched offline counts, too. Hints are for players: none is kept of it, as they would depend on the order
        // in which devices come back.
        if viewer.role == .child { try ScreenTimeCounter(profile: profile, db).count(entry) }
        try StatisticsCounter(db).count(entry)
        return true
    }

    // MARK: Marks and removals

    private func mark(_ mark: OfflineMark, _ timed: TimedOperation) throws -> SyncResult {
        let id = timed.operation.id
        let (content, title) = try reference(
            mark.content, Accepted.marked, "Movies and episodes can be marked; channels and series cannot.")
        guard try !RemovedHistoryTable.covers(timed.stamp, content: content, profile: row, db) else {
            return SyncResult(id: id, .superseded)
        }
        let marks = try MarkTable.marks(of: row, content: content, db)
        let (same, opposite) = mark.isWatched ? (marks.watched, marks.cleared) : (marks.cleared, marks.watched)
        if mark.isWatched {
            try MarkTable.put(.watched, at: timed.stamp, profile: row, content: content, db)
            if opposite < timed.stamp { try WatchedNoticeTable.put(title, of: profile, at: timed.stamp, db) }
        } else {
            try MarkTable.putUnwatched(at: timed.stamp, profile: row, content: content, db)
        }
        let hasLost = opposite > timed.stamp
        // It is a conflict, too, where the device had not seen the other mark.
        if hasLost || (opposite > same && opposite.milliseconds > timed.seen) {
            let names = mark.isWatched ? ("watched", "unwatched") : ("unwatched", "watched")
            let own = SyncValue(names.0, changed: Date(timed.stamp), device: device)
            let other = SyncValue(names.1, changed: Date(opposite))
            var dropped = timed.operation
            if !hasLost { dropped.mark = OfflineMark(content: title, isWatched: !mark.isWatched) }
            try put(
                .mark, title.rawValue, kept: hasLost ? other : own, dropped: hasLost ? own : other, dropped)
        }
        return SyncResult(id: id, hasLost ? .superseded : .applied)
    }

    private func hide(_ content: ContentID, _ timed: TimedOperation) throws -> SyncResult {
        // Not only what was played here: a session that is hidden may arrive after this.
        let (title, _) = try reference(content, Accepted.queued + [.channel], "It cannot be hidden.")
        guard try !RemovedHistoryTable.covers(timed.stamp, content: title, profile: row, db) else {
            return SyncResult(id: timed.operation.id, .superseded)
        }
        try MarkTable.put(.hidden, at: timed.stamp, profile: row, content: title, db)
        return SyncResult(id: timed.operation.id, .applied)
    }

    private func remove(_ removal: OfflineRemoval, _ timed: TimedOperation) throws -> SyncResult {
        if let content = removal.content {
            try RemovedHistoryTable.remove(.content(content), upTo: timed.stamp, profile: row, db)
        } else if let text = removal.session {
            if let id = SessionID(text), try SessionTable.has(id, profile: row, db) {
                _ = try HistoryRemoval.session(id).run(profile: row, db)
            } else {
                let scope = RemovedHistoryTable.Scope.offline(device: device, session: text)
                try RemovedHistoryTable.note(scope, at: timed.stamp, profile: row, db)
                if let id = try OfflineSessionTable.session(text, device: device, profile: row, db) {
                    _ = try HistoryRemoval.session(id).run(profile: row, db)
                }
            }
        } else {
            try RemovedHistoryTable.remove(.everything, upTo: timed.stamp, profile: row, db)
        }
        return SyncResult(id: timed.operation.id, .applied)
    }

    // MARK: Shared with the queue's operations

    /// A title of a queue's operation.
    func queued(_ content: ContentID) throws -> ContentID {
        try reference(content, Accepted.queued, "Movies, episodes and series can be queued; channels cannot.").title
    }

    private func reference(
        _ content: ContentID, _ kinds: [ContentKind], _ refusal: String
    ) throws -> (row: Int64, title: ContentID) {
        let authorizer = ContentAuthorizer(
            viewer: viewer, cards: cards, kinds: kinds, field: "content", refusal: refusal)
        let (row, id) = try authorizer.reference(content, db)
        return (row, id)
    }

    /// Notes what the last writer has won, with the operation that puts the other value back.
    func put(
        _ kind: SyncKind, _ key: String, kept: SyncValue, dropped value: SyncValue, _ dropped: PlaybackOperation
    ) throws {
        let conflict = SyncConflict(
            id: "", kind: kind, key: key, kept: kept, dropped: value, decided: Date(milliseconds: now))
        try SyncConflictTable.put(conflict, dropped: dropped, of: profile, db)
    }
}

extension SyncResult {
    /// The result of an operation that could not be applied; nil for an error that is the service's.
    init?(id: String, refusal error: any Error) {
        self.init(id: id, refusal: error) { $0.detail(PlaybackProblem.self)?.code.rawValue }
    }
}
