internal import Glibc
public import RPC
public import ServiceKit

/// A cluster that another process runs, observed through its run directory.
public struct RunningCluster: Sendable {
    /// The supervisor's process.
    public let process: Int32
    private let paths: ServicePaths

    private static let pollInterval = Duration.milliseconds(20)

    /// The cluster of a run directory; nil when none runs.
    public init?(paths: ServicePaths) {
        guard let process = ProcessLock.holder(of: paths.clusterLock) else { return nil }
        self.process = process
        self.paths = paths
    }

    /// The supervisor's report; nil before its first one.
    public var notice: ClusterState? {
        ClusterState.read(at: paths.clusterStateFile).flatMap { $0.processID == process ? $0 : nil }
    }

    /// Asks it to stop all services and exit, and waits until it has.
    ///
    /// - Returns: false when it had not exited after `patience`.
    /// - Throws: `CancellationError`.
    public func stop(patience: Duration, runtime: any Runtime) async throws -> Bool {
        kill(process, SIGTERM)
        return try await wait(atMost: patience, runtime: runtime) {
            ProcessLock.holder(of: paths.clusterLock) != process
        }
    }

    /// Makes it check again which services are to run.
    public func reconcile() { kill(process, SIGHUP) }

    /// Waits until its report about a service satisfies a condition.
    ///
    /// - Returns: false when that did not happen within `patience`.
    /// - Throws: `CancellationError`.
    public func waits(
        for service: String, atMost patience: Duration, runtime: any Runtime, until fits: (ServiceState) -> Bool
    ) async throws -> Bool {
        try await wait(atMost: patience, runtime: runtime) {
            notice?.services.first { $0.service == service }.map(fits) ?? false
        }
    }

    /// Waits until it has taken a request to restart a service: the service is about to start, or is kept down.
    ///
    /// - Returns: false when that did not happen within `patience`.
    /// - Throws: `CancellationError`.
    public func takes(_ request: RestartRequest, atMost patience: Duration, runtime: any Runtime) async throws -> Bool {
        try await wait(atMost: patience, runtime: runtime) { !request.isPending }
    }

    private func wait(
        atMost patience: Duration, runtime: any Runtime, until isDone: () -> Bool
    ) async throws -> Bool {
        let end = runtime.now.advanced(by: patience)
        while !isDone() {
            // Without its supervisor nothing changes any more.
            guard runtime.now < end, ProcessLock.holder(of: paths.clusterLock) == process else { return isDone() }
            try await runtime.sleep(for: Self.pollInterval)
        }
        return true
    }
}
