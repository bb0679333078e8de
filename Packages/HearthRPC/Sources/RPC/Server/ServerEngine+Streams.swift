internal import DequeModule

/// One running streaming call. Confined to the engine's loop; the handler shares its sender and receiver.
final class ServerStream {
    let key: ServerEngine.CallKey
    let sender: StreamSender
    let receiver: StreamReceiver
    /// Written by the handler and not sent yet.
    var pending = Deque<StreamItem>()
    /// The next item's number.
    var sequence: UInt64 = 1
    var sent = SentItems()
    /// The client's items that arrived together.
    var arrived: [StreamItem] = []
    /// How the call ended; sent after the last item.
    var end: (status: StatusHeader, body: [UInt8])?
    /// The error that replaces the handler's own outcome: the server ends the stream.
    var verdict: RPCError?
    /// Whether it waits for the connection's window.
    var isBlocked = false
    /// The stream's caller and the expiry of its token, see ``StreamToken``.
    var token = StreamToken()

    init(key: ServerEngine.CallKey, sender: StreamSender, receiver: StreamReceiver) {
        (self.key, self.sender, self.receiver) = (key, sender, receiver)
    }
}

// Streaming calls: connects the handlers' senders and receivers with the connections.
extension ServerEngine {
    /// Makes the sender and receiver of a call that begins.
    func makeStream(_ key: CallKey, _ peer: Peer, hasItems: Bool) -> ServerStream {
        let loop = loop
        // Weak, since a handler may keep the sender and receiver for longer than the call.
        let client = peer.connection.client
        let window = server.limits.streamWindow
        let sender = StreamSender(itemBytes: client?.messageBytes ?? 0, unsent: window) { [weak self] in
            loop.submit { [weak self] in self?.flush(key) }
        }
        let receiver = StreamReceiver(window: window) { [weak self] consumed in
            loop.submit { [weak self] in self?.consumed(key, consumed) }
        }
        if let client { sender.grant(client.items) }
        if !hasItems { receiver.finish(.success(EncodedResponse(body: []))) }
        return ServerStream(key: key, sender: sender, receiver: receiver)
    }

    /// Queues an item for a handler, which gets all items that arrived together at once.
    func gather(_ item: StreamItem, for stream: ServerStream) {
        if stream.arrived.isEmpty { readableStreams.append(stream) }
        stream.arrived.append(item)
    }

    func handOverItems() {
        for stream in readableStreams { stream.receiver.push(&stream.arrived) }
        readableStreams.removeAll(keepingCapacity: true)
    }

    /// The client's items have ended, or were cut off.
    func endItems(of stream: ServerStream?, _ end: Result<EncodedResponse, RPCError>) {
        handOverItems()
        stream?.receiver.finish(end)
    }

    private func consumed(_ key: CallKey, _ window: StreamWindow) {
        guard let peer = connections[key.peer] else { return }
        peer.connection.consumed(key.call, window)
        list(peer)
    }

    private func flush(_ key: CallKey) {
        guard let stream = streams[key] else { return }
        flush(stream)
    }

    /// Sends what the handler wrote, as far as the connection has room, and the end after the last item.
    func flush(_ stream: ServerStream) {
        let key = stream.key
        guard let peer = connections[key.peer] else { return }
        _ = stream.sender.take(into: &stream.pending)
        stream.isBlocked = false
        var sent = StreamWindow.zero
        while let item = stream.pending.first {
            guard peer.connection.send(item, call: key.call, sequence: stream.sequence) else {
                stream.isBlocked = true
                break
            }
            stream.pending.removeFirst()
            stream.sequence += 1
            sent.add(item.size)
        }
        if sent.items > 0 { stream.sender.sent(sent) }
        if let end = stream.end {
            stream.isBlocked = !stream.pending.isEmpty || peer.connection.isSending(key.call)
            if !stream.isBlocked {
                streams[key] = nil
                var status = end.status
                status.items = stream.sequence - 1
                peer.connection.sendStatus(key.call, status, body: end.body)
            }
        }
        if stream.isBlocked { peer.hasBlockedStreams = true }
        list(peer)
        if let failure = peer.connection.failure { drop(peer, failure) }
    }

    /// Resumes streams that waited for the connection.
    func flushBlocked(_ peer: Peer) {
        guard peer.hasBlockedStreams else { return }
        peer.hasBlockedStreams = false
        let blocked = streams.values.filter { $0.key.peer == peer.id && $0.isBlocked }
        // Sorted, not in the dictionary's order: simulations must be repeatable.
        for stream in blocked.sorted(by: { $0.key < $1.key }) { flush(stream) }
    }

    /// The handler has returned: the status follows the last item.
    func finish(_ stream: ServerStream, _ status: StatusHeader, body: [UInt8]) {
        var status = status
        if let verdict = stream.verdict {
            status = StatusHeader(error: verdict, timing: status.timing, load: status.load)
        }
        stream.end = (status, body)
        stream.receiver.finish(.failure(.endedCall))
        flush(stream)
        stream.sender.fail(.endedCall)
        if connections[stream.key.peer] == nil { streams[stream.key] = nil }
    }

    /// The caller of a streaming call is gone.
    func abandonStream(_ key: CallKey, _ error: RPCError) {
        guard let stream = streams[key] else { return }
        stream.receiver.finish(.failure(error))
        stream.sender.fail(error)
        stream.pending.removeAll()
    }

    /// Ends resumable streams: their followers reconnect to the next server. Other streams have the grace to end by
    /// themselves.
    func endResumableStreams() {
        for (key, stream) in streams.sorted(by: { $0.key < $1.key }) {
            guard let call = running[key], case let method = call.method.descriptor, method.shape == .serverStream,
                method.safety == .readOnly
            else {
                continue
            }
            stream.verdict = .draining(server.name)
            stream.sender.fail(.draining(server.name))
            call.cancel()
        }
    }

    /// The caller of a stream has been silent for too long: ends the call, even if its handler neither reads nor
    /// writes.
    func endUnresponsive(_ key: CallKey) {
        guard let stream = streams[key] else { return }
        stream.verdict = .streamKeepAliveTimeout
        abandon(key, because: .streamKeepAliveTimeout)
        // The handler had returned, and its items waited for the window.
        if let end = stream.end { finish(stream, end.status, body: []) }
    }

    // MARK: Keepalives

    /// The interval of both sides' stream keepalives.
    var keepAliveInterval: Duration { server.limits.streamIdle / 3 }

    /// Sends keepalives to all callers of streams, when it is time.
    func keepStreamsAlive(_ now: MonotonicInstant) {
        guard let due = nextKeepAlive, due <= now else { return }
        nextKeepAlive = streams.isEmpty ? nil : now.advanced(by: keepAliveInterval)
        for (id, keys) in Dictionary(grouping: streams.keys, by: \.peer).sorted(by: { $0.key < $1.key }) {
            guard let peer = connections[id] else { continue }
            peer.connection.keepAlive(keys.sorted().map { ($0.call, look(at: $0, peer)) })
            settle(peer, now: now)
        }
    }
}

extension ServerEngine {
    /// How many items of a stream the caller must have received by now.
    private func look(at key: CallKey, _ peer: Peer) -> UInt64 {
        guard let stream = streams[key] else { return 0 }
        // An item still in pieces is not sent yet.
        stream.sent.last = stream.sequence - 1 - (peer.connection.isSending(key.call) ? 1 : 0)
        return stream.sent.look()
    }
}

extension RPCError {
    static let callerGone = RPCError(.cancelled, "The caller is gone.", executed: .maybe)
    fileprivate static let endedCall = RPCError(
        .failedPrecondition, "The call has ended, and its stream with it.", executed: .no)
}
