public import RPC

/// How long tests wait for what another thread or process does. How fast the machine is just now is no part of a test: only
/// what never comes is to fail by this.
public enum TestTimeout {
    /// The longest that something is waited for.
    public static let longest = Duration.seconds(300)
}

/// Looks every few milliseconds until something is so.
///
/// - Returns: False when it has not come to be so within ``TestTimeout/longest``.
public func comes(on runtime: any Runtime = SystemRuntime.shared, _ isSo: () async throws -> Bool) async throws -> Bool
{
    let end = runtime.now.advanced(by: TestTimeout.longest)
    while try await !isSo() {
        guard runtime.now < end else { return false }
        try await runtime.sleep(for: .milliseconds(10))
    }
    return true
}
