/// Why a plan is invalid: the place, and what is allowed there.
public struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The plan: a path or a name.
    public var plan: String
    /// The line, from 1; nil for an error of the plan as a whole.
    public var line: Int?
    /// The problem, and what is allowed.
    public var reason: String

    /// Creates an error.
    public init(plan: String = "", line: Int? = nil, _ reason: String) {
        self.plan = plan
        self.line = line
        self.reason = reason
    }

    public var description: String {
        let place = line.map { "line \($0): " } ?? ""
        return plan.isEmpty ? place + reason : "\(plan): \(place)\(reason)"
    }
}
