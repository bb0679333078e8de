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
    /// Also the lock that serializes the writes: the last one written is the latest.
    private let supervisor = Mutex<Supervisor?>(nil)

    init(plan: ClusterPlan, path: String, runtime: any Runtime) {
        self.path = path
        dataDirectory = plan.dataDirectory
        started = runtime.wallTime
    }

    func attach(_ supervisor: Supervisor) { self.supervisor.withLock { $0 = supervisor } }

    func write() {
        supervisor.withLock { supervisor in
            let notice = ClusterState(
                processID: ProcessInfo.processInfo.processIdentifier, startedAt: started.secondsSince1970,
                version: HearthVersion.current, dataDirectory: dataDirectory, services: supervisor?.states ?? [])
            // For `status` alone; a full disk must not end the cluster.
            try? AtomicFile.write(notice, to: path)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
