internal import DequeModule

/// One running call with items. Confined to the engine's loop; its ends are shared with the handler.
final class ServerStream {
    let key: ServerEngine.CallKey
    let sender: StreamSender
    let receiver: StreamReceiver
    /// Written by the handler and not sent yet.
    var pending = Deque<StreamItem>()
    /// The next item's number.
    var sequence: UInt64 = 1
    var sent = SentItems()
    /// The client's items that came together.
    var arrived: [StreamItem] = []
    /// How the call ended; told when all items are out.
    var end: (status: StatusHeader, body: [UInt8])?
    /// What the caller is told instead of the handler's own outcome: the server ends the stream.
    var verdict: RPCError?
    /// Whether it waits for the connection to have room.
    var isBlocked = false
    /// Whose it is and until when, see ``StreamToken``.
    var token = StreamToken()

    init(key: ServerEngine.CallKey, sender: StreamSender, receiver: StreamReceiver) {
        (self.key, self.sender, self.receiver) = (key, sender, receiver)
    }
}

// Calls with items: between the handlers' ends of streams and the connections.
extension ServerEngine {
    /// Makes the ends of a stream for a call that begins.
    func makeStream(_ key: CallKey, _ peer: Peer, hasItems: Bool) -> ServerStream {
        let loop = loop
        // Flaky, since both ends outlive the call where a handler keeps them.
        let client = peer.connection.client
        let window = server.limits.streamWindow
        let sender = StreamSender(itemBytes: client?.messageBytes ?? 0, unsent: window) { [weak self] in
            loop.submit { [weak self] in self?.flush(key) }
        }
        let receiver = StreamReceiver(window: window) { [weak self] taken in
            loop.submit { [weak self] in self?.taken(key, taken) }
        }
        if let client { sender.grant(client.items) }
        if !hasItems { receiver.finish(.success(EncodedResponse(body: []))) }
        return ServerStream(key: key, sender: sender, receiver: receiver)
    }

    /// Keeps an item for a handler, which gets all that came together at once.
    func gather(_ item: StreamItem, for stream: ServerStream) {
        if stream.arrived.isEmpty { readableStreams.append(stream) }
        stream.arrived.append(item)
    }

    func handOverItems() {
        for stream in readableStreams { stream.receiver.push(&stream.arrived) }
        readableStreams.removeAll(keepingCapacity: true)
    }

    /// The client's items have ended, or no more of them come.
    func endItems(of stream: ServerStream?, _ end: Result<EncodedResponse, RPCError>) {
        handOverItems()
        stream?.receiver.finish(end)
    }

    private func taken(_ key: CallKey, _ window: StreamWindow) {
        guard let peer = connections[key.peer] else { return }
        peer.connection.taken(key.call, window)
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
                peer.connection.answer(key.call, status, body: end.body)
            }
        }
        if stream.isBlocked { peer.hasBlockedStreams = true }
        list(peer)
        if let failure = peer.connection.failure { drop(peer, failure) }
    }

    /// Goes on with what waited for the connection.
    func flushBlocked(_ peer: Peer) {
        guard peer.hasBlockedStreams else { return }
        peer.hasBlockedStreams = false
        let blocked = streams.values.filter { $0.key.peer == peer.id && $0.isBlocked }
        // In the same order whatever the dictionary's: simulations repeat themselves.
        for stream in blocked.sorted(by: { $0.key < $1.key }) { flush(stream) }
    }

    /// The handler is done: the status follows the last item.
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

    /// Nobody is there any more for a call's items.
    func abandonStream(_ key: CallKey, _ error: RPCError) {
        guard let stream = streams[key] else { return }
        stream.receiver.finish(.failure(error))
        stream.sender.fail(error)
        stream.pending.removeAll()
    }

    /// Ends the streams that only follow something: their followers come back to whoever is there then. Others have the
    /// grace to end by themselves.
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

    /// The caller of a stream has been silent for too long: the call ends, also where its handler neither reads nor
    /// writes.
    func endUnresponsive(_ key: CallKey) {
        guard let stream = streams[key] else { return }
        stream.verdict = .streamKeepAliveTimeout
        abandon(key, because: .streamKeepAliveTimeout)
        // Its handler was done, and its items waited for room.
        if let end = stream.end { finish(stream, end.status, body: []) }
    }

    // MARK: Keepalives

    /// How often both sides of a stream say that they are there.
    var keepAliveInterval: Duration { server.limits.streamIdle / 3 }

    /// Says to all callers of streams that their calls still run, when it is time.
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
    /// How many items of a stream the caller must have by now.
    private func look(at key: CallKey, _ peer: Peer) -> UInt64 {
        guard let stream = streams[key] else { return 0 }
        // One that is in pieces is not out.
        stream.sent.last = stream.sequence - 1 - (peer.connection.isSending(key.call) ? 1 : 0)
        return stream.sent.look()
    }
}

extension RPCError {
    static let callerGone = RPCError(.cancelled, "The caller is gone.", executed: .maybe)
    fileprivate static let endedCall = RPCError(
        .failedPrecondition, "The call has ended, and its stream with it.", executed: .no)
}
