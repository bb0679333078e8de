/// Whether a call may be repeated when its outcome is unknown.
public enum CallSafety: String, Sendable, Codable, CaseIterable {
    /// It has no effect: repeat freely.
    case readOnly
    /// Repeating has the same effect by nature, such as a progress report: repeat freely.
    case idempotent
    /// Repeating has the same effect when the call carries an idempotency key: repeat with the same key.
    case idempotentByKey
    /// Repeating doubles the effect: repeat only calls that were certainly not executed.
    case unsafe
}
