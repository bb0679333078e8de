/// A transfer as seen by its waiting task.
struct IncomingBody: Sendable {
    let id: UInt64
    let pipe: TransferPipe
    let backend: any FetchBackend
    let address: String

    /// Waits for the head.
    ///
    /// - Throws: `FetchError`; `CancellationError`.
    func head() async throws -> FetchHead {
        guard case .head(let head) = try await event() else { throw FetchError(.broken("no head"), at: address) }
        return head
    }

    /// Waits for bytes; nil when there are no more.
    ///
    /// - Throws: `FetchError`; `CancellationError`.
    func next() async throws -> [UInt8]? {
        guard case .bytes(let bytes) = try await event() else { return nil }
        if pipe.takeResumeRequest() { backend.resume(id) }
        return bytes
    }

    /// Ends the transfer; does nothing when it has ended.
    func drop() { backend.drop(id) }

    private func event() async throws -> TransferPipe.Event {
        try await withTaskCancellationHandler {
            try await pipe.next()
        } onCancel: {
            pipe.end(.failure(CancellationError()))
            drop()
        }
    }
}
