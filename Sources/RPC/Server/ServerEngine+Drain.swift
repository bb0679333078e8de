// The end of a server.
extension ServerEngine {
    /// How long handlers that ignore their cancellation are waited for.
    private static let patience = Duration.seconds(1)

    /// Begins no further calls, lets the running ones finish within `grace`, cancels what is left, and returns when
    /// nothing runs any more, or a second after the grace whatever still runs.
    public func drain(within grace: Duration) async {
        await withCheckedContinuation { continuation in
            loop.submit { [self] in
                isDraining = true
                server.health.set("server", .notServing, reason: "draining")
                drained.append(continuation)
                for (_, peer) in connections.sorted(by: { $0.key < $1.key }) {
                    peer.connection.drain()
                    list(peer)
                }
                endResumableStreams()
                after(grace) { [self] in
                    isGraceOver = true
                    endQueued()
                    for call in running.values { call.cancel() }
                    endDrainIfDone()
                }
                after(grace + Self.patience) { [self] in endDrain() }
                endDrainIfDone()
            }
        }
    }

    private func after(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
        runtime.schedule(at: runtime.now.advanced(by: time)) { [loop] in loop.submit(body) }
    }

    /// Done when nothing runs and, within the grace, every answer is on its way.
    func endDrainIfDone() {
        guard running.isEmpty,
            isGraceOver || streams.isEmpty && connections.values.allSatisfy(\.connection.hasSentAnswers)
        else { return }
        endDrain()
    }

    private func endDrain() {
        guard !drained.isEmpty else { return }
        for (_, peer) in connections.sorted(by: { $0.key < $1.key }) {
            peer.connection.sayGoodbye()
            list(peer)
        }
        for continuation in drained { continuation.resume() }
        drained.removeAll()
    }
}
