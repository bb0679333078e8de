/// The faults of one host's links: of all, of those of some clients, and partitioned directions.
struct InProcessLinkConditions: Sendable {
    /// One direction of the links with the clients of one name.
    private struct Route: Hashable {
        let way: InProcessDirection
        let client: String
    }

    private(set) var counts = InProcessFaultCounts()
    private var everybodys: InProcessFaults
    private var own: [String: InProcessFaults] = [:]
    private var cutOff: Set<Route> = []

    init(_ faults: InProcessFaults) { everybodys = faults }

    mutating func set(_ faults: InProcessFaults, of client: String?) {
        if let client {
            own[client] = faults
        } else {
            (everybodys, own) = (faults, [:])
        }
    }

    mutating func setPartitioned(_ isCutOff: Bool, _ way: InProcessDirection, of client: String) {
        let road = Route(way: way, client: client)
        if isCutOff { cutOff.insert(road) } else { cutOff.remove(road) }
    }

    /// The faults of a frame that is sent now; nil, and counted, when its direction is partitioned.
    mutating func faults(on way: InProcessDirection, of client: String?) -> InProcessFaults? {
        guard let client else { return everybodys }
        if !cutOff.isEmpty, cutOff.contains(Route(way: way, client: client)) {
            counts.cutOff += 1
            return nil
        }
        return own.isEmpty ? everybodys : own[client] ?? everybodys
    }

    /// Counts the faults of one frame.
    mutating func count(_ delays: [Duration], areOvertaking overtaking: [Bool]) {
        if delays.isEmpty { counts.lost += 1 }
        if delays.count > 1 { counts.doubled += 1 }
        if delays.contains(where: { $0 > .zero }) { counts.delayed += 1 }
        if overtaking.contains(true) { counts.reordered += 1 }
    }
}
