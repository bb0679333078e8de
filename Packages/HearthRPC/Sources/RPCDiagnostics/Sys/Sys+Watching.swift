public import RPC

extension Sys {
    /// Streams the process's health: its current state, and each change.
    public struct WatchHealth: ServerStream {
        public typealias ResponseItem = Health
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// Lists the connected peers.
    public struct GetPeers: Request {
        public typealias Response = Peers
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// The connected peers.
    public struct Peers: Codable, Sendable, Hashable {
        /// The connections, the oldest first.
        public var peers: [Peer]
    }

    /// One connection.
    public struct Peer: Codable, Sendable, Hashable {
        /// The connection's number in this process.
        public var number: UInt64
        /// The other side's name for itself; empty until it has said hello.
        public var name: String
        /// The other side's instance, in hexadecimal: several connections of one process have the same.
        public var instance: String
        /// The protocol versions that it speaks.
        public var versions: [UInt32]
        /// Whether it reads the same clock, and so is on this host.
        public var isOnThisHost: Bool
        /// Seconds since it connected.
        public var connectedSeconds: Double
        /// Its running calls whose answers it waits for.
        public var openCalls: UInt64
        /// Its running calls that it has cancelled.
        public var givenUpCalls: UInt64
        /// Its requests that have begun to arrive.
        public var arrivingCalls: UInt64
        /// Bytes of frames received from it.
        public var bytesReceived: UInt64
        /// Bytes of frames sent to it.
        public var bytesSent: UInt64
        /// Bytes queued for it.
        public var bytesWaiting: UInt64
        /// Bytes of bodies that it may send before the next grant.
        public var receiveWindowBytes: Int64
        /// Bytes of bodies that may be sent to it before its next grant.
        public var sendWindowBytes: Int64
    }

    /// Lists the running calls, the oldest first.
    public struct ListCalls: Request {
        public typealias Response = Calls
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// The default and the highest limit.
        public static let standardLimit: UInt32 = 100, highestLimit: UInt32 = 1_000

        /// The most calls to list; absent means 100.
        public var limit: UInt32?

        /// Makes the request.
        public init(limit: UInt32? = nil) { self.limit = limit }
    }

    /// The running calls.
    public struct Calls: Codable, Sendable, Hashable {
        /// The oldest first.
        public var calls: [LiveCall]
        /// The number of running calls, unlisted ones included.
        public var total: UInt64
    }

    /// One running call.
    public struct LiveCall: Codable, Sendable, Hashable {
        /// `service/method`.
        public var method: String
        /// Its number on its connection.
        public var number: UInt64
        /// The number of its connection, see ``Peer``.
        public var peerNumber: UInt64
        /// The caller's name for itself.
        public var peer: String
        /// `queued` until its task begins, `running` until its handler has ended, `stopping` when it was cancelled. A
        /// stream whose handler has ended and whose items are not sent does not count as running.
        public var phase: String
        /// Seconds since its request arrived.
        public var ageSeconds: Double
        /// Seconds until its deadline, negative after it; absent for a stream without one.
        public var secondsLeft: Double?
        /// The trace that it belongs to, in hexadecimal.
        public var trace: String
        /// The attempt's number.
        public var attempt: Int32
        /// The call's criticality, as `Criticality` names it.
        public var criticality: String
    }

    /// The last calls that failed, and the last that were slow.
    public struct GetTraces: Request {
        public typealias Response = Traces
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// The last calls that failed, and the last that were slow, each the latest first.
    public struct Traces: Codable, Sendable, Hashable {
        /// Admitted calls that failed, without those that their caller cancelled.
        public var failed: [CallTrace]
        /// Successful calls that were slow.
        public var slow: [CallTrace]
        /// The threshold of slow calls, in milliseconds.
        public var slowMilliseconds: UInt64
    }

    /// How a call ended.
    public struct CallTrace: Codable, Sendable, Hashable {
        /// `service/method`.
        public var method: String
        /// The caller's name for itself.
        public var peer: String
        /// The trace that it belongs to, in hexadecimal: the same in all services that it went through.
        public var trace: String
        /// gRPC's code.
        public var code: String
        /// Whether it had an effect: `no`, `maybe` or `yes`.
        public var executed: String
        /// Microseconds until its handler began.
        public var queueMicroseconds: UInt32
        /// Microseconds in its handler.
        public var handlerMicroseconds: UInt32
        /// Microseconds of these in the database, if the handler reported them.
        public var databaseMicroseconds: UInt32
        /// The call's criticality, as `Criticality` names it.
        public var criticality: String
        /// Seconds since it ended.
        public var ageSeconds: Double
    }
}
