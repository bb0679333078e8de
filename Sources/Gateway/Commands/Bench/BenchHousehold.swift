internal import ArgumentParser
internal import Cluster
internal import Foundation
internal import Glibc
internal import HearthModel
internal import RPC
internal import ServiceKit

/// A household of a measurement: real executables, supervised as by `hearth up`, in a temporary directory.
struct BenchHousehold: Sendable {
    /// Calls its services.
    let gateway: Gateway
    /// How long it took until all services served.
    let startTime: Duration
    private let cluster: Cluster
    private let probe: SocketProbe
    /// The environment of commands on it, which print nothing.
    private let quiet: GatewayEnvironment

    private static let drain = Duration.seconds(5)
    private static let poll = Duration.milliseconds(2)
    /// A service that takes longer does not come back.
    private static let patience = Duration.seconds(60)

    var runtime: any Runtime { gateway.runtime }

    /// Starts a household, runs `body`, and removes it.
    ///
    /// - Throws: ``GatewayFailure`` when it does not start, and what `body` throws.
    static func with<Value: Sendable>(
        _ environment: GatewayEnvironment, _ body: @escaping @Sendable (BenchHousehold) async throws -> Value
    ) async throws -> Value {
        let directory = try makeDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let own = environment.variables.keys.filter { $0.hasPrefix("HEARTH_") }
        var quiet = environment
        quiet.variables = environment.variables.filter { !$0.key.hasPrefix("HEARTH_") && !$0.key.hasPrefix("XDG_") }
        quiet.variables.merge(
            ["HOME": directory, "HEARTH_DATA": "\(directory)/data", "HEARTH_RUN": "\(directory)/run"]
        ) { $1 }
        quiet.output = Output(isTerminal: false, isErrorTerminal: false, width: 80, hasColours: false) { _, _ in }
        (quiet.pager, quiet.terminalName) = (nil, nil)
        let options = try await StatusCommand.asyncParse([]).global
        let gateway = try GatewayEnvironment.$current.withValue(quiet) { try Gateway(options) }
        // One set of clients for all commands, as a client that stays has.
        quiet.connect = { _, _ in gateway.clients }
        let services = ClusterPlan.installed(in: environment.executables).filter { $0 != ServiceManifest.web.name }
        // One client makes all the calls here.
        let plan = ClusterPlan(
            services: services, executables: environment.executables, dataDirectory: gateway.settings.data.value,
            runDirectory: gateway.settings.run.value,
            arguments: ["--log-level", "error", "--calls-per-second", "\(callsPerSecond)"], drain: drain)
        let launcher = SubprocessLauncher(
            environment: [ParentProcess.variable: "\(ProcessInfo.processInfo.processIdentifier)"],
            without: SubprocessLauncher.excludedVariables.union(own))
        let probe = SocketProbe(clients: gateway.clients)
        let cluster: Cluster
        do {
            cluster = try Cluster(
                plan, launcher: launcher, probe: probe, runtime: environment.runtime, onEvent: { _ in },
                onLine: { _, _ in })
        } catch {
            throw GatewayFailure("CANNOT_RUN", "\(error)", status: .unavailable)
        }
        return try await run(cluster, gateway, probe, quiet, body)
    }

    private static let callsPerSecond = 1_000_000

    private static func run<Value: Sendable>(
        _ cluster: Cluster, _ gateway: Gateway, _ probe: SocketProbe, _ quiet: GatewayEnvironment,
        _ body: @escaping @Sendable (BenchHousehold) async throws -> Value
    ) async throws -> Value {
        let begun = gateway.runtime.now
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                await cluster.run()
                return nil
            }
            group.addTask {
                defer { cluster.supervisor.stop() }
                let states = await cluster.supervisor.settled()
                try Task.checkCancellation()
                if let state = states.first(where: { $0.phase != "serving" }) {
                    throw GatewayFailure(
                        "CANNOT_RUN", "\(state.service) is \(state.phase): \(state.problem ?? "no reason known")",
                        advice: "`hearth doctor` says what this machine lacks.", status: .unavailable)
                }
                let household = BenchHousehold(
                    gateway: gateway, startTime: begun.duration(to: gateway.runtime.now), cluster: cluster,
                    probe: probe, quiet: quiet)
                return try await body(household)
            }
            var value: Value?
            for try await part in group { if let part { value = part } }
            guard let value else { throw CancellationError() }
            return value
        }
    }

    private static func makeDirectory() throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-bench-XXXXXX").path
        var template = Array(path.utf8CString)
        guard let made = mkdtemp(&template) else {
            throw GatewayFailure("NOT_WRITTEN", "No temporary directory can be made.", status: .fatal)
        }
        return String(cString: made)
    }

    /// The services.
    var services: [String] { cluster.supervisor.states.map(\.service).sorted() }

    /// Runs a command of `hearth` on the household.
    ///
    /// - Throws: ``GatewayFailure`` when it fails.
    func command(_ arguments: String...) async throws {
        let status = await Hearth.run(arguments, in: quiet)
        guard status == .success else {
            throw GatewayFailure(
                "CANNOT_RUN", "hearth \(arguments.joined(separator: " ")) fails with \(status.rawValue).",
                status: .fatal)
        }
    }

    /// Writes a file to import.
    ///
    /// - Returns: its path.
    func write(_ text: String, to name: String) throws -> String {
        let path = "\(gateway.settings.data.value)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// The services' own memory, without what files they have mapped, in bytes.
    var memoryBytes: Int64 {
        cluster.supervisor.states.compactMap(\.process).compactMap(ProcessMemory.anonymousBytes).reduce(0, +)
    }

    /// Kills a service (SIGKILL), and waits until it serves again.
    ///
    /// - Throws: ``GatewayFailure`` when it does not come back.
    func killAndAwait(_ service: String) async throws {
        func state() -> ServiceState? { cluster.supervisor.states.first { $0.service == service } }
        guard let old = state()?.process else { return }
        kill(old, SIGKILL)
        let end = runtime.now.advanced(by: Self.patience)
        while runtime.now < end {
            if let process = state()?.process, process != old, await probe.serves(service, process: process) { return }
            try await runtime.sleep(for: Self.poll)
        }
        throw GatewayFailure("CANNOT_RUN", "\(service) does not serve again.", status: .unavailable)
    }
}
