/// What may be repeated when a call's outcome is unknown.
public enum CallSafety: String, Sendable, Codable, CaseIterable {
    /// No effect at all: repeat at will.
    case readOnly
    /// Twice is as once by nature, such as a progress report: repeat at will.
    case idempotent
    /// Twice is as once when the call carries an idempotency key: repeat with the same key.
    case idempotentByKey
    /// Twice is twice: repeat only what was certainly not executed.
    case unsafe
}
