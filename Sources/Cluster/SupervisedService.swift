internal import Glibc
internal import RPC
internal import Synchronization

/// Keeps one service running: drives its machine, its process and its probe.
final class SupervisedService: Sendable {
    let command: ServiceCommand
    private let surroundings: SupervisorSurroundings
    /// Woken when somebody changed what is wanted.
    private let changed = Bell()
    /// Woken when the running process is to be stopped.
    private let stop = Bell()

    private struct State {
        var machine: ServiceMachine
        var process: RunningProcess?
        var isStopping = false
        var lastLine: String?
    }

    private let state: Mutex<State>

    init(_ command: ServiceCommand, policy: RestartPolicy, surroundings: SupervisorSurroundings) {
        self.command = command
        self.surroundings = surroundings
        state = Mutex(State(machine: ServiceMachine(policy: policy)))
    }

    var snapshot: ServiceState {
        state.withLock { ServiceState($0.machine, service: command.service, process: $0.process?.id) }
    }

    /// Keeps the service running until it is told to stop for good.
    func run() async {
        reconsider()
        while !state.withLock({ $0.isStopping }) && !Task.isCancelled {
            switch state.withLock({ $0.machine.step(now: now) }) {
            case .start: await runOnce()
            case .wait(let until): await changed.wait(until: until, runtime: surroundings.runtime)
            case .rest: await changed.wait()
            }
        }
    }

    /// Looks again whether the service is wanted: starts it afresh, or stops it.
    func reconsider() {
        let isWanted = surroundings.isWanted(command.service)
        state.withLock { isWanted ? $0.machine.want() : $0.machine.unwant() }
        if !isWanted { stop.ring() }
        changed.ring()
    }

    /// Stops the service for good.
    func stopForGood() {
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
            state.lastLine = nil
        }
        let end = await withTaskGroup(of: ProcessEnd?.self) { group in
            group.addTask { await self.runProcess() }
            group.addTask {
                await self.awaitServing(since: begun)
                return nil
            }
            group.addTask {
                await self.endWhenAsked()
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

    private func runProcess() async -> ProcessEnd {
        await surroundings.launcher.run(command) { [self] process in
            state.withLock { $0.process = process }
            surroundings.note(ClusterEvent(service: command.service, kind: .started(process: process.id)))
            // Asked to stop before there was anything to stop.
            if mustEnd { process.send(SIGTERM) }
        } line: { [self] line in
            state.withLock { $0.lastLine = line }
            surroundings.line(command.service, line)
        }
    }

    private func awaitServing(since begun: MonotonicInstant) async {
        var pause = SupervisorSurroundings.firstProbePause
        while !Task.isCancelled {
            if let process = state.withLock({ $0.process }),
                await surroundings.probe.serves(command.service, process: process.id), !Task.isCancelled
            {
                state.withLock { $0.machine.served(now: now) }
                surroundings.note(
                    ClusterEvent(service: command.service, kind: .serving(after: begun.duration(to: now))))
                return
            }
            do { try await surroundings.runtime.sleep(for: pause) } catch { return }
            pause = min(pause * 2, SupervisorSurroundings.longestProbePause)
        }
    }

    /// SIGTERM, time to finish, SIGKILL.
    private func endWhenAsked() async {
        repeat { await stop.wait() } while !Task.isCancelled && !mustEnd
        guard !Task.isCancelled else { return }
        state.withLock { $0.process }?.send(SIGTERM)
        do { try await surroundings.runtime.sleep(for: surroundings.grace) } catch { return }
        surroundings.note(ClusterEvent(service: command.service, kind: .killed(after: surroundings.grace)))
        state.withLock { $0.process }?.send(SIGKILL)
    }

    /// A ring may be left over from an earlier process.
    private var mustEnd: Bool { state.withLock { $0.isStopping } || !surroundings.isWanted(command.service) }

    private func ended(_ end: ProcessEnd) {
        let isWanted = surroundings.isWanted(command.service)
        let now = now
        let kind = state.withLock { state -> ClusterEvent.Kind in
            state.process = nil
            switch state.machine.ended(end, isWanted: state.isStopping || !isWanted, now: now) {
            case .stopped: return .stopped(end)
            case .drained: return .drained
            case .died(let wait): return .died(end, restartAfter: wait)
            case .gaveUp(let reason): return .gaveUp(reason: reason, lastLine: state.lastLine)
            }
        }
        surroundings.note(ClusterEvent(service: command.service, kind: kind))
    }
}
