internal import Basics

// The server's drain.
extension ServerEngine {
    /// How long to wait for handlers that ignore their cancellation.
    private static let patience = Duration.seconds(1)

    /// Begins no further calls, lets the running ones finish within `grace`, cancels the rest, and returns when no call
    /// runs any more, or a second after the grace regardless.
    public func drain(within grace: Duration) async {
        let end = Promise<Void>()
        loop.submit { [self] in
            isDraining = true
            server.health.set("server", .notServing, reason: "draining")
            drains.append(end)
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
        await end.wait()
    }

    private func after(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
        runtime.schedule(at: runtime.now.advanced(by: time)) { [loop] in loop.submit(body) }
    }

    /// Completes the drain when no call runs and, within the grace, every answer was handed to the transport.
    func endDrainIfDone() {
        guard running.isEmpty,
            isGraceOver || streams.isEmpty && connections.values.allSatisfy(\.connection.hasSentResponses)
        else { return }
        endDrain()
    }

    private func endDrain() {
        guard !drains.isEmpty else { return }
        for (_, peer) in connections.sorted(by: { $0.key < $1.key }) {
            peer.connection.sayGoodbye()
            list(peer)
        }
        for drain in drains { drain.fulfill() }
        drains.removeAll()
    }
}
