internal import DequeModule

/// The client's side of one streaming call. Confined to the engine's loop; the caller shares its sender and receiver.
final class ClientStream {
    let sender: StreamSender
    let receiver: StreamReceiver
    /// Written by the caller and not sent yet.
    var pending = Deque<StreamItem>()
    /// The next item's number.
    var sequence: UInt64 = 1
    var hasSentEnd = false
    /// The server's items that arrived together.
    var arrived: [StreamItem] = []

    init(sender: StreamSender, receiver: StreamReceiver) { (self.sender, self.receiver) = (sender, receiver) }

    func end(_ outcome: Result<EncodedResponse, RPCError>) {
        receiver.finish(outcome)
        switch outcome {
        case .success: sender.fail(.completed)
        case .failure(let error): sender.fail(error)
        }
    }
}

extension ClientEngine {
    public func stream(_ call: EncodedCall) -> EncodedStream {
        let (waiter, loop) = (ClientCall(call), loop)
        // Weak, since the caller may keep the sender and receiver for longer than the client.
        let sender = StreamSender(itemBytes: RPCLimits().messageBytes, unsent: streamWindow) { [weak self] in
            loop.submit { [weak self] in self?.flush(waiter) }
        }
        let receiver = StreamReceiver(window: streamWindow) { [weak self] consumed in
            loop.submit { [weak self] in self?.consumed(waiter, consumed) }
        }
        loop.submit { [self] in
            waiter.stream = ClientStream(sender: sender, receiver: receiver)
            open(waiter, now: runtime.now)
            settle()
        }
        return EncodedStream(
            sender: sender, receiver: receiver,
            cancel: { [weak self] in loop.submit { [weak self] in self?.cancel(waiter) } },
            renew: { [weak self] token in loop.submit { [weak self] in self?.renew(waiter, with: token) } })
    }

    private func renew(_ waiter: ClientCall, with token: AccessToken) {
        guard let id = waiter.id else { return }
        machine.renew(id, with: token)
    }

    private func consumed(_ waiter: ClientCall, _ window: StreamWindow) {
        guard let id = waiter.id else { return }
        machine.consumed(id, window)
    }

    /// Sends what the caller wrote, as far as the connection has room, and the end after the last item.
    private func flush(_ waiter: ClientCall) {
        guard let id = waiter.id, let stream = waiter.stream, !stream.hasSentEnd else { return }
        let isClosed = stream.sender.take(into: &stream.pending)
        var sent = StreamWindow.zero
        while let item = stream.pending.first, machine.send(item, call: id, sequence: stream.sequence) {
            stream.pending.removeFirst()
            stream.sequence += 1
            sent.add(item.size)
        }
        if sent.items > 0 { stream.sender.sent(sent) }
        if isClosed, stream.pending.isEmpty { stream.hasSentEnd = machine.endItems(of: id, sequence: stream.sequence) }
    }

    /// Delivers the events of streaming calls. A reader gets all items that arrived together at once.
    func deliverStreamEvents() {
        swap(&streamEvents, &machine.streamEvents)
        for (waiter, event) in streamEvents {
            guard let stream = waiter.stream else { continue }
            switch event {
            case .item(let item):
                if stream.arrived.isEmpty { readableStreams.append(stream) }
                stream.arrived.append(item)
            case .grant(let room, let itemBytes): stream.sender.grant(room, itemBytes: itemBytes)
            case .room: flush(waiter)
            }
        }
        for stream in readableStreams { stream.receiver.push(&stream.arrived) }
        readableStreams.removeAll(keepingCapacity: true)
        streamEvents.removeAll(keepingCapacity: true)
    }
}

extension RPCError {
    /// The server has answered: the client's remaining items do not matter.
    fileprivate static let completed = RPCError(
        .failedPrecondition, "The call has been answered: nothing more can be written to it.", executed: .yes)
}
