internal import ArgumentParser
internal import Cluster
internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit

/// `hearth up`
struct UpCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Start the household's services on this machine and keep them running.",
        discussion: """
            Starts every service whose executable is next to this one, waits until each serves, and restarts a service \
            that exits: after a backoff of 100 ms, doubling to 30 s. A service that exits five times within a minute is \
            not restarted, and is named. Ctrl-C stops all of them cleanly; a second one at once.

            When the cluster runs already, it is brought up to date and told what changed: services that are to run are \
            started, others stopped, and those whose settings or executable have changed restarted, one after the other. \
            With names only these services are started or brought up to date, and no other one is touched.

            Example: hearth up --detach --services profiles,catalog
            Example: hearth up downloads
            """)

    static let isTraced = false

    @OptionGroup var global: GlobalOptions

    @Argument(help: "Start only these services, beside those that run; all when none is named.")
    var named: [String] = []

    @Flag(help: "Run in the background; see `hearth logs`.")
    var detach = false

    @Option(help: ArgumentHelp("Start only these services (HEARTH_SERVICES).", valueName: "a,b"))
    var services: String?

    @Option(help: ArgumentHelp("The services' log level: trace to critical.", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("The log format: text or json.", valueName: "format"))
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            "Stop restarting a service after this many exits within a minute; 0 for never.", valueName: "deaths"))
    var restartLimit: Int?

    @Option(help: ArgumentHelp("The longest backoff before a restart.", valueName: "seconds"))
    var restartWait: Double?

    /// The process in the background starts a cluster or fails; the command that started it decides what then.
    @Flag(name: .customLong(Self.startOnlyFlag), help: .hidden)
    var startOnly = false

    static let startOnlyFlag = "start-only"

    @Flag(name: .customLong(Self.secretsFlag), help: .hidden)
    var secretsFromInput = false

    /// Reads the services' secrets from standard input: how the command passes them to the process in the background.
    static let secretsFlag = "secrets-from-input"

    func validate() throws {
        if services != nil, !named.isEmpty {
            throw ValidationError("Name the services, or give --services: not both.")
        }
        if let restartLimit, restartLimit < 0 { throw ValidationError("--restart-limit takes 0 or more.") }
        if let restartWait, !(0...Self.longestRestartWait).contains(restartWait) {
            throw ValidationError("--restart-wait takes 0 to \(Int(Self.longestRestartWait)) seconds.")
        }
    }

    private static let longestRestartWait = 3_600.0

    func run(_ gateway: Gateway) async throws {
        try RestoreRecord.refuseUnfinished(in: gateway.settings.data.value)
        try RollbackRecord.refuseUnfinished(in: gateway.settings.data.value)
        if !startOnly { await CleanChaosCommand.cleanFirst(gateway.environment) }
        let backups = try BackupSettings(configurationFile(gateway))
        let plan = try plan(gateway)
        let secrets = try secrets(gateway)
        if !startOnly, let running = RunningCluster(paths: gateway.paths) {
            return try await reconciler(gateway, plan, secrets).run(running)
        }
        if detach { return try await start(gateway, plan, secrets) }
        do { try DescriptorLimit.raise(atLeast: plan.descriptors) } catch {
            throw GatewayFailure("TOO_FEW_FILES", "The cluster cannot start: \(error).", status: .configuration)
        }
        var policy = RestartPolicy()
        if let restartLimit { policy.crashLoopLimit = restartLimit }
        if let restartWait { policy.longestBackoff = .seconds(restartWait) }
        try await ForegroundCluster(gateway: gateway, plan: plan, policy: policy, secrets: secrets, backups: backups)
            .run()
    }

    private func start(_ gateway: Gateway, _ plan: ClusterPlan, _ secrets: ServiceSecrets) async throws {
        do {
            try await BackgroundLauncher(gateway: gateway, plan: plan, secrets: secrets).run(arguments: ownArguments)
        } catch {
            // Another `hearth up` was quicker.
            guard GatewayFailure(error).status == .held, let running = RunningCluster(paths: gateway.paths) else {
                throw error
            }
            try await reconciler(gateway, plan, secrets).run(running)
        }
    }

    private func reconciler(
        _ gateway: Gateway, _ plan: ClusterPlan, _ secrets: ServiceSecrets
    ) -> ClusterReconciler {
        ClusterReconciler(gateway: gateway, plan: plan, secrets: secrets, isPartial: !named.isEmpty)
    }

    private func secrets(_ gateway: Gateway) throws -> ServiceSecrets {
        guard secretsFromInput else { return gateway.environment.secrets }
        guard let secrets = ServiceSecrets.read(from: STDIN_FILENO) else {
            throw GatewayFailure("NO_SECRETS", "Standard input does not hold secrets.", status: .usage)
        }
        return secrets
    }

    /// The services to start: the requested ones, else all that are installed.
    static let servicesSetting = Setting<[String]>(
        list: "services", help: "the services that `hearth up` starts", allowed: "names of services"
    ) { names in
        names.isEmpty || names.contains("") ? nil : names
    }

    private func configurationFile(_ gateway: Gateway) throws -> ConfigurationFile? {
        try ServiceSettings.file(
            options: try global.serviceOptions(), environment: gateway.environment.variables)
    }

    private func plan(_ gateway: Gateway) throws -> ClusterPlan {
        let environment = gateway.environment
        let layers = ConfigurationLayers(
            flags: services.map { [Self.servicesSetting.name: $0] } ?? [:], environment: environment.variables,
            file: try configurationFile(gateway))
        let chosen = try named.isEmpty ? layers.configured(Self.servicesSetting)?.value : named
        var names: [String] = []
        for name in chosen ?? ClusterPlan.installed(in: environment.executables) where !names.contains(name) {
            names.append(name)
        }
        return ClusterPlan(
            services: names, executables: environment.executables, dataDirectory: gateway.settings.data.value,
            runDirectory: gateway.settings.run.value, arguments: servicesArguments(gateway.settings.file),
            drain: .seconds(gateway.settings.drainSeconds.value))
    }

    /// The services' arguments. Only the command line's settings: otherwise a service's own section of the file
    /// applies.
    private func servicesArguments(_ file: String?) -> [String] {
        // The supervisor of a running cluster may run in another directory than this command.
        let file = file.map { URL(filePath: $0).standardizedFileURL.path }
        let options = [
            ("--config", file), ("--household", global.household), ("--log-level", logLevel),
            ("--log-format", logFormat),
        ]
        return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }

    /// This command line without `--detach`.
    private var ownArguments: [String] {
        let options = [
            ("--data", global.data), ("--run", global.run), ("--household", global.household),
            ("--config", global.config),
            ("--services", services ?? (named.isEmpty ? nil : named.joined(separator: ","))), ("--log-level", logLevel),
            ("--log-format", logFormat),
            ("--restart-limit", restartLimit.map { "\($0)" }), ("--restart-wait", restartWait.map { "\($0)" }),
        ]
        return ["up", "--\(Self.startOnlyFlag)"] + options.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }
}
