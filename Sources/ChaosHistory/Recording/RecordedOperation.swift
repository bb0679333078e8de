/// One call of a workload: caller, action, object, times, and outcome.
///
/// It corresponds to an invocation and its completion in a Jepsen history. It contains nothing specific to a service,
/// so that every checker can judge it.
public struct RecordedOperation: Codable, Hashable, Sendable, Identifiable {
    /// Its ID in the history, by which violations refer to it.
    public var id: Int
    /// The caller, which makes one call after the other: a session such as `anna/phone`. A device that restarts without
    /// any of its old state is another process.
    public var process: String
    /// The service that was called.
    public var service: String
    /// The method that was called.
    public var method: String
    /// The object, as a path: `favourites/anna`. Operations on different objects are judged separately.
    public var object: String
    /// The action on the object.
    public var action: Action
    /// When the call began.
    public var invoked: Moment
    /// When its outcome was known; nil while it is open.
    public var ended: Moment?
    /// Its deadline, in nanoseconds of the same clock; nil when it had none.
    public var deadline: Int64?
    /// How it ended.
    public var outcome: Outcome
    /// Whether it is part of the workload or of the final reads after healing.
    public var phase: Phase
    /// What is recorded for people alone; nil where the recorder knows no more.
    public var details: CallDetails?

    /// The part of a run that an operation belongs to.
    public enum Phase: String, Codable, Hashable, Sendable {
        /// While faults may happen.
        case workload
        /// After the faults are healed and all events propagated: reads must be complete.
        case final
    }

    /// Creates an operation; without `ended` it is open. `HistoryRecorder` creates these during a run.
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
    /// Whether its action took effect.
    public var effect: Outcome.Effect { outcome.effect }

    /// True when its effect, if any, was complete before `moment`: it ended before, and its outcome is known. An
    /// operation with an unknown outcome may take effect at any later time.
    public func isOver(before moment: Moment) -> Bool {
        guard let ended, effect != .unknown else { return false }
        return ended < moment
    }

    /// True when it ended before the other began.
    public func precedes(_ other: RecordedOperation) -> Bool { isOver(before: other.invoked) }

    /// True when it began only after a moment: nothing observed at or before it can come from this operation.
    public func begins(after moment: Moment?) -> Bool {
        guard let moment else { return false }
        return invoked > moment
    }

    /// True when it is a deletion that also empties this object: one of the path's components is the deleted name.
    public func erases(_ object: String) -> Bool {
        guard case .delete(let deleted) = action else { return false }
        return object.split(separator: "/").contains { $0 == deleted }
    }

    /// Its duration; nil while it is open.
    public var nanoseconds: Int64? { ended.map { $0.nanoseconds - invoked.nanoseconds } }
}
