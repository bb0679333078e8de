import RPC
import RPCInProcess

/// What happens to calls. Signals to real processes are IntegrationTests' business (KillTests, StoppedTests): here a kill
/// ends the server's thread at once with all it holds, and a stop keeps it from doing anything.
enum ChaosFault: String, CaseIterable, Sendable {
    case kill, stop, restartStorm, secondInstance, takeover, goaway, descriptors
    case slowReader, replyLost, duplicates
    case corruptRequest, corruptAnswer
    case longRequest, longAnswer, deepRequest, deepAnswer, giantRequest, giantAnswer

    /// Where a case runs.
    enum World: String, CaseIterable, Sendable {
        /// In virtual time; over sockets within this process.
        case simulation, ipc, tcp

        var tempo: ChaosTempo { self == .simulation ? .virtual : .real }
    }

    /// Why there is no such case; nil where there is one.
    func absence(_ world: World, _ kind: ChaosKind) -> String? {
        switch self {
        case .descriptors:
            """
            Descriptors are a process's, and this one's are those of all its tests. The libzmq of Debian 12 ends a process \
            that has none left when somebody connects over ipc (an assertion in its ipc_listener.cpp): that is a kill, \
            and DescriptorTests do it to the suite's real processes.
            """
        case .secondInstance where world == .simulation:
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
            .longAnswer:
            false
        default: true
        }
    }

    /// Lets it happen, and heals what can be healed.
    func run(on stage: ChaosStage) async throws {
        switch self {
        case .kill: try await ChaosScript.kill(stage)
        case .stop: try await ChaosScript.stop(stage)
        case .restartStorm: try await ChaosScript.restartStorm(stage)
        case .secondInstance: try await ChaosScript.secondInstance(stage)
        case .takeover: try await ChaosScript.takeover(stage)
        case .goaway: try await ChaosScript.goaway(stage)
        case .descriptors: break
        case .slowReader: try await ChaosScript.slowReader(stage)
        case .replyLost: try await ChaosScript.replyLost(stage)
        case .duplicates: try await ChaosScript.duplicates(stage)
        case .corruptRequest: try await ChaosScript.corrupt(stage, .toServer)
        case .corruptAnswer: try await ChaosScript.corrupt(stage, .toClient)
        case .longRequest: try await ChaosScript.longRequest(stage)
        case .longAnswer: try await ChaosScript.longAnswer(stage)
        case .deepRequest: try await ChaosScript.hostile(stage, .toServer, ChaosFrames.deep)
        case .deepAnswer: try await ChaosScript.hostile(stage, .toClient, ChaosFrames.deep)
        case .giantRequest: try await ChaosScript.hostile(stage, .toServer, ChaosFrames.giant)
        case .giantAnswer: try await ChaosScript.hostile(stage, .toClient, ChaosFrames.giant)
        }
    }
}
