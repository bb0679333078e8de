internal import Glibc
internal import RPC
internal import Synchronization

/// Keeps one service running: drives its state machine, its process and its health probe.
final class SupervisedService: Sendable {
    /// The service's name.
    let service: String
    private let surroundings: SupervisorDependencies
    /// Woken when the wanted state changes.
    private let changed = WakeSignal()
    /// Woken when the running process must stop.
    private let stop = WakeSignal()

    private struct State {
        /// The command of the next start.
        var command: ServiceCommand
        var machine: ServiceMachine
        var process: RunningProcess?
        var isStopping = false
        var lastLine: String?
        /// How long the process had not responded when it was killed as hung.
        var hung: Duration?
        /// The process that holds the service's socket or shard, for people.
        var holder: String?
    }

    private let state: Mutex<State>

    init(_ command: ServiceCommand, policy: RestartPolicy, surroundings: SupervisorDependencies) {
        service = command.service
        self.surroundings = surroundings
        state = Mutex(State(command: command, machine: ServiceMachine(policy: policy)))
    }

    var snapshot: ServiceState {
        state.withLock {
            ServiceState($0.machine, service: service, process: $0.process?.id, holder: $0.holder)
        }
    }

    /// The command of the next start.
    var command: ServiceCommand { state.withLock { $0.command } }

    /// Changes the command of the next start; a running process goes on.
    func update(_ command: ServiceCommand) { state.withLock { $0.command = command } }

    /// Keeps the service running until it is stopped for good.
    func run() async {
        reconcile()
        while !state.withLock({ $0.isStopping }) && !Task.isCancelled {
            switch state.withLock({ $0.machine.step(now: now) }) {
            case .start: await runOnce()
            case .wait(let until): await changed.wait(until: until, runtime: surroundings.runtime)
            case .rest: await changed.wait()
            }
        }
    }

    /// Checks again whether the service is to run: starts it afresh, restarts it where that is requested, or stops it.
    func reconcile() {
        let isWanted = surroundings.isWanted(service)
        let mustRestart = isWanted && surroundings.isRestartRequested(service)
        state.withLock { state in
            if mustRestart {
                state.machine.requestRestart()
            } else if isWanted {
                state.machine.want()
            } else {
                state.machine.requestStop()
            }
        }
        if mustRestart || !isWanted { stop.ring() }
        changed.ring()
    }

    /// Stops the service for good.
    func stopPermanently() {
        state.withLock { $0.isStopping = true }
        stop.ring()
        changed.ring()
    }

    /// Kills the process, if there is one.
    func kill() { state.withLock { $0.process }?.send(SIGKILL) }

    // MARK: One process

    private var now: MonotonicInstant { surroundings.runtime.now }

    private func runOnce() async {
        let begun = now
        state.withLock { state in
            state.machine.started(now: begun)
            (state.lastLine, state.hung, state.holder) = (nil, nil, nil)
        }
        let end = await withTaskGroup(of: ProcessTermination?.self) { group in
            group.addTask { await self.runProcess() }
            group.addTask {
                await self.watch(since: begun)
                return nil
            }
            group.addTask {
                await self.awaitStopRequest()
                return nil
            }
            for await end in group {
                guard let end else { continue }
                group.cancelAll()
                return end
            }
            return .notStarted("nothing ran")
        }
        ended(end)
    }

    private func runProcess() async -> ProcessTermination {
        await surroundings.launcher.run(surroundings.adjust(command)) { [self] process in
            state.withLock { $0.process = process }
            surroundings.note(ClusterEvent(service: service, kind: .started(process: process.id)))
            // A stop was requested before the process existed.
            if mustEnd { process.send(SIGTERM) }
        } line: { [self] line in
            state.withLock { $0.lastLine = line }
            surroundings.line(service, line)
        }
    }

    /// Waits until the process serves, and then until it stops responding.
    private func watch(since begun: MonotonicInstant) async {
        guard await waitUntilServing(since: begun) else { return }
        let policy = surroundings.watch
        var watchdog = Watchdog(limit: policy.silence, longestRound: policy.longestRound)
        var last = now
        while !Task.isCancelled, !mustEnd {
            do { try await surroundings.runtime.sleep(for: policy.interval) } catch { return }
            guard let process = state.withLock({ $0.process }) else { return }
            let hasResponded = await surroundings.probe.responds(service, process: process.id)
            if isHung(&watchdog, hasResponded, since: last) { return killHung(policy.silence) }
            last = now
        }
    }

    /// - Returns: whether it serves; false when waiting is pointless.
    private func waitUntilServing(since begun: MonotonicInstant) async -> Bool {
        let policy = surroundings.watch
        var watchdog = Watchdog(limit: policy.startTime, longestRound: policy.longestRound)
        var pause = SupervisorDependencies.firstProbePause
        var last = begun
        while !Task.isCancelled {
            if let process = state.withLock({ $0.process }) {
                if await surroundings.probe.serves(service, process: process.id), !Task.isCancelled {
                    state.withLock { $0.machine.served(now: now) }
                    surroundings.note(
                        ClusterEvent(service: service, kind: .serving(after: begun.duration(to: now))))
                    return true
                }
                // It may respond and be busy before it serves. A process that was just started is not checked.
                let hasResponded =
                    begun.duration(to: now) > SupervisorDependencies.quickStart
                    ? await surroundings.probe.responds(service, process: process.id) : false
                if isHung(&watchdog, hasResponded, since: last) {
                    killHung(policy.startTime)
                    return false
                }
            }
            last = now
            do { try await surroundings.runtime.sleep(for: pause) } catch { return false }
            pause = min(pause * 2, SupervisorDependencies.longestProbePause)
        }
        return false
    }

    private func isHung(_ watchdog: inout Watchdog, _ hasResponded: Bool, since last: MonotonicInstant) -> Bool {
        watchdog.note(hasResponded: hasResponded, after: last.duration(to: now)) && !Task.isCancelled && !mustEnd
    }

    private func killHung(_ silence: Duration) {
        state.withLock { $0.hung = silence }
        surroundings.note(ClusterEvent(service: service, kind: .hung(after: silence)))
        kill()
    }

    /// Sends SIGTERM, waits for the grace period, sends SIGKILL.
    private func awaitStopRequest() async {
        repeat { await stop.wait() } while !Task.isCancelled && !mustEnd
        guard !Task.isCancelled else { return }
        state.withLock { $0.process }?.send(SIGTERM)
        do { try await surroundings.runtime.sleep(for: surroundings.grace) } catch { return }
        surroundings.note(ClusterEvent(service: service, kind: .killed(after: surroundings.grace)))
        state.withLock { $0.process }?.send(SIGKILL)
    }

    /// A wake-up may be left over from an earlier process.
    private var mustEnd: Bool {
        state.withLock { $0.isStopping || $0.machine.isRestarting } || !surroundings.isWanted(service)
    }

    private func ended(_ end: ProcessTermination) {
        let isWanted = surroundings.isWanted(service)
        let now = now
        let holder = end.isHeld ? surroundings.holder(service) : nil
        let kind = state.withLock { state -> ClusterEvent.Kind in
            let end = state.hung.map { ProcessTermination.hung($0) } ?? end
            (state.process, state.holder) = (nil, holder)
            switch state.machine.ended(end, isWanted: state.isStopping || !isWanted, holder: holder, now: now) {
            case .stopped, .restarting: return .stopped(end)
            case .held(let wait): return .held(by: holder, restartAfter: wait)
            case .drained: return .drained
            case .died(let wait): return .died(end, restartAfter: wait)
            case .gaveUp(let reason): return .gaveUp(reason: reason, lastLine: state.lastLine)
            }
        }
        surroundings.note(ClusterEvent(service: service, kind: kind))
    }
}
