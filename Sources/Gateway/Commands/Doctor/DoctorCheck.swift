/// A check of `hearth doctor`. A new check is a type of its own in this folder, with a line in
/// ``DoctorCommand/checks``.
protocol DoctorCheck: Sendable {
    /// The check's subject, in one or two words.
    var name: String { get }

    /// Runs the check. It changes nothing, and reports unknown results as findings, too.
    func examine(_ gateway: Gateway) async -> [DoctorFinding]
}

/// A check's finding.
struct DoctorFinding: Codable, Sendable, Hashable {
    /// How it is.
    enum State: String, Codable, Sendable {
        /// As it should be.
        case ok
        /// A problem; ``DoctorFinding/advice`` tells how to repair it.
        case wrong
        /// The result is unknown.
        case unknown
    }

    /// The check's name.
    var check: String
    /// Its subject, such as a service; empty for the whole.
    var subject: String
    /// How it is.
    var state: State
    /// The finding's text.
    var text: String
    /// How to repair it.
    var advice: String?

    init(_ check: String, _ subject: String, _ state: State, _ text: String, advice: String? = nil) {
        (self.check, self.subject, self.state, self.text, self.advice) = (check, subject, state, text, advice)
    }
}
