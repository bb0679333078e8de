import Testing

@testable import ZeroMQ

/// Which broken connections a peer may have spoken over, by the values of `ZMQ_PROTOCOL_ERROR_*` in zmq.h.
struct EventTests {
    @Test(arguments: [
        (ZeroMQEvent.Kind.handshakeFailed, 71, true),
        // Another mechanism; a hello that is none.
        (.handshakeFailedProtocol, 0x1100_0002, true),
        (.handshakeFailedProtocol, 0x1000_0013, true),
        // A message of an authenticated peer is refused so, too.
        (.handshakeFailedProtocol, 0x1000_0012, false),
        (.handshakeFailedProtocol, 0x1000_0002, false),
        (.handshakeFailedProtocol, 0x1100_0001, false),
        (.handshakeSucceeded, 0, false), (.disconnected, 0, false), (.handshakeFailedAuthentication, 400, false),
    ])
    func `failed handshakes`(kind: ZeroMQEvent.Kind, value: Int32, expected: Bool) {
        #expect(ZeroMQEvent(kind: kind, value: value, endpoint: "tcp://127.0.0.1:1").isFailedHandshake == expected)
    }
}
