import Cluster
import RPC
import Synchronization

/// Processes that are none: each start follows a plan, in the runtime's time.
final class FakeProcesses: ProcessLauncher, HealthProbe {
    /// What one start comes to.
    struct Life: Sendable {
        /// When it serves after its start; nil never.
        var servesAfter: Duration? = .milliseconds(30)
        /// When it ends by itself, and how; nil runs until it is told to end.
        var ends: (after: Duration, how: ProcessTermination)?
        /// How long it takes to end after SIGTERM; nil does not listen to it.
        var stopsWithin: Duration? = .milliseconds(50)
        var says: [String] = []
        /// From when to when after its start it does not answer.
        var hangs: (after: Duration, until: Duration)?
    }

    private struct Process {
        var service: String
        var servesAt: MonotonicInstant?
        var startedAt: MonotonicInstant
        var end: ProcessTermination?
        var plan: Life
    }

    private struct State {
        var lives: [String: [Life]] = [:]
        var processes: [Int32: Process] = [:]
        var lastID: Int32 = 100
        var signals: [(service: String, signal: Int32)] = []
        var pause: Duration?
        var mostAtOnce = 0
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Plans a service's next starts; those after run until they are told to end.
    func plan(_ service: String, _ lives: [Life]) { state.withLock { $0.lives[service] = lives } }

    /// The signals that were sent, in order.
    var signals: [String] { state.withLock { $0.signals.map { "\($0.service) \($0.signal)" } } }

    /// How many processes were ever started.
    var starts: Int { state.withLock { Int($0.lastID) - 100 } }

    /// The most processes that one service ever had at the same time.
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func run(
        _ command: ServiceCommand, started: @escaping @Sendable (RunningProcess) -> Void,
        line: @escaping @Sendable (String) -> Void
    ) async -> ProcessTermination {
        let (id, life) = begin(command.service)
        started(RunningProcess(id: id) { [self] signal in receive(signal, by: id, of: command.service) })
        for text in life.says { line(text) }
        if let ends = life.ends { finish(id, ends.how, after: ends.after) }
        while true {
            if let end = state.withLock({ $0.processes[id]?.end }) { return end }
            do { try await runtime.sleep(for: .milliseconds(1)) } catch { return .signalled(9) }
        }
    }

    func serves(_ service: String, process: Int32) async -> Bool {
        state.withLock { state in
            guard let process = state.processes[process], process.end == nil, let at = process.servesAt else {
                return false
            }
            return at <= runtime.now
        }
    }

    func responds(_ service: String, process: Int32) async -> Bool {
        if let pause = state.withLock({ $0.pause.take() }) {
            try? await runtime.sleep(for: pause)
            return false
        }
        return state.withLock { state in
            guard let process = state.processes[process], process.end == nil else { return false }
            guard let hangs = process.plan.hangs else { return true }
            let age = process.startedAt.duration(to: runtime.now)
            return age < hangs.after || age >= hangs.until
        }
    }

    /// Has the next question take this time, as when the one who asks is stopped meanwhile.
    func pauseNextResponse(for time: Duration) { state.withLock { $0.pause = time } }

    private func begin(_ service: String) -> (Int32, Life) {
        state.withLock { state in
            var planned = state.lives[service] ?? []
            let life = planned.isEmpty ? Life() : planned.removeFirst()
            state.lives[service] = planned
            state.lastID += 1
            state.processes[state.lastID] = Process(
                service: service, servesAt: life.servesAfter.map(runtime.now.advanced), startedAt: runtime.now,
                plan: life)
            let count = state.processes.values.count { $0.service == service && $0.end == nil }
            state.mostAtOnce = max(state.mostAtOnce, count)
            return (state.lastID, life)
        }
    }

    private func receive(_ signal: Int32, by id: Int32, of service: String) {
        state.withLock { $0.signals.append((service, signal)) }
        guard let life = state.withLock({ $0.processes[id]?.plan }) else { return }
        if signal == 9 { finish(id, .signalled(9), after: .zero) }
        if signal == 15, let time = life.stopsWithin { finish(id, .exited(0), after: time) }
    }

    private func finish(_ id: Int32, _ end: ProcessTermination, after time: Duration) {
        runtime.schedule(at: runtime.now.advanced(by: time)) { [self] in
            state.withLock { state in if state.processes[id]?.end == nil { state.processes[id]?.end = end } }
        }
    }
}
