internal import CZeroMQ

/// A receive buffer, reused for each message.
///
/// Its bytes are valid until the next message is received into it. Like the socket it belongs to one thread.
public final class ZeroMQMessage {
    let frame: UnsafeMutablePointer<zmq_msg_t>

    /// The peer that sent the message, when a ROUTER received it.
    public internal(set) var routingID = RoutingID(UnsafeRawBufferPointer(start: nil, count: 0))

    /// Makes an empty message.
    public init() {
        frame = .allocate(capacity: 1)
        zmq_msg_init(frame)
    }

    /// The body, not copied: libzmq owns the bytes, and the next message received into this one frees them.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: zmq_msg_data(frame), count: zmq_msg_size(frame))
    }

    /// The user of the sender's login, `nil` without a login.
    public var userID: String? { property("User-Id") }

    /// The network address of the sender, `nil` over ipc and inproc.
    public var peerAddress: String? { property("Peer-Address") }

    private func property(_ name: String) -> String? {
        guard let text = zmq_msg_gets(frame, name) else { return nil }
        return String(cString: text)
    }

    /// Whether more frames belong to this message.
    var hasMore: Bool { zmq_msg_more(frame) != 0 }

    deinit {
        zmq_msg_close(frame)
        frame.deallocate()
    }
}
