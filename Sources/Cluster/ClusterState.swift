internal import Foundation
internal import RPC
internal import ServiceKit
internal import Synchronization

/// A supervisor's report about its services in the run directory.
public struct ClusterState: Codable, Sendable, Hashable {
    /// The supervisor's process.
    public var processID: Int32
    /// When it was started, in seconds since 1970.
    public var startedAt: Double
    /// Its version.
    public var version: String
    /// The directory of shards and keys.
    public var dataDirectory: String
    /// Its services.
    public var services: [ServiceState]
    /// The ID of the requested plan that it follows; nil while it follows the one that it was started with.
    public var plan: String?
    /// Why it does not follow that plan, for people.
    public var planProblem: String?
    /// The services that run with other settings, or another executable, than they would have now.
    public var outdated: [String]?

    /// Reads the file; nil when it is missing or invalid.
    public static func read(at path: String) -> ClusterState? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(ClusterState.self, from: data)
    }
}

/// Rewrites the file after each event.
final class ClusterStateWriter: Sendable {
    private let path: String
    private let started: WallTime
    private let dataDirectory: String
    private struct State {
        var supervisor: Supervisor?
        var plan: String?
        var problem: String?
        var outdated: Set<String> = []
    }

    /// Also the lock that serializes the writes: the last one written is the latest.
    private let state = Mutex(State())

    init(plan: ClusterPlan, path: String, runtime: any Runtime) {
        self.path = path
        dataDirectory = plan.dataDirectory
        started = runtime.wallTime
    }

    func attach(_ supervisor: Supervisor) { state.withLock { $0.supervisor = supervisor } }

    /// The ID of the requested plan that is followed, or was rejected.
    var plan: String? { state.withLock { $0.plan } }

    /// A requested plan is followed.
    func follows(_ plan: String, outdated: [String]) {
        state.withLock { ($0.plan, $0.problem, $0.outdated) = (plan, nil, Set(outdated)) }
    }

    /// A requested plan cannot be followed.
    func rejects(_ plan: String, _ problem: String) {
        state.withLock { ($0.plan, $0.problem) = (plan, problem) }
    }

    /// A service starts, with the settings that there are now.
    func noteStart(of service: String) { _ = state.withLock { $0.outdated.remove(service) } }

    func write() {
        state.withLock { state in
            var notice = ClusterState(
                processID: ProcessInfo.processInfo.processIdentifier, startedAt: started.secondsSince1970,
                version: HearthVersion.current, dataDirectory: dataDirectory,
                services: state.supervisor?.states ?? [])
            (notice.plan, notice.planProblem) = (state.plan, state.problem)
            notice.outdated = state.outdated.isEmpty ? nil : state.outdated.sorted()
            // For `status` alone; a full disk must not end the cluster.
            try? AtomicFile.write(notice, to: path)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
