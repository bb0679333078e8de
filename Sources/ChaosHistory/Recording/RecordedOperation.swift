/// One call of a workload: who asked what of which object, when, and how it ended.
///
/// This is what a Jepsen history has as an invocation and its completion. It says nothing that only one service knows, so
/// that one checker can judge them all.
public struct RecordedOperation: Codable, Hashable, Sendable, Identifiable {
    /// Its place in the history, by which violations name it.
    public var id: Int
    /// Who called, one call after the other: a session such as `anna/phone`. A device that comes back with nothing of its
    /// old state is another process.
    public var process: String
    /// The service that was called.
    public var service: String
    /// The method that was called.
    public var method: String
    /// What it is about, as a path: `favourites/anna`. Operations on different objects are judged apart.
    public var object: String
    /// What it asks of the object.
    public var action: Action
    /// When the call began.
    public var invoked: Moment
    /// When its outcome was known; nil while it is open.
    public var ended: Moment?
    /// When it had to be over, in nanoseconds of the same clock; nil when it had no deadline.
    public var deadline: Int64?
    /// How it ended.
    public var outcome: Outcome
    /// Whether it is part of the workload or looks at the healed system afterwards.
    public var phase: Phase

    /// The part of a run that an operation belongs to.
    public enum Phase: String, Codable, Hashable, Sendable {
        /// While faults may happen.
        case workload
        /// After the faults are healed and everything had the time to catch up: what is seen now must be whole.
        case final
    }

    /// An operation; without `ended` it is open. `HistoryRecorder` makes these while something runs.
    public init(
        id: Int = 0, process: String, service: String = "", method: String = "", object: String, action: Action,
        invoked: Moment, ended: Moment? = nil, deadline: Int64? = nil, outcome: Outcome = .open,
        phase: Phase = .workload
    ) {
        self.id = id
        self.process = process
        self.service = service
        self.method = method
        self.object = object
        self.action = action
        self.invoked = invoked
        self.ended = ended
        self.deadline = deadline
        self.outcome = outcome
        self.phase = phase
    }
}

extension RecordedOperation {
    /// Whether what it asked for took effect.
    public var effect: Outcome.Effect { outcome.effect }

    /// True when its effect, if it had one, was over when `moment` came: it ended before, and its outcome is known. What is
    /// unknown may take effect at any later time.
    public func isOver(before moment: Moment) -> Bool {
        guard let ended, effect != .unknown else { return false }
        return ended < moment
    }

    /// True when it ended before the other began.
    public func precedes(_ other: RecordedOperation) -> Bool { isOver(before: other.invoked) }

    /// True when it began only after a moment: nothing at or before it can come from this operation.
    public func begins(after moment: Moment?) -> Bool {
        guard let moment else { return false }
        return invoked > moment
    }

    /// True when it is a deletion that also empties this object: one of the path's components is what it deletes.
    public func erases(_ object: String) -> Bool {
        guard case .delete(let deleted) = action else { return false }
        return object.split(separator: "/").contains { $0 == deleted }
    }

    /// How long it took; nil while it is open.
    public var nanoseconds: Int64? { ended.map { $0.nanoseconds - invoked.nanoseconds } }
}
