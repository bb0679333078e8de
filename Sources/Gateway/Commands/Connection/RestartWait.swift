internal import Cluster
internal import RPC
internal import ServiceKit

/// Has a call wait for a service that its supervisor restarts: a restart, an upgrade or a crash then costs a command some
/// time and no part of its result. Services that are to stay down are not waited for.
struct RestartWait {
    /// The options of the next attempt.
    private(set) var options: CallOptions
    private let gateway: Gateway
    /// No attempt begins after this time; nil before the first failure.
    private var end: MonotonicInstant?
    /// When the caller's timeout ends; nil for the method's own, which each attempt has.
    private let deadline: MonotonicInstant?

    /// How long services are waited for; far longer than a restart takes.
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(50)

    init(_ gateway: Gateway, _ options: CallOptions) {
        (self.gateway, self.options) = (gateway, options)
        deadline = options.timeout.map { gateway.runtime.now.advanced(by: $0) }
    }

    /// Whether the call may be made once more, after a pause: it had no effect, and the service is still expected. So a
    /// service that is stopped or given up meanwhile is not waited for any longer.
    mutating func allowsAnother(after error: RPCError, of service: String, safety: CallSafety) async -> Bool {
        guard error.code == .unavailable, error.executed == .no || safety == .readOnly,
            !GatewayFailure.isUnopened(error),
            isExpected(error.origin.map(ProcessName.of) ?? service)
        else { return false }
        let now = gateway.runtime.now
        let end = end ?? now.advanced(by: Self.patience)
        self.end = end
        do { try await gateway.runtime.sleep(for: Self.pause) } catch { return false }
        let left = deadline.map { gateway.runtime.now.duration(to: $0) }
        guard now < end, left.map({ $0 > .zero }) ?? true else { return false }
        options.timeout = left
        return true
    }

    private func isExpected(_ service: String) -> Bool {
        guard !gateway.remoteServices.contains(service), let cluster = RunningCluster(paths: gateway.paths) else {
            return false
        }
        return cluster.notice?.services.first { $0.service == service }?.isExpected ?? false
    }
}
