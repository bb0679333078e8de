internal import RPC

/// Transfers the bytes of requests and responses: libcurl on a thread of its own, or a script in virtual time.
///
/// It makes one response of one request and follows nothing: redirects, and checks of what may be fetched, belong to
/// ``HTTPFetcher``. Responses pass through a ``ResponseReceiver``, so that the limits hold with every backend.
protocol FetchBackend: AnyObject, Sendable {
    /// Begins a transfer; false when the backend was stopped.
    func begin(_ id: UInt64, _ request: FetchRequest, pipe: TransferPipe, deadline: MonotonicInstant) -> Bool

    /// Ends an abandoned transfer; does nothing when it has ended.
    func drop(_ id: UInt64)

    /// Resumes a paused transfer: there is room again.
    func resume(_ id: UInt64)

    /// Ends every transfer as `stopped`, and accepts no more.
    func stop()

    /// Waits until it has stopped completely.
    func waitUntilStopped() async
}
