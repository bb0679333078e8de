/// Whether a failed call had an effect: the question gRPC leaves open.
public enum Executed: UInt8, Sendable, Codable, CaseIterable {
    /// It had no effect and will have none: retry freely.
    case no = 0
    /// It was begun and its outcome is unknown. Never show it as a failure.
    case maybe = 1
    /// The answer is final, be it a success or a domain's error.
    case yes = 2
}
