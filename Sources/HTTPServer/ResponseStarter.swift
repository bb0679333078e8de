internal import Synchronization

/// Begins a response once its status is known, as for one that is relayed from another server.
public final class ResponseStarter: Sendable {
    typealias Begin = @Sendable (_ status: Int, _ fields: HeaderFields, _ length: Int?) async throws -> ResponseWriter

    private let start: Begin
    private let state = Mutex<ResponseWriter?>(nil)

    init(_ start: @escaping Begin) { self.start = start }

    /// What writes the body; nil before the response has begun.
    var writer: ResponseWriter? { state.withLock { $0 } }

    /// Sends the head.
    ///
    /// - Parameter length: the bytes of the body; nil: it is sent in chunks.
    /// - Throws: when the client has left.
    public func begin(_ status: Int, _ fields: HeaderFields, length: Int? = nil) async throws -> ResponseWriter {
        let writer = try await start(status, fields, length)
        state.withLock { $0 = writer }
        return writer
    }
}
