internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// A device's operation with its time by the household's clock, checked as far as that needs no data.
struct TimedOperation: Sendable {
    var operation: PlaybackOperation
    /// When it was made.
    var stamp: HybridTimestamp
    /// What the device had seen when it made it, in milliseconds since 1970: it knew no later change.
    var seen: Int64
    /// The reports of an offline session, or of sessions that were opened online.
    var reports: [Report] = []
    /// For a new session.
    var nonce: Int64 = 0

    /// A report with its session; without one it is the operation's own session.
    struct Report: Sendable {
        var session: SessionID?
        var report: SessionProgress.Report
    }
}

/// Gives devices' operations their times, and checks their form.
struct OperationReader: Sendable {
    let clocks: HouseholdClocks
    let runtime: any Runtime
    let household: String

    /// Reads an operation.
    ///
    /// - Throws: what is wrong with it.
    func read(_ operation: PlaybackOperation) throws -> TimedOperation {
        try check(operation)
        let seen = min(max(0, operation.clock), clocks.next(in: household).milliseconds)
        let stamp = stamp(operation, since: seen)
        var timed = TimedOperation(operation: operation, stamp: stamp, seen: seen)
        if let play = operation.play {
            timed.nonce = Int64(bitPattern: runtime.random() >> 1)
            timed.reports = try play.reports.map { TimedOperation.Report(report: try read($0, after: stamp)) }
        }
        timed.reports += try (operation.reports ?? []).map { report in
            guard let id = SessionID(report.session) else { throw PlaybackError.unknownSession }
            return TimedOperation.Report(session: id, report: try read(report, after: id.opened))
        }
        return timed
    }

    /// The time of an operation. A device whose clock is ahead is limited to ``HybridClock/longestLead``; its operations
    /// keep their order by their numbers.
    private func stamp(_ operation: PlaybackOperation, since seen: Int64) -> HybridTimestamp {
        let elapsed = min(max(0, operation.elapsedMilliseconds), PlaybackLimits.longestElapsedMilliseconds)
        let time = seen + elapsed
        // Operations of several devices that are limited to one time must not be equal.
        let counter = operation.number << Self.hashBits | Tombstone.mark(of: operation.id) & Self.hashMask
        return witnessed(HybridTimestamp(milliseconds: time, counter: counter))
    }

    private static let hashBits: Int64 = 6
    private static let hashMask: Int64 = 63

    /// The timestamp, limited to the household's time; all later timestamps of the household come after it.
    private func witnessed(_ stamp: HybridTimestamp) -> HybridTimestamp {
        let limit = clocks.milliseconds(in: household) + HybridClock.longestLead - 1
        let limited = HybridTimestamp(milliseconds: min(stamp.milliseconds, limit), counter: stamp.counter)
        return clocks.stamp(0, after: limited, in: household)
    }

    private func read(
        _ report: ProgressReport, after opened: HybridTimestamp
    ) throws(PlaybackError) -> SessionProgress.Report {
        guard let reach = PlaybackPosition(position: report.position, duration: report.duration),
            let state = PlayerState(report.state ?? .playing), report.sequence ?? 1 >= 1
        else { throw .badReport }
        let elapsed = min(max(0, report.elapsedMilliseconds), PlaybackLimits.longestElapsedMilliseconds)
        let stamp = witnessed(opened.advanced(byMilliseconds: elapsed))
        return SessionProgress.Report(sequence: report.sequence ?? 0, stamp: stamp, reach: reach, state: state)
    }

    // MARK: Form

    private func check(_ operation: PlaybackOperation) throws {
        guard SyncFeed.isID(operation.id) else {
            throw RPCError.invalidArgument(
                "id", "must be 1 to \(SyncLimits.operationCharacters) printable ASCII characters.")
        }
        guard operation.number >= 1 else { throw RPCError.invalidArgument("number", "must be 1 or more.") }
        let fields: [Bool] = [
            operation.play != nil, operation.reports != nil, operation.mark != nil, operation.hide != nil,
            operation.enqueue != nil, operation.dequeue != nil, operation.move != nil, operation.remove != nil,
        ]
        guard fields.count(where: \.self) == 1 else {
            throw RPCError.invalidArgument("operation", "must have exactly one of its fields.")
        }
        for content in Self.contents(of: operation) { try ContentAuthorizer.checkForm(content, field: "content") }
        if let play = operation.play { try check(play) }
        if let reports = operation.reports, !(1...PlaybackLimits.reports).contains(reports.count) {
            throw RPCError.invalidArgument("reports", "1 to \(PlaybackLimits.reports) reports.")
        }
        if let remove = operation.remove, ![1].contains(remove.parts) {
            throw RPCError.invalidArgument("remove", "name a session, a title, or everything: one of the three.")
        }
    }

    private func check(_ play: OfflinePlay) throws(RPCError) {
        guard SyncFeed.isID(play.session) else {
            throw .invalidArgument(
                "session", "must be 1 to \(SyncLimits.operationCharacters) printable ASCII characters.")
        }
        guard (1...PlaybackLimits.nameBytes).contains(play.variant.utf8.count) else {
            throw .invalidArgument("variant", "must be between 1 and \(PlaybackLimits.nameBytes) bytes.")
        }
        guard play.reports.count <= PlaybackLimits.reports else {
            throw .invalidArgument("reports", "at most \(PlaybackLimits.reports) reports.")
        }
    }

    /// The titles that an operation names, for their cards.
    static func contents(of operation: PlaybackOperation) -> [ContentID] {
        [
            operation.play?.content, operation.mark?.content, operation.hide, operation.enqueue?.content,
            operation.dequeue, operation.move?.content, operation.move?.after, operation.remove?.content,
        ].compactMap(\.self)
    }
}

extension OfflineRemoval {
    fileprivate var parts: Int { [session != nil, content != nil, everything == true].count(where: \.self) }
}
