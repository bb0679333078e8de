public import RPC
internal import Synchronization

/// Fetches over HTTP and HTTPS from the public internet, and from hosts that are allowed by name.
///
///     let fetcher = try HTTPFetcher()
///     let page = try await fetcher.fetch(FetchRequest(FetchURL("https://example.org/")))
///
/// Cancelling the calling task ends a transfer at once. Nothing is read from the environment or the user's files: no
/// proxies, no passwords, no cookies.
public final class HTTPFetcher: Sendable {
    private let configuration: FetchConfiguration
    private let runtime: any Runtime
    private let backend: any FetchBackend
    private let nextID = Atomic<UInt64>(0)

    /// Starts a fetcher with a thread of its own.
    ///
    /// - Throws: `FetchError` of kind `invalidRequest` for invalid pins, `stopped` when the system has no thread.
    public init(
        _ configuration: FetchConfiguration = FetchConfiguration(), runtime: any Runtime = SystemRuntime.shared
    ) throws(FetchError) {
        try configuration.check()
        self.configuration = configuration
        self.runtime = runtime
        backend = try FetchLoop.start(configuration, runtime: runtime)
    }

    /// Makes a fetcher without a thread, whose internet is a script in the runtime's time: for simulations.
    ///
    /// - Throws: `FetchError` of kind `invalidRequest` for invalid pins.
    package init(
        _ configuration: FetchConfiguration, runtime: any Runtime, network: any ScriptedNetwork
    ) throws(FetchError) {
        try configuration.check()
        self.configuration = configuration
        self.runtime = runtime
        backend = ScriptedLoop(configuration, runtime: runtime, network: network)
    }

    deinit { backend.stop() }

    /// Ends all transfers as `stopped`, and returns when the thread has ended.
    public func shutDown() async {
        backend.stop()
        await backend.waitUntilStopped()
    }

    /// Fetches a complete response: over HTTP/2 and compressed where the server supports it.
    ///
    /// - Returns: The response, whatever its status: see `FetchResponse.successful`.
    /// - Throws: `FetchError`; `CancellationError`.
    public func fetch(_ request: FetchRequest) async throws -> FetchResponse {
        try await open(request, capacity: nil) { head, url, incoming in
            var body: [UInt8] = []
            while let bytes = try await incoming.next() { body += bytes }
            return FetchResponse(head: head, url: url, body: body, now: runtime.wallTime)
        }
    }

    /// Streams a response piece by piece: unread bytes stay with the sender.
    ///
    /// - Parameter body: Receives the head and the final URL, and reads the body. Bytes that it leaves unread are not
    ///   fetched.
    /// - Throws: `FetchError`; `CancellationError`; the error of `body`.
    public func stream<Result>(
        _ request: FetchRequest, _ body: (FetchHead, FetchURL, FetchBody) async throws -> Result
    ) async throws -> Result {
        try await open(request, capacity: configuration.bufferBytes) { head, url, incoming in
            try await body(head, url, FetchBody(incoming, expectedBytes: head.contentLength))
        }
    }

    /// Follows redirects to a response, and ends the transfer when `body` returns.
    private func open<Result>(
        _ request: FetchRequest, capacity: Int?,
        _ body: (FetchHead, FetchURL, IncomingBody) async throws -> Result
    ) async throws -> Result {
        let deadline = runtime.now.advanced(by: request.limits.time)
        var request = request
        for _ in 0...max(0, request.limits.redirects) {
            let incoming = try begin(request, capacity: capacity, deadline: deadline)
            defer { incoming.drop() }
            let head = try await incoming.head()
            guard let next = try request.redirected(by: head) else {
                return try await body(head, request.url, incoming)
            }
            // To its end, so that the connection can be reused.
            while try await incoming.next() != nil {}
            request = next
        }
        throw FetchError(.tooManyRedirects(limit: request.limits.redirects), at: request.url.description)
    }

    private func begin(
        _ request: FetchRequest, capacity: Int?, deadline: MonotonicInstant
    ) throws(FetchError) -> IncomingBody {
        try request.check()
        if let refusal = configuration.addresses.refusal(of: request.url) {
            throw FetchError(.refusedAddress(purpose: refusal.purpose), at: request.url.description)
        }
        let pipe = TransferPipe(capacity: capacity)
        let id = nextID.add(1, ordering: .relaxed).newValue
        guard backend.begin(id, request, pipe: pipe, deadline: deadline) else {
            throw FetchError(.stopped, at: request.url.description)
        }
        return IncomingBody(id: id, pipe: pipe, backend: backend, address: request.url.description)
    }
}
