internal import RPC

/// What moves the bytes of requests and answers: libcurl on a thread of its own, or a script in virtual time.
///
/// It gives one answer to one request and follows nothing: redirects, and what may be fetched at all, are
/// ``HTTPFetcher``'s. Answers go through an ``ResponseReceiver``, so that the limits hold whatever moves the bytes.
protocol FetchBackend: AnyObject, Sendable {
    /// Begins a transfer; false when it was stopped.
    func begin(_ id: UInt64, _ request: FetchRequest, pipe: TransferPipe, deadline: MonotonicInstant) -> Bool

    /// Ends a transfer that nobody waits for any more. Nothing happens when it has ended.
    func drop(_ id: UInt64)

    /// Goes on with a transfer that was paused, as there is room again.
    func resume(_ id: UInt64)

    /// Ends every transfer as `stopped`, and takes none any more.
    func stop()

    /// Waits until it does nothing any more.
    func waitUntilStopped() async
}
