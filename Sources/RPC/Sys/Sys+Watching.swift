extension Sys {
    /// Tells how the process is now, and again whenever that changes.
    public struct WatchHealth: RPCServerStream {
        public typealias Service = Sys
        public typealias ResponseItem = Health
        public static let method = "WatchHealth"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// Who is connected.
    public struct GetPeers: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Peers
        public static let method = "GetPeers"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// Who is connected.
    public struct Peers: Codable, Sendable, Hashable {
        /// The connections, the oldest first.
        public var peers: [Peer]
    }

    /// One connection.
    public struct Peer: Codable, Sendable, Hashable {
        /// Its number in this process.
        public var number: UInt64
        /// What the other side calls itself; empty until it has said hello.
        public var name: String
        /// The other side's start, in hexadecimal: several connections of one process have the same.
        public var instance: String
        /// The protocol versions that it speaks.
        public var versions: [UInt32]
        /// Whether it reads the same clock, and so is on this host.
        public var isOnThisHost: Bool
        /// Seconds since it connected.
        public var connectedSeconds: Double
        /// Calls of it that run and that it waits for.
        public var openCalls: UInt64
        /// Calls of it that run though it gave them up.
        public var givenUpCalls: UInt64
        /// Requests of it that have begun to arrive.
        public var arrivingCalls: UInt64
        /// Bytes of frames that came from it.
        public var bytesReceived: UInt64
        /// Bytes of frames that went to it.
        public var bytesSent: UInt64
        /// Bytes that wait to go to it.
        public var bytesWaiting: UInt64
        /// Bytes of bodies that it may send before it is granted more.
        public var receiveWindowBytes: Int64
        /// Bytes of bodies that may be sent to it before it grants more.
        public var sendWindowBytes: Int64
    }

    /// The calls that run now, the oldest first.
    public struct ListCalls: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Calls
        public static let method = "ListCalls"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(operatorRole)

        /// How many are told when nobody says, and at most.
        public static let standardLimit: UInt32 = 100, highestLimit: UInt32 = 1_000

        /// How many to tell at most; absent means 100.
        public var limit: UInt32?

        /// Makes the request.
        public init(limit: UInt32? = nil) { self.limit = limit }
    }

    /// The calls that run.
    public struct Calls: Codable, Sendable, Hashable {
        /// The oldest of them first.
        public var calls: [LiveCall]
        /// How many there are, also those that are not told.
        public var total: UInt64
    }

    /// One call that runs.
    public struct LiveCall: Codable, Sendable, Hashable {
        /// `service/method`.
        public var method: String
        /// Its number on its connection.
        public var number: UInt64
        /// The number of its connection, see ``Peer``.
        public var peerNumber: UInt64
        /// What the caller calls itself.
        public var peer: String
        /// `queued` until its task begins, `running` until its handler has ended, `stopping` when it was told to end. A stream
        /// whose handler has ended and whose items are not out runs no more.
        public var phase: String
        /// Seconds since its request came.
        public var ageSeconds: Double
        /// Seconds until its deadline, negative after it; absent for a stream without one.
        public var secondsLeft: Double?
        /// The trace that it belongs to, in hexadecimal.
        public var trace: String
        /// Which attempt of its caller it is.
        public var attempt: Int32
        /// How much it matters, as ``Criticality`` names it.
        public var criticality: String
    }

    /// The last calls that failed, and the last that were slow.
    public struct GetTraces: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Traces
        public static let method = "GetTraces"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// The last calls that failed, and the last that were slow, each the latest first.
    public struct Traces: Codable, Sendable, Hashable {
        /// Calls that were let in and failed; those that their caller gave up are not among them.
        public var failed: [CallTrace]
        /// Calls that succeeded and took long.
        public var slow: [CallTrace]
        /// What long is, in milliseconds.
        public var slowMilliseconds: UInt64
    }

    /// How a call ended.
    public struct CallTrace: Codable, Sendable, Hashable {
        /// `service/method`.
        public var method: String
        /// What the caller calls itself.
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
        /// Microseconds of these in the database, where the handler said so.
        public var databaseMicroseconds: UInt32
        /// How much it mattered, as ``Criticality`` names it.
        public var criticality: String
        /// Seconds since it ended.
        public var ageSeconds: Double
    }
}
