/// What the supervisor knows of a service, also as `cluster.json` in the run directory shows it.
public struct ServiceState: Codable, Sendable, Hashable {
    /// The service.
    public var service: String
    /// `starting`, `serving`, `waiting` (for its next start), `stopped` or `given-up`.
    public var phase: String
    /// Its process, while there is one.
    public var process: Int32?
    /// How often it was started.
    public var starts: Int
    /// Why it is given up, or cannot start for now, for people.
    public var problem: String?
    /// How it ended last, for people.
    public var lastEnd: String?

    /// Describes a service.
    public init(service: String, phase: String, starts: Int) {
        self.service = service
        self.phase = phase
        self.starts = starts
    }

    init(_ machine: ServiceMachine, service: String, process: Int32?, holder: String?) {
        self.service = service
        self.process = process
        starts = machine.starts
        lastEnd = machine.lastEnd?.description
        switch machine.phase {
        case .due, .starting: phase = "starting"
        case .serving: phase = "serving"
        case .waiting:
            phase = "waiting"
            problem = holder.map { "\($0) has its place" }
        case .stopped: phase = "stopped"
        case .givenUp(let reason):
            phase = "given-up"
            problem = reason
        }
    }

    /// Whether nothing more happens to it by itself: it serves, or is not to be started any more.
    public var isSettled: Bool { ["serving", "stopped", "given-up"].contains(phase) }
}
