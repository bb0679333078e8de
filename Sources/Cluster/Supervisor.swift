public import RPC
internal import Synchronization

/// Keeps the services of a cluster running: starts them in any order, restarts crashed ones with backoff, gives up
/// loudly on crash loops, and stops them cleanly.
public final class Supervisor: Sendable {
    private let roster: SupervisorRoster
    private let surroundings: SupervisorDependencies
    private let policy: RestartPolicy
    private let onChange: @Sendable () -> Void
    /// Woken when there are further services to run, or none are to run any more.
    private let changed = WakeSignal()
    private let progress: ProgressSignal

    /// Creates a supervisor; no service is started yet.
    ///
    /// - Parameters:
    ///   - grace: how long a service has to stop before it is killed.
    ///   - watch: how long a service may fail to respond.
    ///   - holder: the process that holds a service's socket or shard when it cannot start because of that, for people.
    ///   - isWanted: whether a service is to run; called at the start, when a service ends, and by ``reconcile()``.
    ///   - isRestartRequested: whether a service is to be restarted; called like `isWanted`. `adjust` ends the request.
    ///   - adjust: changes a command right before its process is started.
    ///   - onChange: called when a service that was dropped is gone.
    ///   - onEvent: called for each event.
    ///   - onLine: called for each line that a service writes.
    public init(
        commands: [ServiceCommand], policy: RestartPolicy = RestartPolicy(), watch: WatchPolicy = WatchPolicy(),
        grace: Duration, launcher: any ProcessLauncher, probe: any HealthProbe, runtime: any Runtime,
        holder: @escaping @Sendable (_ service: String) -> String? = { _ in nil },
        isWanted: @escaping @Sendable (_ service: String) -> Bool = { _ in true },
        isRestartRequested: @escaping @Sendable (_ service: String) -> Bool = { _ in false },
        adjust: @escaping @Sendable (ServiceCommand) -> ServiceCommand = { $0 },
        onChange: @escaping @Sendable () -> Void = {},
        onEvent: @escaping @Sendable (ClusterEvent) -> Void,
        onLine: @escaping @Sendable (_ service: String, _ line: String) -> Void
    ) {
        let progress = ProgressSignal()
        self.progress = progress
        let surroundings = SupervisorDependencies(
            launcher: launcher, probe: probe, runtime: runtime, grace: grace, watch: watch, holder: holder,
            isWanted: isWanted, isRestartRequested: isRestartRequested, adjust: adjust,
            note: { event in
                onEvent(event)
                progress.advance()
            }, line: onLine)
        self.surroundings = surroundings
        (self.policy, self.onChange) = (policy, onChange)
        roster = SupervisorRoster(commands.map { SupervisedService($0, policy: policy, surroundings: surroundings) })
    }

    /// Runs the services until ``stop()``, and returns when all have ended. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                for service in roster.takeUnstarted() { group.addTask { await self.run(service) } }
                if roster.isStopping { break }
                await changed.wait()
            }
        }
        progress.finish()
    }

    private func run(_ service: SupervisedService) async {
        await service.run()
        guard roster.remove(service) else { return }
        changed.ring()
        onChange()
        progress.advance()
    }

    /// Makes these the supervised services: starts further ones, stops those that are not among them for good. A
    /// service that runs with another command keeps running; the new one applies from its next start on.
    public func apply(_ commands: [ServiceCommand]) {
        let dropped = roster.apply(commands) { SupervisedService($0, policy: policy, surroundings: surroundings) }
        for service in dropped { service.stopPermanently() }
        changed.ring()
    }

    /// The commands with which services are started next.
    public var commands: [ServiceCommand] { roster.services.map(\.command) }

    /// Stops all services for good.
    public func stop() {
        for service in roster.stop() { service.stopPermanently() }
        changed.ring()
    }

    /// Kills all services without waiting.
    public func kill() {
        stop()
        for service in roster.all { service.kill() }
    }

    /// Checks again which services are to run: starts those that were stopped or given up, restarts those for which it
    /// is requested, stops the others.
    public func reconcile() {
        for service in roster.services { service.reconcile() }
    }

    /// The state of each service.
    public var states: [ServiceState] { roster.all.map(\.snapshot) }

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
    let isRestartRequested: @Sendable (String) -> Bool
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
