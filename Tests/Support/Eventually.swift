public import RPC

/// How long tests wait for what another thread or process does. How fast the machine is just now is no part of a test: only
/// what never comes is to fail by this.
public enum TestTimeout {
    /// The longest that something is waited for.
    public static let longest = Duration.seconds(300)
}

/// Looks every few milliseconds until something is so. To be used in place of a loop around `Task.yield()`, which keeps a core from
/// the other tests, and from what is waited for.
///
/// - Returns: False when it has not come to be so within ``TestTimeout/longest``.
public func comes(on runtime: any Runtime = SystemRuntime.shared, _ isSo: () async throws -> Bool) async throws -> Bool
{
    let end = runtime.now.advanced(by: TestTimeout.longest)
    var pause = Duration.milliseconds(1)
    while try await !isSo() {
        guard runtime.now < end else { return false }
        try await runtime.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(16))
    }
    return true
}

/// Something that does not come back by itself: waits until its task is cancelled, and keeps no core busy meanwhile.
public func hang() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
}
