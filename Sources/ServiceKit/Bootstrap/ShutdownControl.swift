internal import RPC
internal import ServiceLifecycle
internal import Synchronization

/// Shuts the process down from within: a drain by a call, or a disk failure. Signals lead to the same shutdown
/// separately.
final class ShutdownControl: Sendable {
    private struct State {
        var status = ExitStatus.success
        var isRequested = false
        var group: ServiceGroup?
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    init(runtime: any Runtime) { self.runtime = runtime }

    /// The exit status of the process.
    var status: ExitStatus { state.withLock { $0.status } }

    /// Sets the group to shut down; a request made earlier is carried out now.
    func attach(_ group: ServiceGroup) {
        let isRequested = state.withLock { state in
            state.group = group
            return state.isRequested
        }
        if isRequested { shutDown() }
    }

    /// Shuts the process down; the first status other than success wins.
    func request(_ status: ExitStatus) {
        let isFirst = state.withLock { state in
            if state.status == .success { state.status = status }
            defer { state.isRequested = true }
            return !state.isRequested
        }
        if isFirst { shutDown() }
    }

    private func shutDown() {
        guard let group = state.withLock({ $0.group }) else { return }
        runtime.spawn { await group.triggerGracefulShutdown() }
    }
}
