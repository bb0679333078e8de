internal import CZeroMQ
internal import Glibc

extension ZeroMQSocket {
    /// The operations possible now without waiting (`ZMQ_EVENTS`); reading it also makes libzmq process its events.
    ///
    /// - Throws: `ZeroMQError` when the socket or its context is closed.
    public func readiness() throws(ZeroMQError) -> Readiness {
        var events: Int32 = 0
        var size = MemoryLayout<Int32>.size
        mayHaveInput = true
        while zmq_getsockopt(handle, ZMQ_EVENTS, &events, &size) != 0 {
            guard zmq_errno() == EINTR else { throw .last("get ZMQ_EVENTS") }
        }
        return Readiness(rawValue: events)
    }

    /// Sends one message without waiting; its bytes are copied.
    ///
    /// - Throws: `ZeroMQError` when the socket or its context is closed.
    public func send(_ body: UnsafeRawBufferPointer) throws(ZeroMQError) -> SendOutcome {
        mayHaveInput = true
        let outcome = try sendFrame(body, ZMQ_DONTWAIT)
        guard outcome == .wouldBlock else { return outcome }
        // libzmq processes its events at most once a millisecond when it sends: room or a connection may exist already.
        guard try readiness().contains(.writable) else { return .wouldBlock }
        return try sendFrame(body, ZMQ_DONTWAIT)
    }

    /// Sends one message to one peer of a ROUTER without waiting; its bytes are copied.
    ///
    /// - Throws: `ZeroMQError` when the socket or its context is closed.
    public func send(_ body: UnsafeRawBufferPointer, to peer: RoutingID) throws(ZeroMQError) -> SendOutcome {
        mayHaveInput = true
        var outcome = try sendRoutingID(peer)
        if outcome == .wouldBlock {
            _ = try readiness()
            outcome = try sendRoutingID(peer)
        }
        guard outcome == .sent else { return outcome }
        return try sendFrame(body, ZMQ_DONTWAIT)
    }

    /// Sends a message of several frames without waiting; a ROUTER's begins with the routing id.
    ///
    /// - Throws: `ZeroMQError` when the socket or its context is closed.
    public func send(frames: [[UInt8]]) throws(ZeroMQError) -> SendOutcome {
        mayHaveInput = true
        for (index, frame) in frames.enumerated() {
            let more = index + 1 < frames.count ? ZMQ_SNDMORE : 0
            let outcome = try frame.withUnsafeBufferPointer { bytes throws(ZeroMQError) in
                try sendFrame(UnsafeRawBufferPointer(bytes), ZMQ_DONTWAIT | more)
            }
            guard outcome == .sent else { return outcome }
        }
        return .sent
    }

    /// Reads one message without waiting; `message` holds it until the next one is read into it.
    ///
    /// - Throws: `ZeroMQError` when the socket or its context is closed.
    public func receive(into message: ZeroMQMessage) throws(ZeroMQError) -> ReceiveOutcome {
        guard mayHaveInput, try receiveFrame(into: message) else { return .empty }
        if kind == .router {
            message.routingID = RoutingID(message.bytes)
            guard message.hasMore, try receiveFrame(into: message) else { return .malformed }
        }
        guard message.hasMore else { return .message }
        while message.hasMore, try receiveFrame(into: message) {}
        return .malformed
    }

    /// Reads all frames of one message without waiting, of which the first `limit` are returned; nil when there is no
    /// message.
    ///
    /// - Throws: `ZeroMQError` when the socket or its context is closed.
    public func receiveFrames(limit: Int = 16) throws(ZeroMQError) -> [[UInt8]]? {
        let message = ZeroMQMessage()
        guard mayHaveInput, try receiveFrame(into: message) else { return nil }
        var frames = [Array(message.bytes)]
        while message.hasMore, try receiveFrame(into: message) {
            if frames.count < limit { frames.append(Array(message.bytes)) }
        }
        return frames
    }

    private func sendRoutingID(_ peer: RoutingID) throws(ZeroMQError) -> SendOutcome {
        try peer.withBytes { bytes throws(ZeroMQError) in try sendFrame(bytes, ZMQ_DONTWAIT | ZMQ_SNDMORE) }
    }

    private func sendFrame(_ bytes: UnsafeRawBufferPointer, _ flags: Int32) throws(ZeroMQError) -> SendOutcome {
        while zmq_send(handle, bytes.baseAddress, bytes.count, flags) < 0 {
            switch zmq_errno() {
            case EAGAIN: return .wouldBlock
            case EHOSTUNREACH: return .hostUnreachable
            case EINTR: continue
            default: throw .last("send \(bytes.count) bytes")
            }
        }
        return .sent
    }

    /// Reads one frame. An `EAGAIN` is reliable here: for a read libzmq processes all its events first.
    private func receiveFrame(into message: ZeroMQMessage) throws(ZeroMQError) -> Bool {
        while zmq_msg_recv(message.frame, handle, ZMQ_DONTWAIT) < 0 {
            switch zmq_errno() {
            case EAGAIN:
                mayHaveInput = false
                return false
            case EINTR: continue
            default: throw .last("receive")
            }
        }
        return true
    }
}

extension ZeroMQSocket {
    /// The operations that a socket can do without waiting.
    public struct Readiness: OptionSet, Sendable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// A message can be read.
        public static let readable = Readiness(rawValue: ZMQ_POLLIN)

        /// A message could be sent. Of a ROUTER it says nothing about any one peer: do not wait for it.
        public static let writable = Readiness(rawValue: ZMQ_POLLOUT)
    }
}
