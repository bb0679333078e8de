/// A planned fault with all of its choices made.
public struct PlannedFault: Sendable, Hashable, Codable {
    /// Its place in the schedule, from 1.
    public var number: Int
    /// The kind of fault.
    public var kind: FaultKind
    /// The services that it hits, in order.
    public var targets: [String]
    /// Its time, in milliseconds after the start.
    public var atMilliseconds: Int64
    /// Its duration, in milliseconds; nil for an instantaneous fault.
    public var spanMilliseconds: Int64?
    /// crash: the failpoint.
    public var point: String?
    /// storm: the number of restarts of each service.
    public var rounds: Int?
    /// memory: how much the process may grow, in MiB.
    public var roomMiB: Int?
    /// starve: the part of the time in which the process runs, in percent.
    public var percent: Int?
    /// bit-flip: in how many pages a bit is flipped.
    public var pages: Int?
    /// clock: how far it is set ahead, or back, in milliseconds.
    public var shiftMilliseconds: Int64?
    /// restore and rollback: how long before the fault the copy of each service is made, in milliseconds.
    public var agesMilliseconds: [String: Int64]?
    /// delay, throttle and partition: what happens to connections.
    public var link: LinkFault?

    /// Creates an instantaneous fault of these services.
    public init(_ kind: FaultKind, targets: [String], atMilliseconds: Int64) {
        number = 0
        self.kind = kind
        self.targets = targets
        self.atMilliseconds = atMilliseconds
    }

    /// Further details, for people; nil when there are none.
    public var detail: String? {
        if let point { return "at \(point)" }
        if let rounds { return "\(rounds) rounds" }
        if let agesMilliseconds {
            let ages = agesMilliseconds.sorted { $0.key < $1.key }.map {
                "\($0.key) of \(Self.seconds($0.value)) before"
            }
            return "copies: " + ages.joined(separator: ", ")
        }
        return spanMilliseconds.map { "for \(Self.seconds($0))" + (more.map { ", \($0)" } ?? "") }
    }

    private var more: String? {
        if let roomMiB { return "room for \(roomMiB) MiB" }
        if let percent { return "runs \(percent) % of the time" }
        if let pages { return pages == 1 ? "in 1 page" : "in \(pages) pages" }
        if let shift = shiftMilliseconds { return "\(Self.seconds(abs(shift))) \(shift < 0 ? "back" : "ahead")" }
        return link?.detail
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        "\(Double(milliseconds / 100) / 10) s"
    }
}
