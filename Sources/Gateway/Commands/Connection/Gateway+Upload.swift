internal import HearthModel
internal import RPC
internal import ServiceKit

extension Gateway {
    /// Sends a file to a service as the acting profile, and shows how far that is.
    ///
    /// - Parameter see: the command that shows the outcome, when it is unknown.
    /// - Throws: ``GatewayFailure``.
    func upload<Request: RPCClientStream>(
        _ request: Request, _ file: FileUpload, see: String
    ) async throws -> Request.Response where Request.RequestItem == UploadPiece, Request.Service: ServiceContract {
        var hasBegun = false
        return try await withToken { token in
            // Bytes read from a pipe are lost.
            guard !hasBegun || file.rewind() else {
                throw GatewayFailure(
                    "INTERRUPTED", "The token was refused in the middle. Nothing was imported.", canRetry: true)
            }
            hasBegun = true
            var display = ProgressDisplay(output, at: runtime.now)
            defer { display.end() }
            let client = clients.client(of: Request.Service.self)
            var isWhole = false
            do {
                return try await client.send(request, options: CallOptions(timeout: options.timeout, token: token)) {
                    writer in
                    try await file.send(to: writer) { sent in
                        display.show(
                            ProgressBar("sending", done: sent, total: file.bytes ?? 0, unit: AmountFormatter.bytes),
                            at: runtime.now)
                    }
                    isWhole = true
                }
            } catch var error as RPCError {
                // Nothing is imported before the complete file has arrived.
                if !isWhole, error.executed == .maybe { error.executed = .no }
                throw GatewayFailure(error, service: Request.Service.serviceName, safety: Request.safety, see: see)
            }
        }
    }
}
