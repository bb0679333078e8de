/// The supervisor's view of a service, as published in `cluster.json` in the run directory.
public struct ServiceState: Codable, Sendable, Hashable {
    /// The service.
    public var service: String
    /// `starting`, `serving`, `waiting` (for its next start), `stopped` or `given-up`.
    public var phase: String
    /// Its process, while there is one.
    public var process: Int32?
    /// The number of starts.
    public var starts: Int
    /// Why the supervisor gave up on it, or why it cannot start for now, for people.
    public var problem: String?
    /// Its last termination, for people.
    public var lastEnd: String?

    /// Creates a state.
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
            problem = holder.map { "\($0) holds its socket or shard" }
        case .stopped: phase = "stopped"
        case .givenUp(let reason):
            phase = "given-up"
            problem = reason
        }
    }

    /// Whether it serves, or its supervisor is about to have it serve: then a call that found it down may wait.
    public var isExpected: Bool { ["serving", "starting", "waiting"].contains(phase) && problem == nil }

    /// Whether its state is final: it serves, or is not to be started any more.
    public var isSettled: Bool { ["serving", "stopped", "given-up"].contains(phase) }
}
