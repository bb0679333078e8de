public import RPC
internal import Synchronization

/// Keeps the services of a cluster running: starts them in any order, restarts crashed ones with backoff, gives up
/// loudly on crash loops, and stops them cleanly.
public final class Supervisor: Sendable {
    private let services: [SupervisedService]
    private let surroundings: SupervisorDependencies
    private let progress: ProgressSignal

    /// Creates a supervisor; no service is started yet.
    ///
    /// - Parameters:
    ///   - grace: how long a service has to stop before it is killed.
    ///   - watch: how long a service may fail to respond.
    ///   - holder: the process that holds a service's socket or shard when it cannot start because of that, for people.
    ///   - isWanted: whether a service is to run; called at the start, when a service ends, and by ``reconcile()``.
    ///   - adjust: changes a command right before its process is started.
    ///   - onEvent: called for each event.
    ///   - onLine: called for each line that a service writes.
    public init(
        commands: [ServiceCommand], policy: RestartPolicy = RestartPolicy(), watch: WatchPolicy = WatchPolicy(),
        grace: Duration, launcher: any ProcessLauncher, probe: any HealthProbe, runtime: any Runtime,
        holder: @escaping @Sendable (_ service: String) -> String? = { _ in nil },
        isWanted: @escaping @Sendable (_ service: String) -> Bool = { _ in true },
        adjust: @escaping @Sendable (ServiceCommand) -> ServiceCommand = { $0 },
        onEvent: @escaping @Sendable (ClusterEvent) -> Void,
        onLine: @escaping @Sendable (_ service: String, _ line: String) -> Void
    ) {
        let progress = ProgressSignal()
        self.progress = progress
        let surroundings = SupervisorDependencies(
            launcher: launcher, probe: probe, runtime: runtime, grace: grace, watch: watch, holder: holder,
            isWanted: isWanted, adjust: adjust,
            note: { event in
                onEvent(event)
                progress.advance()
            }, line: onLine)
        self.surroundings = surroundings
        services = commands.map { SupervisedService($0, policy: policy, surroundings: surroundings) }
    }

    /// Runs the services until ``stop()``, and returns when all have ended. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            for service in services { group.addTask { await service.run() } }
        }
        progress.finish()
    }

    /// Stops all services for good.
    public func stop() {
        for service in services { service.stopPermanently() }
    }

    /// Kills all services without waiting.
    public func kill() {
        stop()
        for service in services { service.kill() }
    }

    /// Checks again which services are to run: starts those that were stopped or given up, stops the others.
    public func reconcile() {
        for service in services { service.reconcile() }
    }

    /// The state of each service.
    public var states: [ServiceState] { services.map(\.snapshot) }

    /// Waits until each service serves, is stopped or is given up, or until ``run()`` has ended.
    public func settled() async -> [ServiceState] {
        while true {
            let states = states
            if states.allSatisfy(\.isSettled) || progress.isFinished || Task.isCancelled { return states }
            await progress.wait()
        }
    }
}

/// The dependencies of a supervised service beyond its command.
struct SupervisorDependencies: Sendable {
    let launcher: any ProcessLauncher
    let probe: any HealthProbe
    let runtime: any Runtime
    let grace: Duration
    let watch: WatchPolicy
    let holder: @Sendable (String) -> String?
    let isWanted: @Sendable (String) -> Bool
    let adjust: @Sendable (ServiceCommand) -> ServiceCommand
    let note: @Sendable (ClusterEvent) -> Void
    let line: @Sendable (String, String) -> Void

    /// The pause between the first two readiness checks of a new process.
    static let firstProbePause = Duration.milliseconds(20)
    /// The maximum pause between readiness checks.
    static let longestProbePause = Duration.milliseconds(500)
    /// A new process that does not serve after this time gets liveness checks as well.
    static let quickStart = Duration.seconds(10)
}

/// Wakes waiters after each event.
private final class ProgressSignal: Sendable {
    private let wakeSignal = WakeSignal()
    private let finished = Mutex(false)

    var isFinished: Bool { finished.withLock { $0 } }

    func advance() { wakeSignal.ring() }

    func finish() {
        finished.withLock { $0 = true }
        wakeSignal.ring()
    }

    func wait() async { await wakeSignal.wait() }
}
