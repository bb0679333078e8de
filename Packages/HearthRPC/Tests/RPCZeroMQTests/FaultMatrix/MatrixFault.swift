import RPC
import RPCInProcess

/// What happens to calls.
///
/// In virtual time a kill ends the server at once with all it holds, and a stop keeps it from doing anything. A server that is
/// a thread of the tests is closed in order over sockets: it sends what it has ready, and libzmq has a second to bring it out.
/// A process of its own gets the signals, SIGKILL, SIGSTOP and SIGCONT.
enum MatrixFault: String, CaseIterable, Sendable {
    case kill, stop, restartStorm, secondInstance, takeover, goaway, descriptors
    case slowReader, responseLost, duplicates
    case corruptRequest, corruptResponse
    case longRequest, longResponse, deepRequest, deepResponse, giantRequest, giantResponse

    /// Where a case runs.
    enum TransportMode: String, CaseIterable, Sendable {
        /// In virtual time; over sockets within this process; over sockets to a process of its own.
        case simulation, ipc, tcp, ipcProcess, tcpProcess

        var tempo: MatrixTiming {
            switch self {
            case .simulation: .virtual
            case .ipc, .tcp: .real
            case .ipcProcess, .tcpProcess: .signals
            }
        }

        var isProcess: Bool { self == .ipcProcess || self == .tcpProcess }
    }

    /// What the system does to processes. All else is done to frames and within the server, and is alike in every process.
    private static let ofProcesses: Set<Self> = [.kill, .stop, .restartStorm, .descriptors]

    /// Why there is no such case; nil where there is one.
    func absence(_ mode: TransportMode, _ kind: CallVariant) -> String? {
        switch self {
        case _ where mode.isProcess && !Self.ofProcesses.contains(self):
            "It is no matter of processes: the cases within this one show it."
        case .descriptors where !mode.isProcess:
            "Descriptors are a process's, and this one's are those of all its tests."
        case .secondInstance where mode == .simulation:
            "The lock that keeps a second server from a path is a file's; in process an address is an object."
        case .slowReader where kind.shape == .unary:
            "One answer has no reader that could be slow; who takes no frames at all is RudePeerTests' business."
        default: nil
        }
    }

    /// Whether the frames of the case are rewritten on their way.
    var tampers: Bool {
        switch self {
        case .kill, .stop, .restartStorm, .secondInstance, .goaway, .descriptors, .slowReader, .longRequest,
            .longResponse:
            false
        default: true
        }
    }

    /// Lets it happen, and heals what can be healed.
    func run(on fixture: MatrixFixture) async throws {
        switch self {
        case .kill: try await FaultScenario.kill(fixture)
        case .stop: try await FaultScenario.stop(fixture)
        case .restartStorm: try await FaultScenario.restartStorm(fixture)
        case .secondInstance: try await FaultScenario.secondInstance(fixture)
        case .takeover: try await FaultScenario.takeover(fixture)
        case .goaway: try await FaultScenario.goaway(fixture)
        case .descriptors: try await FaultScenario.descriptors(fixture)
        case .slowReader: try await FaultScenario.slowReader(fixture)
        case .responseLost: try await FaultScenario.responseLost(fixture)
        case .duplicates: try await FaultScenario.duplicates(fixture)
        case .corruptRequest: try await FaultScenario.corrupt(fixture, .toServer)
        case .corruptResponse: try await FaultScenario.corrupt(fixture, .toClient)
        case .longRequest: try await FaultScenario.longRequest(fixture)
        case .longResponse: try await FaultScenario.longResponse(fixture)
        case .deepRequest: try await FaultScenario.hostile(fixture, .toServer, FrameEditor.deep)
        case .deepResponse: try await FaultScenario.hostile(fixture, .toClient, FrameEditor.deep)
        case .giantRequest: try await FaultScenario.hostile(fixture, .toServer, FrameEditor.giant)
        case .giantResponse: try await FaultScenario.hostile(fixture, .toClient, FrameEditor.giant)
        }
    }
}
