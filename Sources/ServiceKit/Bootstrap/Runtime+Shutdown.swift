package import RPC
internal import ServiceLifecycle

extension Runtime {
    /// Runs what goes on beside a server until it returns, the process is to stop, or the task is cancelled; then it is
    /// cancelled and waited for.
    ///
    /// It is ServiceLifecycle's `cancelWhenGracefulShutdown` on this runtime: that one starts a task of its own elsewhere,
    /// and a simulation with it would not repeat.
    package func untilShutdown(_ work: @escaping @Sendable () async -> Void) async {
        let task = spawn(work)
        await withTaskCancellationOrGracefulShutdownHandler {
            await task.value
        } onCancelOrGracefulShutdown: {
            task.cancel()
        }
    }
}
