internal import ArgumentParser
internal import Cluster
internal import Foundation
internal import RPC
internal import ServiceKit

/// Brings a running cluster to what a second `hearth up` asks for, and says what changed.
struct ClusterReconciler: Sendable {
    let gateway: Gateway
    let plan: ClusterPlan
    let secrets: ServiceSecrets
    /// Whether only the services of the plan are meant, so that others run on.
    let isPartial: Bool

    /// How long the supervisor may take to read the request, and the services to serve.
    private static let patience = Duration.seconds(75)
    private static let pollInterval = Duration.milliseconds(20)

    private struct Outcome: Encodable {
        var supervisorProcessID: Int32
        var started: [String] = []
        var stopped: [String] = []
        var restarted: [String] = []
        var services: [ServiceState] = []
        var missing: [String] = []

        var isEmpty: Bool { started.isEmpty && stopped.isEmpty && restarted.isEmpty }
    }

    /// Requests the changes, waits for them, and reports them.
    ///
    /// - Throws: `ClusterError` and `ConfigurationError` before anything is changed; ``GatewayFailure`` when the cluster
    ///   does not follow.
    func run(_ cluster: RunningCluster) async throws {
        guard let before = try await notice(of: cluster, until: { _ in true }) else { throw notInTime() }
        guard Self.isSame(before.dataDirectory, plan.dataDirectory) else {
            throw ClusterError.alreadyRunning(directory: gateway.paths.runDirectory, process: cluster.process)
        }
        if !gateway.output.isJSON { gateway.output.note("A cluster runs already: process \(cluster.process).") }
        let request = try request(beside: before)
        try check(request)
        var outcome = Outcome(supervisorProcessID: cluster.process)
        let serving = Set(before.services.filter(\.runs).map(\.service))
        try send(request, to: cluster)
        let after = try await settled(cluster, request)
        outcome.stopped = serving.subtracting(after.services.map(\.service)).sorted()
        outcome.started = after.services.filter { $0.phase == "serving" && !serving.contains($0.service) }
            .map(\.service).sorted()
        for service in ServiceOrder.sorted(after.outdated ?? []) where isMeant(service) && serving.contains(service) {
            try await ClusterControl(gateway: gateway).restart(service)
            outcome.restarted.append(service)
        }
        outcome.services = cluster.notice?.services ?? after.services
        outcome.missing = outcome.services.filter { $0.phase != "serving" }.map(\.service)
        await tell(outcome)
    }

    private func isMeant(_ service: String) -> Bool { !isPartial || plan.services.contains(service) }

    private func request(beside before: ClusterState) throws -> PlanRequest {
        var plan = plan
        if isPartial {
            let names = before.services.map(\.service)
            plan.services = names + plan.services.filter { !names.contains($0) }
        }
        let id = "\(ProcessInfo.processInfo.processIdentifier)-\(gateway.runtime.wallTime.nanosecondsSince1970)"
        return PlanRequest(
            id: id, plan, environment: gateway.environment.variables, changed: isPartial ? self.plan.services : nil)
    }

    /// Rejects what a service would reject, before anything is stopped.
    private func check(_ request: PlanRequest) throws {
        try plan.check()
        for service in plan.services {
            _ = try ServiceSettings.effective(
                arguments: request.arguments, environment: gateway.environment.variables, service: service)
        }
    }

    private func send(_ request: PlanRequest, to cluster: RunningCluster) throws {
        let paths = gateway.paths
        if !secrets.isEmpty { _ = try secrets.write(to: paths, runtime: gateway.runtime) }
        for service in plan.services {
            DownMarker(service: service, paths: paths).remove()
            ServiceArguments(service: service, paths: paths).remove()
        }
        try request.write(to: paths)
        cluster.reconcile()
    }

    /// Waits until the cluster follows the request, or a later one, and its services have settled.
    private func settled(_ cluster: RunningCluster, _ request: PlanRequest) async throws -> ClusterState {
        let wanted = Set(request.services)
        let state = try await notice(of: cluster) { state in
            guard state.plan == request.id else {
                let last = PlanRequest.read(at: gateway.paths)?.id
                return last != request.id && state.plan == last
            }
            return state.planProblem != nil
                || Set(state.services.map(\.service)) == wanted && state.services.allSatisfy(\.isSettled)
        }
        guard let state else { throw notInTime() }
        if let problem = state.planProblem {
            throw GatewayFailure("NOT_FOLLOWED", "The cluster cannot follow: \(problem).", status: .configuration)
        }
        return state
    }

    /// The supervisor's report, as soon as it satisfies a condition; nil when that does not happen in time.
    private func notice(
        of cluster: RunningCluster, until fits: (ClusterState) -> Bool
    ) async throws -> ClusterState? {
        let end = gateway.runtime.now.advanced(by: gateway.options.timeout ?? Self.patience)
        while gateway.runtime.now < end {
            if let notice = cluster.notice, fits(notice) { return notice }
            guard RunningCluster(paths: gateway.paths)?.process == cluster.process else {
                throw GatewayFailure(
                    "ENDED", "The cluster (process \(cluster.process)) has ended meanwhile.",
                    advice: "Run `hearth up` again.", canRetry: true, status: .unavailable)
            }
            try await gateway.runtime.sleep(for: Self.pollInterval)
        }
        return nil
    }

    private func tell(_ outcome: Outcome) async {
        let output = gateway.output
        guard !output.isJSON else { return output.json(outcome) }
        func line(_ verb: String, _ services: [String], _ why: String = "") {
            if !services.isEmpty { output.line("\(verb): \(services.joined(separator: ", "))\(why).") }
        }
        line("Started", outcome.started)
        line("Stopped", outcome.stopped)
        line("Restarted", outcome.restarted, ", as settings or executables have changed")
        if outcome.isEmpty { output.line("Nothing has changed: \(outcome.services.count) services.") }
        await StartupReport(states: outcome.services, gateway: gateway).tell(output)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        URL(filePath: one).standardizedFileURL.path == URL(filePath: other).standardizedFileURL.path
    }

    private func notInTime() -> GatewayFailure {
        GatewayFailure(
            "NOT_SETTLED", "The cluster has not followed in time; it may still do so.",
            advice: "See `hearth status` and `hearth logs`. A supervisor of an older build needs `hearth down` first.",
            canRetry: true, status: .unavailable)
    }
}

extension ServiceState {
    /// Whether it has a process, or is about to have one.
    fileprivate var runs: Bool { ["serving", "starting", "waiting"].contains(phase) }
}
