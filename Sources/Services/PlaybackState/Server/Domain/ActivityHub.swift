internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import Synchronization

/// One household's events, buffered for a while so that a reconnecting follower gets those that it missed.
///
/// The hub buffers nothing before the first follower joins. A follower gets a snapshot instead of events from before
/// that, or of dropped ones.
final class ActivityHub: Sendable {
    /// An event with its cursor.
    struct Entry: Sendable {
        let sequence: UInt64
        let event: ActivityEvent
        let tracked: TrackedSession
    }

    private struct State {
        var sequence: UInt64 = 0
        var entries: [Entry] = []
        var sessions: [Int64: TrackedSession] = [:]
        /// The stamp of the last event of each session.
        var reported: [Int64: HybridTimestamp] = [:]
        var followers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var nextFollower: UInt64 = 0
    }

    /// Names this log: another one's places mean nothing here.
    let generation: UInt64
    private let state = Mutex(State())

    init(generation: UInt64) { self.generation = generation }

    // MARK: What happens

    /// Whether a session is known.
    func knows(_ session: Int64) -> Bool { state.withLock { $0.sessions[session] != nil } }

    /// Learns of a session without telling anybody: a snapshot does.
    func learn(_ session: TrackedSession) {
        state.withLock { state in
            if state.sessions[session.row] == nil { state.sessions[session.row] = session }
        }
    }

    /// A session was opened; its profile's open session on the same device has ended.
    func opened(_ session: TrackedSession) {
        state.withLock { state in
            guard state.sessions[session.row] == nil else { return }
            let before = state.sessions.values.filter {
                $0.active.profile == session.active.profile && $0.active.device == session.active.device
            }
            for old in before.sorted(by: { $0.row < $1.row }) { Self.end(old.row, &state) }
            state.sessions[session.row] = session
            Self.tell(.started, session, &state)
        }
    }

    /// Other profiles watch a session from now on: who has left is told that it is over.
    func changed(_ session: TrackedSession) {
        state.withLock { state in
            guard let before = state.sessions[session.row] else { return }
            var over = before
            over.participants.subtract(session.participants)
            state.sessions[session.row] = session
            Self.tell(.updated, session, &state)
            guard !over.participants.isEmpty else { return }
            (over.isOnlyForParticipants, over.active.state) = (true, .ended)
            Self.tell(.ended, over, &state)
        }
    }

    /// A report was stored. Late ones do not change the position.
    func reported(_ report: SessionProgress.Report, in row: Int64) {
        state.withLock { state in
            guard var session = state.sessions[row], report.place > session.place || report.state == .ended else {
                return
            }
            let isDue = Self.isDue(report, session, reported: state.reported[row] ?? .zero)
            session.stamp = max(session.stamp, report.stamp)
            session.sequence = max(session.sequence, report.sequence)
            session.active.take(report)
            state.sessions[row] = session
            if report.state == .ended { Self.end(row, &state) } else if isDue { Self.tell(.updated, session, &state) }
        }
    }

    /// A session has ended.
    func ended(_ row: Int64) { state.withLock { Self.end(row, &$0) } }

    /// At once when the player's state has changed; otherwise every 15 s.
    private static func isDue(
        _ report: SessionProgress.Report, _ session: TrackedSession, reported: HybridTimestamp
    ) -> Bool {
        guard report.state.phase == session.active.state else { return true }
        let passed = Double(report.stamp.milliseconds - session.stamp.milliseconds) / 1_000
        let expected = session.active.position + (report.state == .paused ? 0 : passed)
        if abs(report.reach.position - expected) > PlaybackLimits.jumpSeconds { return true }
        return report.stamp.milliseconds - reported.milliseconds >= PlaybackLimits.activityMilliseconds
    }

    private static func end(_ row: Int64, _ state: inout State) {
        guard var session = state.sessions.removeValue(forKey: row) else { return }
        session.active.state = .ended
        tell(.ended, session, &state)
        state.reported[row] = nil
    }

    private static func tell(_ kind: ActivityKind, _ session: TrackedSession, _ state: inout State) {
        state.sequence += 1
        state.reported[session.row] = session.stamp
        state.entries.append(
            Entry(
                sequence: state.sequence, event: ActivityEvent(kind: kind, session: session.active), tracked: session))
        if state.entries.count > PlaybackLimits.activityEvents * 2 {
            state.entries.removeFirst(state.entries.count - PlaybackLimits.activityEvents)
        }
        for follower in state.followers.values { follower.yield() }
    }

    // MARK: Following

    /// The last event's cursor.
    var sequence: UInt64 { state.withLock { $0.sequence } }

    /// The events after a cursor; nil when some of them were dropped.
    func entries(after sequence: UInt64) -> [Entry]? {
        state.withLock { state in
            guard sequence <= state.sequence else { return nil }
            let missing = state.sequence - sequence
            guard missing <= state.entries.count else { return nil }
            return Array(state.entries.suffix(Int(missing)))
        }
    }

    /// Whether all events after a cursor are buffered.
    func covers(_ position: StreamPosition) -> Bool {
        position.generation == generation && entries(after: position.sequence) != nil
    }

    /// Subscribes to wake-ups.
    func join() -> (id: UInt64, signals: AsyncStream<Void>) {
        // One signal is enough for any number of events.
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        return (id, signals)
    }

    /// Unsubscribes.
    func leave(_ id: UInt64) { _ = state.withLock { $0.followers.removeValue(forKey: id) } }
}

extension ActiveSession {
    /// The session after a report.
    fileprivate mutating func take(_ report: SessionProgress.Report) {
        state = report.state.phase
        position = report.reach.position
        guard card?.kind != .channel else { return }
        progress = report.reach.progress
        duration = report.reach.duration > 0 ? report.reach.duration : nil
    }
}
