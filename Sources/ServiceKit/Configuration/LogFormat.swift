/// How log lines are written.
public enum LogFormat: String, Sendable, CaseIterable {
    /// One line for people.
    case text
    /// One JSON object a line, for machines.
    case json
}
