/// One thing that is going to go wrong, with everything about it decided.
public struct PlannedFault: Sendable, Hashable, Codable {
    /// Its place in the schedule, from 1.
    public var number: Int
    /// What goes wrong.
    public var kind: FaultKind
    /// The services that it happens to, in the order in which it does.
    public var targets: [String]
    /// When, in milliseconds after the start.
    public var atMilliseconds: Int64
    /// How long it lasts, in milliseconds; nil for what does not last.
    public var spanMilliseconds: Int64?
    /// crash: the point.
    public var point: String?
    /// storm: how often each service is restarted.
    public var rounds: Int?
    /// memory: how much more than it has the process may take, in MiB.
    public var roomMiB: Int?
    /// restore and rollback: how long before the fault the copy of each service is made, in milliseconds.
    public var agesMilliseconds: [String: Int64]?

    /// A fault that happens at one instant to these services.
    public init(_ kind: FaultKind, targets: [String], atMilliseconds: Int64) {
        number = 0
        self.kind = kind
        self.targets = targets
        self.atMilliseconds = atMilliseconds
    }

    /// What else there is to say about it, for people; nil when nothing.
    public var detail: String? {
        if let point { return "at \(point)" }
        if let rounds { return "\(rounds) rounds" }
        if let agesMilliseconds {
            let ages = agesMilliseconds.sorted { $0.key < $1.key }.map {
                "\($0.key) of \(Self.seconds($0.value)) before"
            }
            return "copies: " + ages.joined(separator: ", ")
        }
        let room = roomMiB.map { ", room for \($0) MiB" } ?? ""
        return spanMilliseconds.map { "for \(Self.seconds($0))" + room }
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        "\(Double(milliseconds / 100) / 10) s"
    }
}
