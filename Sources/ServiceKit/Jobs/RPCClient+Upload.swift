package import Foundation
package import HearthModel
package import RPC

extension RPCClient {
    /// Uploads a file's bytes with a request, in pieces.
    ///
    /// - Throws: the call's error; CANCELLED when the task is cancelled.
    package func upload<Request: RPCClientStream>(
        _ request: Request, _ bytes: Data, options: CallOptions? = nil
    ) async throws(RPCError) -> Request.Response where Request.Service == Service, Request.RequestItem == UploadPiece {
        do {
            return try await send(request, options: options) { writer in
                for piece in UploadPiece.pieces(of: bytes) { try await writer.write(piece) }
            }
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.cancelled, "The upload was cancelled.", executed: .maybe)
        }
    }
}
