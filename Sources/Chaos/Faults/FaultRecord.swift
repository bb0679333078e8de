/// The outcome of a fault.
public struct FaultRecord: Sendable, Hashable, Codable {
    /// Whether it was injected.
    public enum Fate: String, Sendable, Hashable, Codable {
        /// It was injected.
        case done
        /// It could not be injected at its time: no process ran, or the service did not reach the failpoint.
        case missed
        /// This machine does not allow it.
        case skipped
    }

    /// The planned fault.
    public var fault: PlannedFault
    /// Whether it was injected.
    public var fate: Fate
    /// Its start, in milliseconds after the run's start.
    public var beganMilliseconds: Int64
    /// Its end, in milliseconds after the run's start.
    public var endedMilliseconds: Int64
    /// How long after its end, or that of the last fault that hit the same service meanwhile, each service served
    /// again, in milliseconds; absent for a service that never did.
    public var recoveryMilliseconds: [String: Int64]
    /// Services that did not serve again.
    public var unrecovered: [String]
    /// Further remarks: why it was skipped, how it was injected.
    public var note: String?

    /// The record of a fault that has not begun.
    public init(_ fault: PlannedFault, fate: Fate = .done, at milliseconds: Int64 = 0, note: String? = nil) {
        (self.fault, self.fate, self.note) = (fault, fate, note)
        (beganMilliseconds, endedMilliseconds) = (milliseconds, milliseconds)
        (recoveryMilliseconds, unrecovered) = ([:], [])
    }
}
