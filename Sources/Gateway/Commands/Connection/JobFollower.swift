internal import HearthModel
internal import RPC
internal import ServiceKit

/// Follows a job of a service to its end, over restarts of the service, and shows how far it is.
struct JobFollower<Request: RPCServerStream>: Sendable where Request.Service: ServiceContract {
    let gateway: Gateway
    /// Follows the job's states; the last one is final.
    let request: Request
    /// The command that shows the job's outcome when it is unknown here.
    let see: String

    /// How long the service may be unreachable during a job.
    private static var patience: Duration { .seconds(30) }

    /// Waits for the job's end.
    ///
    /// - Parameter bar: how far a state is.
    /// - Throws: ``GatewayFailure`` when the outcome is unknown.
    func end(bar: (Request.ResponseItem) -> ProgressBar) async throws -> Request.ResponseItem {
        var display = ProgressDisplay(gateway.output, at: gateway.runtime.now)
        defer { display.end() }
        let client = gateway.clients.client(of: Request.Service.self)
        let tokens = gateway.tokens
        let states = client.follow(request, patience: Self.patience) { CallOptions(tokens: tokens) }
        var last: Request.ResponseItem?
        do {
            for try await state in states {
                last = state.item
                display.show(bar(state.item), at: gateway.runtime.now)
            }
        } catch {
            throw failure(error)
        }
        guard let last else { throw failure(RPCError(.internal, "The service reported nothing about the job.")) }
        return last
    }

    private func failure(_ error: RPCError) -> GatewayFailure {
        let service = Request.Service.serviceName
        var failure = GatewayFailure(error, service: service, safety: .readOnly, see: nil)
        // The job's changes until then are stored, to an unknown extent.
        failure.code = "UNKNOWN_OUTCOME"
        failure.message = "The outcome is unknown: \(service) was lost in the middle. \(error.message)"
        failure.advice = "Run `\(see)` to see: entries imported before are not imported twice."
        failure.canRetry = true
        failure.status = .unknown
        return failure
    }
}
