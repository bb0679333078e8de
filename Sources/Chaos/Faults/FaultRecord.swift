/// What became of a fault.
public struct FaultRecord: Sendable, Hashable, Codable {
    /// Whether it happened.
    public enum Fate: String, Sendable, Hashable, Codable {
        /// It happened.
        case done
        /// It could not happen when it was to: nothing ran there, or nobody came to the crash point.
        case missed
        /// This machine does not allow it.
        case skipped
    }

    /// What was planned.
    public var fault: PlannedFault
    /// Whether it happened.
    public var fate: Fate
    /// When it began, in milliseconds after the start.
    public var beganMilliseconds: Int64
    /// When it was over, in milliseconds after the start.
    public var endedMilliseconds: Int64
    /// How long after its end, or after that of the last fault that hit the same service meanwhile, each service served
    /// again, in milliseconds; absent for one that never did.
    public var recoveryMilliseconds: [String: Int64]
    /// Services that did not serve again.
    public var unrecovered: [String]
    /// What else is worth knowing: why it was skipped, how it was done.
    public var note: String?

    /// The record of a fault that has not begun.
    public init(_ fault: PlannedFault, fate: Fate = .done, at milliseconds: Int64 = 0, note: String? = nil) {
        (self.fault, self.fate, self.note) = (fault, fate, note)
        (beganMilliseconds, endedMilliseconds) = (milliseconds, milliseconds)
        (recoveryMilliseconds, unrecovered) = ([:], [])
    }
}
