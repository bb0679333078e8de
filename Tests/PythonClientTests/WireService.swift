import RPC

/// The service that a foreign client is tried on: every way in which a call can go, here and in `WireStreams`.
enum Wire: RPCService {
    static let name = "test.wire.v1.Wire"
    static let requests: [any RPCMethod.Type] = [
        Echo.self, Make.self, Fail.self, Hold.self, Add.self, GetSeen.self, Leave.self, Rotate.self,
        Count.self, Sum.self, Double.self, Stay.self, Follow.self,
    ]
}

extension Wire {
    /// Answers what it was sent, with what came beside it.
    struct Echo: RPCRequest {
        typealias Service = Wire
        typealias Response = Echoed
        static let method = "Echo"
        static let safety = CallSafety.readOnly
        /// A busy machine takes a while for a handshake with another key, which is a part of it.
        static let timeout = Duration.seconds(60)
        static let access = CallAccess.anyone
        var text: String
    }

    struct Echoed: Codable, Sendable {
        var text: String
        var attempt: Int32
        var key: [UInt8]?
        var token: String?
        var metadata: [String: String]
        /// How much time the server saw left, in microseconds.
        var microsecondsLeft: Int64
        var criticality: String
    }

    /// Answers so many bytes.
    struct Make: RPCRequest {
        typealias Service = Wire
        typealias Response = Made
        static let method = "Make"
        static let safety = CallSafety.readOnly
        static let timeout = Duration.seconds(20)
        var bytes: Int64
    }

    struct Made: Codable, Sendable {
        var bytes: [UInt8]
    }

    /// Fails in the way that `how` names.
    struct Fail: RPCRequest {
        typealias Service = Wire
        typealias Response = Empty
        static let method = "Fail"
        static let safety = CallSafety.unsafe
        var how: How
        enum How: String, Codable, Sendable, CaseIterable { case shelf, field, secret, busy }
    }

    /// Holds on for a while, or until it is cancelled.
    struct Hold: RPCRequest {
        typealias Service = Wire
        typealias Response = Empty
        static let method = "Hold"
        static let safety = CallSafety.unsafe
        var name: String
        var milliseconds: Int64
    }

    /// Adds one to a counter.
    struct Add: RPCRequest {
        typealias Service = Wire
        typealias Response = Empty
        static let method = "Add"
        static let safety = CallSafety.unsafe
        var name: String
    }

    /// What has happened under a name.
    struct GetSeen: RPCRequest {
        typealias Service = Wire
        typealias Response = Seen
        static let method = "GetSeen"
        static let safety = CallSafety.readOnly
        var name: String
    }

    struct Seen: Codable, Sendable, Equatable {
        var begun: Int32 = 0
        /// How often a handler was stopped, or could not go on.
        var cancelled: Int32 = 0
        /// The code of what the last of them met.
        var problem: String?
    }

    /// Makes the server leave.
    struct Leave: RPCRequest {
        typealias Service = Wire
        typealias Response = Empty
        static let method = "Leave"
        static let safety = CallSafety.idempotent
    }

    /// Changes the server's CURVE key to the next.
    struct Rotate: RPCRequest {
        typealias Service = Wire
        typealias Response = Empty
        static let method = "Rotate"
        static let safety = CallSafety.unsafe
    }
}

/// A domain's error with a detail.
struct QuotaExceeded: RPCErrorConvertible, RPCDetail {
    static let typeName = "test.wire.ShelfFull"
    var capacity: Int32
    var rpcError: RPCError {
        RPCError(.failedPrecondition, "The shelf is full.", details: [RPCErrorDetail(self)])
    }
}
