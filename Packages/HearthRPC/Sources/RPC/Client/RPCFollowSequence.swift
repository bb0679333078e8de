extension RPCClient {
    /// Follows a long-lived stream: reconnects whenever the stream breaks, and resumes after the last item.
    ///
    /// Every item arrives once and in order, across losses, kills and drains of the server, if its items have positions
    /// (see ``RPCWriter/write(_:at:)``). It ends when the server ends the stream without an error.
    ///
    /// - Parameters:
    ///   - request: The streaming request.
    ///   - position: The last item received before; nil begins where the method begins.
    ///   - patience: How long to try to reconnect, counted from the first break after the last item; nil: forever.
    ///   - options: Options of each connection. With ``CallOptions/tokens`` in them a connection outlives its first
    ///     token; without, it ends with that token, and the next connection evaluates the options again.
    public func follow<Request: RPCServerStream>(
        _ request: Request, after position: StreamPosition? = nil, patience: Duration? = nil,
        options: (@Sendable () async throws(RPCError) -> CallOptions)? = nil
    ) -> RPCFollowSequence<Request> where Request.Service == Service {
        RPCFollowSequence(client: self, request: request, position: position, patience: patience, options: options)
    }
}

/// A stream that is followed across reconnections, with the positions of its items.
public struct RPCFollowSequence<Request: RPCServerStream>: AsyncSequence, Sendable {
    /// An item and its position.
    public struct Element: Sendable {
        /// The item.
        public let item: Request.ResponseItem
        /// The item's position; nil when the server sent none: then a new connection starts from the beginning.
        public let position: StreamPosition?
    }

    public typealias Failure = RPCError

    let client: RPCClient<Request.Service>
    let request: Request
    let position: StreamPosition?
    let patience: Duration?
    let options: (@Sendable () async throws(RPCError) -> CallOptions)?

    public func makeAsyncIterator() -> Iterator { Iterator(followed: self, position: position) }

    /// Reads item after item, connection after connection.
    public struct Iterator: AsyncIteratorProtocol {
        let followed: RPCFollowSequence
        var position: StreamPosition?
        private var items: RPCItems<Request.ResponseItem>?
        private var failures = 0
        /// When the first failure in a row occurred.
        private var lostSince: MonotonicInstant?
        /// When the last connection was opened.
        private var openedAt: MonotonicInstant?

        init(followed: RPCFollowSequence, position: StreamPosition?) {
            (self.followed, self.position) = (followed, position)
        }

        public mutating func next() async throws(RPCError) -> Element? {
            while true {
                do {
                    let items = try await connected()
                    guard let next = try await items.next() else { return nil }
                    (failures, lostSince) = (0, nil)
                    position = next.position ?? position
                    return Element(item: next.item, position: next.position)
                } catch {
                    items = nil
                    guard isReconnectable(after: error), isPatient() else { throw error }
                    failures += 1
                    try await pause(after: error)
                }
            }
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RPCError) -> Element? {
            try await next()
        }

        private mutating func connected() async throws(RPCError) -> RPCItems<Request.ResponseItem> {
            if let items { return items }
            var options = try await followed.options?() ?? followed.client.defaults
            // A call that waits for readiness gets no error meanwhile, and could not give up.
            options.waitForReady = followed.patience == nil
            let fresh = try await followed.client.items(followed.request, after: position, options: options)
            (items, openedAt) = (fresh, followed.client.channel.runtime.now)
            return fresh
        }

        private mutating func isPatient() -> Bool {
            let now = followed.client.channel.runtime.now
            let since = lostSince ?? now
            lostSince = since
            return followed.patience.map { since.duration(to: now) < $0 } ?? true
        }

        /// Whether the break was caused by the connection or the server rather than by the request.
        private func isReconnectable(after error: RPCError) -> Bool {
            switch error.code {
            case .unavailable, .dataLoss: true
            case .unauthenticated: canRenewToken
            default: error.retryAfter != nil
            }
        }

        /// Whether a stream that ended with its token may reconnect with another one: once, unless it was authenticated
        /// for a while.
        private var canRenewToken: Bool {
            guard followed.options != nil || followed.client.defaults.tokens != nil else { return false }
            guard failures > 0, let openedAt else { return true }
            return openedAt.duration(to: followed.client.channel.runtime.now) >= Self.letIn
        }

        /// A stream that ends with UNAUTHENTICATED after this long had been authenticated: a refusal comes sooner.
        private static var letIn: Duration { .seconds(2) }

        private func pause(after error: RPCError) async throws(RPCError) {
            let runtime = followed.client.channel.runtime
            var source = runtime.generator
            let pause = RetryPolicy.standard.backoff(before: failures + 1, error: error, using: &source)
            do {
                try await runtime.sleep(for: pause)
            } catch {
                throw RPCError(.cancelled, "The stream was cancelled between two connections.", executed: .maybe)
            }
        }
    }
}
