internal import Cluster
internal import Foundation
internal import MetadataGatewayAPI
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// Queries all services' health concurrently with the same timeout; one that does not answer is named.
struct StatusQuery: Sendable {
    let gateway: Gateway

    /// How long each service has.
    static let patience = Duration.seconds(2)

    /// The services in the run directory: the running ones, and those that `hearth up` supervises.
    var knownServices: [String] { services(RunningCluster(paths: gateway.paths)?.notice) }

    /// Sends the queries.
    ///
    /// - Parameters:
    ///   - names: the services; empty queries all in the run directory.
    ///   - hasToken: false calls without a token, for health that every caller may see.
    /// - Throws: ``GatewayFailure`` when there is no service to query.
    func fetch(_ names: [String], hasToken: Bool = true) async throws -> StatusReport {
        let cluster = RunningCluster(paths: gateway.paths)
        let notice = cluster?.notice
        let known = names.isEmpty ? services(notice) : names
        guard !known.isEmpty else { throw GatewayFailure.notRunning(gateway) }
        // Counts and reasons need a token; everything else does not, and so it shows also when there is none.
        let token = hasToken ? try? await gateway.session().token : nil
        let states = Dictionary(
            (notice?.services ?? []).map { ($0.service, $0) }, uniquingKeysWith: { first, _ in first })
        let reports = await withTaskGroup(of: ServiceReport.self) { group in
            for name in known { group.addTask { await look(at: name, state: states[name], token: token) } }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.service < $1.service }
        }
        var report = StatusReport(
            supervisorProcessID: cluster?.process, runDirectory: gateway.settings.run.value,
            dataDirectory: notice?.dataDirectory, services: reports,
            missing: reports.filter { !$0.serves }.map(\.service))
        report.backupProblem = BackupStateFile(data: gateway.settings.data.value).read()?.problem(now: gateway.now)
        // Without a cluster or names the suite may be run by another manager, in parts.
        if names.isEmpty, cluster != nil { report.notStarted = notStarted(known) }
        if token == nil, reports.contains(where: \.serves) {
            report.note = "Counts and reasons are left out: profiles gave no token."
        }
        return report
    }

    private func services(_ notice: ClusterState?) -> [String] {
        Set(gateway.runningServices).union((notice?.services ?? []).map(\.service)).sorted()
    }

    /// The services of the suite that neither run nor are supervised, although the settings do not leave them out.
    private func notStarted(_ known: [String]) -> [String] {
        let chosen = try? gateway.settings.layers.configured(UpCommand.servicesSetting)?.value
        let suite = chosen ?? ServiceSettings.knownServices.sorted()
        return suite.filter { !known.contains($0) }
    }

    private func look(at name: String, state: ServiceState?, token: AccessToken?) async -> ServiceReport {
        var report = ServiceReport(service: name, state: "unreachable")
        report.starts = state?.starts
        report.lastEnd = state.flatMap { $0.starts > 1 ? $0.lastEnd : nil }
        do {
            async let info = fetch(Sys.GetInfo(), name, nil)
            async let health = fetch(Sys.GetHealth(), name, nil)
            // Reasons need a token, and a token needs the task pool, which may be stuck.
            async let reasons = token == nil ? nil : try? fetch(Sys.GetHealth(), name, token)
            async let stats = token == nil ? nil : try? fetch(Sys.GetStats(), name, token)
            let state = try await health
            try await fill(&report, info: info, health: reasons ?? state)
            if let stats = await stats { Self.fill(&report, stats) }
            if let token, name == MetadataGateway.serviceName { await fillKey(&report, token) }
        } catch {
            report.state = state.map { $0.phase == "serving" ? "unreachable" : $0.phase } ?? "unreachable"
            report.note = state?.problem ?? (state?.phase == "stopped" ? nil : (error as? GatewayFailure)?.message)
        }
        return report
    }

    private func fill(_ report: inout ServiceReport, info: Sys.Info, health: Sys.Health) {
        report.version = info.version
        report.processID = info.processID
        report.incarnation = info.incarnation
        report.uptimeSeconds = info.uptimeSeconds
        // On another machine the number is another process's.
        if !gateway.remoteServices.contains(report.service) {
            report.memoryBytes = ProcessMemory.anonymousBytes(of: info.processID)
        }
        report.state = health.state
        report.note = health.reasons
    }

    /// Without a key nothing is broken, and yet titles stay without details: said as what it is, and not as the number of
    /// calls that were refused because of it.
    private func fillKey(_ report: inout ServiceReport, _ token: AccessToken) async {
        guard let source = try? await fetch(MetadataGateway.GetSourceStatus(), report.service, token), !source.hasKey
        else { return }
        report.lacks = "no TMDB key"
        report.note = [report.lacks, report.note].compactMap(\.self).joined(separator: "; ")
        if report.state == "serving" { report.state = "degraded" }
        report.errors = report.errors.map { $0 - min($0, report.refusedByState ?? 0) }
    }

    private static func fill(_ report: inout ServiceReport, _ stats: Sys.Stats) {
        // The command's own calls would hide the service's activity.
        var methods = stats.methods.filter { !$0.method.hasPrefix(Sys.name) }
        report.calls = methods.reduce(0) { $0 + $1.calls }
        report.errors = methods.reduce(0) { $0 + $1.failures.values.reduce(0, +) }
        let refusal = RPCCode.failedPrecondition.description
        report.refusedByState = methods.reduce(0) { $0 + ($1.failures[refusal] ?? 0) }
        // A stream lasts as long as its reader wants.
        methods.removeAll { $0.shape != nil || streams.contains($0.method) }
        report.latency = LatencyHistogram(methods.map(\.handler), bounds: stats.latencyBoundsMicroseconds)
        report.p50Microseconds = methods.max { $0.calls < $1.calls }?.handler.p50Microseconds
        report.p99Microseconds = methods.map(\.handler.p99Microseconds).max()
    }

    /// The methods that are streams, by their full names.
    private static let streams = Set(
        Gateway.contracts.flatMap { contract in
            contract.requests.filter { $0.shape != .unary }.map { "\(contract.name)/\($0.method)" }
        })

    private func fetch<Request: RPCRequest>(
        _ request: Request, _ service: String, _ token: AccessToken?
    ) async throws -> Request.Response {
        try await gateway.send(request, to: service, token: token, timeout: Self.patience)
    }
}

extension Sys.Health {
    /// The messages of the process's components, on one line; nil when there are none.
    var reasons: String? {
        var reasons = parts.filter { !$0.reason.isEmpty }.map { "\($0.name): \($0.reason)" }
        let lag = Duration.microseconds(Int64(clamping: poolLagMicroseconds))
        if lag >= ServerLiveness.stuckLag { reasons.append("stuck: its tasks have waited \(lag.wholeMilliseconds) ms") }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}
