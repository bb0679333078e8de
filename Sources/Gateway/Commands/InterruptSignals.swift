internal import UnixSignals

/// The signals of a user that end a command early.
enum InterruptSignals {
    /// Ctrl-C, a closed terminal, and SIGTERM, from now on.
    @Sendable static func ofProcess() async -> AsyncStream<Void> {
        let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm, .sighup])
        return AsyncStream(unfolding: {
            for await _ in signals { return () }
            return nil
        })
    }
}
