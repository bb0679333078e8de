public import RPC
internal import Synchronization

/// Fetches over HTTP and HTTPS from the public internet, and from nowhere else that is not allowed by name.
///
///     let fetcher = try HTTPFetcher()
///     let page = try await fetcher.fetch(FetchRequest(FetchURL("https://example.org/")))
///
/// Cancelling the calling task ends a transfer at once. Nothing is taken from the environment or from files of the user:
/// no proxies, no passwords, no cookies.
public final class HTTPFetcher: Sendable {
    private let configuration: FetchConfiguration
    private let runtime: any Runtime
    private let backend: any FetchBackend
    private let nextID = Atomic<UInt64>(0)

    /// Starts a fetcher with a thread of its own.
    ///
    /// - Throws: `FetchError` of kind `invalidRequest` for pins that are none, `stopped` when the system has no thread.
    public init(
        _ configuration: FetchConfiguration = FetchConfiguration(), runtime: any Runtime = SystemRuntime.shared
    ) throws(FetchError) {
        try configuration.check()
        self.configuration = configuration
        self.runtime = runtime
        backend = try FetchLoop.start(configuration, runtime: runtime)
    }

    /// Makes a fetcher without a thread, whose internet is a script that runs in the runtime's time: for simulations.
    ///
    /// - Throws: `FetchError` of kind `invalidRequest` for pins that are none.
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

    /// Fetches all of something: over HTTP/2 where the server speaks it, compressed where it can.
    ///
    /// - Returns: The answer, whatever its status: see `FetchResponse.successful`.
    /// - Throws: `FetchError`; `CancellationError`.
    public func fetch(_ request: FetchRequest) async throws -> FetchResponse {
        try await open(request, capacity: nil) { head, url, incoming in
            var body: [UInt8] = []
            while let bytes = try await incoming.next() { body += bytes }
            return FetchResponse(head: head, url: url, body: body, now: runtime.wallTime)
        }
    }

    /// Fetches something piece by piece, as the server sends it: what is not read yet waits with the sender.
    ///
    /// - Parameter body: Gets the head and where it came from in the end, and reads the body. What it leaves unread is not fetched.
    /// - Throws: `FetchError`; `CancellationError`; what `body` throws.
    public func stream<Result>(
        _ request: FetchRequest, _ body: (FetchHead, FetchURL, FetchBody) async throws -> Result
    ) async throws -> Result {
        try await open(request, capacity: configuration.bufferBytes) { head, url, incoming in
            try await body(head, url, FetchBody(incoming, expectedBytes: head.contentLength))
        }
    }

    /// Follows redirects until there is an answer, and ends the transfer when `body` is done with it.
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
            // To its end, so that the connection can be used again.
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
        return IncomingBody(id: id, pipe: pipe, backend: backend, place: request.url.description)
    }
}
