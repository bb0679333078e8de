package import RPC
internal import ServiceLifecycle

extension Runtime {
    /// Runs background work beside a server until it returns, the process shuts down, or the task is cancelled; then
    /// cancels the work and waits for it.
    ///
    /// Like ServiceLifecycle's `cancelWhenGracefulShutdown`, but on this runtime: that one starts a task outside it,
    /// and a simulation would not be repeatable.
    package func untilShutdown(_ work: @escaping @Sendable () async -> Void) async {
        let task = spawn(work)
        await withTaskCancellationOrGracefulShutdownHandler {
            await task.value
        } onCancelOrGracefulShutdown: {
            task.cancel()
        }
    }
}
