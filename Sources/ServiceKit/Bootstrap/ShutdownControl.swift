internal import RPC
internal import ServiceLifecycle
internal import Synchronization

/// Ends the process from within: a drain by a call, or a disk that failed. Signals take their own way to the same end.
final class ShutdownControl: Sendable {
    private struct State {
        var status = ExitStatus.success
        var isRequested = false
        var group: ServiceGroup?
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    init(runtime: any Runtime) { self.runtime = runtime }

    /// What the process is going to exit with.
    var status: ExitStatus { state.withLock { $0.status } }

    /// Names what is to be shut down; a request that came before is carried out now.
    func attach(_ group: ServiceGroup) {
        let isRequested = state.withLock { state in
            state.group = group
            return state.isRequested
        }
        if isRequested { shutDown() }
    }

    /// Ends the process; the first reason that is no success counts.
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
