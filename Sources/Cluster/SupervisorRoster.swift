internal import Synchronization

/// The services of a supervisor, which may change while it runs. A service that was dropped stays until its process has
/// ended, and only then is another one of its name started: two processes never contend for a socket.
final class SupervisorRoster: Sendable {
    private struct Entry {
        var service: SupervisedService
        var isDropped = false
    }

    private struct State {
        var entries: [Entry]
        /// Services that nothing runs yet.
        var unstarted: [SupervisedService]
        /// Services to run once the dropped one of their name has ended.
        var successors: [String: SupervisedService] = [:]
        var isStopping = false
    }

    private let state: Mutex<State>

    init(_ services: [SupervisedService]) {
        state = Mutex(State(entries: services.map { Entry(service: $0) }, unstarted: services))
    }

    /// Every service that has or may have a process.
    var all: [SupervisedService] { state.withLock { $0.entries.map(\.service) } }

    /// The services that are to run.
    var services: [SupervisedService] {
        state.withLock { state in
            state.entries.filter { !$0.isDropped }.map(\.service) + state.successors.values
        }
    }

    /// Whether no further service is to be run.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// The services to run now, each returned once.
    func takeUnstarted() -> [SupervisedService] {
        state.withLock { state in
            defer { state.unstarted = [] }
            return state.unstarted
        }
    }

    /// Ends all changes.
    ///
    /// - Returns: the services to stop.
    func stop() -> [SupervisedService] {
        state.withLock { state in
            state.isStopping = true
            state.successors = [:]
            return state.entries.map(\.service)
        }
    }

    /// Replaces the list of services.
    ///
    /// - Returns: those that were dropped, to be stopped.
    func apply(_ commands: [ServiceCommand], make: (ServiceCommand) -> SupervisedService) -> [SupervisedService] {
        state.withLock { state in
            guard !state.isStopping else { return [] }
            let wanted = Set(commands.map(\.service))
            state.successors = state.successors.filter { wanted.contains($0.key) }
            var dropped: [SupervisedService] = []
            for index in state.entries.indices where !state.entries[index].isDropped {
                guard !wanted.contains(state.entries[index].service.service) else { continue }
                state.entries[index].isDropped = true
                dropped.append(state.entries[index].service)
            }
            for command in commands {
                let entry = state.entries.first { $0.service.service == command.service }
                if let running = entry.flatMap({ $0.isDropped ? state.successors[command.service] : $0.service }) {
                    running.update(command)
                } else if entry != nil {
                    state.successors[command.service] = make(command)
                } else {
                    let service = make(command)
                    state.entries.append(Entry(service: service))
                    state.unstarted.append(service)
                }
            }
            return dropped
        }
    }

    /// Removes a dropped service whose process has ended, and lets its successor run.
    ///
    /// - Returns: whether it had been dropped.
    func remove(_ service: SupervisedService) -> Bool {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.service === service }),
                state.entries[index].isDropped
            else { return false }
            state.entries.remove(at: index)
            if let successor = state.successors.removeValue(forKey: service.service) {
                state.entries.append(Entry(service: successor))
                state.unstarted.append(successor)
            }
            return true
        }
    }
}
