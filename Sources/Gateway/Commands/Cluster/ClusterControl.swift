internal import Cluster
internal import Foundation
internal import RPC
internal import ServiceKit

/// Controls a running cluster.
struct ClusterControl {
    let gateway: Gateway

    /// How much longer than the calls' timeout a service may take to stop.
    private static let closingTime = Duration.seconds(20)
    private static let startTime = Duration.seconds(60)

    private var stopTime: Duration {
        gateway.options.timeout ?? .seconds(gateway.settings.drainSeconds.value) + Self.closingTime
    }

    /// The services that the cluster has.
    ///
    /// - Throws: ``GatewayFailure`` when none runs.
    func services() throws -> [String] { (try cluster().notice?.services ?? []).map(\.service) }

    /// The services that run here without a supervisor: started by hand, or by another manager.
    func unsupervised() -> [ServiceRegistration] {
        ServiceSettings.knownServices.sorted().compactMap { ServiceRegistration.read(at: gateway.paths.notice(of: $0)) }
            .filter { ProcessMemory.anonymousBytes(of: $0.processID) != nil }
    }

    /// Stops everything.
    ///
    /// - Returns: the services; nil when nothing ran.
    /// - Throws: ``GatewayFailure`` when it does not stop in time.
    func stopAll() async throws -> [String]? {
        guard let cluster = RunningCluster(paths: gateway.paths) else { return nil }
        let services = (cluster.notice?.services ?? []).map(\.service)
        guard try await cluster.stop(patience: stopTime, runtime: gateway.runtime) else {
            throw notInTime("The cluster (process \(cluster.process))", "stopped")
        }
        return services
    }

    /// Stops one service.
    ///
    /// - Throws: ``GatewayFailure``.
    func stop(_ service: String) async throws {
        let cluster = try cluster(having: service)
        try DownMarker(service: service, paths: gateway.paths).set()
        cluster.reconcile()
        let isDown = try await cluster.waits(for: service, atMost: stopTime, runtime: gateway.runtime) {
            $0.phase == "stopped" && $0.process == nil
        }
        guard isDown else { throw notInTime(service, "stopped") }
    }

    /// Has the supervisor stop one service and start it again, and waits until it serves. The restart goes on when this
    /// process ends meanwhile.
    ///
    /// - Throws: ``GatewayFailure``.
    func restart(_ service: String) async throws {
        let cluster = try cluster(having: service)
        let marker = DownMarker(service: service, paths: gateway.paths)
        let request = RestartRequest(service: service, paths: gateway.paths)
        marker.remove()
        try request.set()
        cluster.reconcile()
        guard try await cluster.takes(request, atMost: stopTime, runtime: gateway.runtime) else {
            throw notInTime(service, "restarted")
        }
        var problem: String?
        let hasSettled = try await cluster.waits(
            for: service, atMost: gateway.options.timeout ?? Self.startTime, runtime: gateway.runtime
        ) { state in
            problem = state.problem
            return ["serving", "given-up"].contains(state.phase) || marker.exists
        }
        guard hasSettled, !marker.exists else { throw notInTime(service, "started") }
        if let problem {
            var failure = GatewayFailure(
                "GIVEN_UP", "\(service) does not come up: \(problem).", advice: "Its log says more.",
                status: .unavailable)
            failure.service = service
            throw failure
        }
    }

    /// Stores the command line's settings for the services' next start, where it has some.
    ///
    /// - Throws: `ConfigurationError` when a service would refuse them, ``GatewayFailure`` when no cluster has it.
    func prepare(_ services: [String], _ options: GlobalOptions) throws {
        guard options.config != nil || options.household != nil else { return }
        for service in services {
            _ = try cluster(having: service)
            _ = try ServiceSettings.effective(
                arguments: options.directoryArguments, environment: gateway.environment.variables, service: service)
        }
        var arguments: [String: String] = [:]
        // The supervisor may run in another directory than this command.
        arguments["--config"] = options.config.map { URL(filePath: $0).standardizedFileURL.path }
        arguments["--household"] = options.household
        for service in services { try ServiceArguments(service: service, paths: gateway.paths).set(arguments) }
    }

    private func cluster() throws -> RunningCluster {
        guard let cluster = RunningCluster(paths: gateway.paths) else { throw GatewayFailure.notRunning(gateway) }
        return cluster
    }

    private func cluster(having service: String) throws -> RunningCluster {
        let cluster = try cluster()
        let names = (cluster.notice?.services ?? []).map(\.service)
        guard names.contains(service) else {
            let meant = Spelling.closest(to: service, among: names).map { "Did you mean \"\($0)\"?" }
            throw GatewayFailure(
                "NO_SUCH_SERVICE",
                "The cluster has no service \"\(service)\"; it has \(names.joined(separator: ", ")).",
                advice: meant, status: .usage)
        }
        return cluster
    }

    private func notInTime(_ what: String, _ done: String) -> GatewayFailure {
        GatewayFailure(
            "NOT_IN_TIME", "\(what) has not \(done) in time; it may still do so.",
            advice: "See `hearth status`, or give it longer with --timeout.", canRetry: true, status: .unknown)
    }
}

extension GatewayFailure {
    /// No cluster runs in this directory.
    static func notRunning(_ gateway: Gateway) -> GatewayFailure {
        let message = "No cluster runs in \(gateway.settings.run.value)."
        let alone = ClusterControl(gateway: gateway).unsupervised().map(\.service)
        guard alone.isEmpty else {
            return GatewayFailure(
                "NOT_RUNNING", "\(message) Without one there run \(alone.joined(separator: ", ")).",
                advice: "Their service manager starts and stops them, such as: systemctl restart hearth@\(alone[0])",
                status: .unavailable)
        }
        return GatewayFailure(
            "NOT_RUNNING", message,
            advice: "Start one with `hearth up`, or name its run directory with --run.", canRetry: true,
            status: .unavailable)
    }
}
