/// One thing that `hearth doctor` looks at. A new check is a type of its own in this folder, with a line in
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
        /// Not as it should be; ``DoctorFinding/advice`` says how to mend it.
        case wrong
        /// It could not be found out.
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
    /// How to mend it.
    var advice: String?

    init(_ check: String, _ subject: String, _ state: State, _ text: String, advice: String? = nil) {
        (self.check, self.subject, self.state, self.text, self.advice) = (check, subject, state, text, advice)
    }
}
