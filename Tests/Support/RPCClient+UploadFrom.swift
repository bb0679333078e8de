public import Foundation
public import HearthModel
public import RPC
internal import ServiceKit

extension RPCClient {
    /// Sends a file of the test's own with a request.
    ///
    /// - Throws: why the call failed; NOT_FOUND when there is no such file.
    public func upload<Request: RPCClientStream>(
        _ request: Request, from path: String, options: CallOptions? = nil
    ) async throws(RPCError) -> Request.Response where Request.Service == Service, Request.RequestItem == UploadPiece {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw RPCError(.notFound, "The test has no file \(path).", executed: .no)
        }
        return try await upload(request, text: bytes, options: options)
    }

    /// Sends bytes with a request.
    ///
    /// - Throws: why the call failed.
    public func upload<Request: RPCClientStream>(
        _ request: Request, text: some DataProtocol, options: CallOptions? = nil
    ) async throws(RPCError) -> Request.Response where Request.Service == Service, Request.RequestItem == UploadPiece {
        try await upload(request, Data(text), options: options)
    }
}
