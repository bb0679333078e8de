/// What every process answers about itself.
public enum Sys: RPCService {
    public static let name = "sys.v1.Sys"
    public static let requests: [any RPCMethod.Type] = [
        Ping.self, GetInfo.self, GetHealth.self, GetStats.self, GetSchema.self, Drain.self, WatchHealth.self,
        GetPeers.self, ListCalls.self, GetTraces.self, SetLogLevel.self, InjectFault.self, ListFaults.self,
        ClearFaults.self, GetSpans.self, GetMetrics.self,
    ]

    /// The role that may look into a process and stop it.
    public static let operatorRole = "operator"
}

extension Sys {
    /// Answers as soon as the socket thread gets to it.
    public struct Ping: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Empty
        public static let method = "Ping"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.anyone

        /// Makes a ping.
        public init() {}
    }

    /// Tells which process this is.
    public struct GetInfo: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Info
        public static let method = "GetInfo"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.anyone

        /// Makes the request.
        public init() {}
    }

    /// Which process this is.
    public struct Info: Codable, Sendable, Hashable {
        /// What it calls itself.
        public var name: String
        /// Its build.
        public var version: String
        /// Its process id.
        public var processID: Int32
        /// Random, new at every start, in hexadecimal.
        public var incarnation: String
        /// Seconds since its start.
        public var uptimeSeconds: Double
        /// Its services.
        public var services: [String]
    }

    /// Tells whether the process and its parts are well. Why they are not is told to operators: reasons name files,
    /// households and what the database said.
    public struct GetHealth: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Health
        public static let method = "GetHealth"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.anyone.withDetails(for: operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// Whether the process and its parts are well.
    public struct Health: Codable, Sendable, Hashable {
        /// The whole: `serving`, `degraded`, `starting` or `not-serving`.
        public var state: String
        /// The parts that have something to say.
        public var parts: [HealthPart]
        /// For how long the task pool lets tasks wait, in microseconds.
        public var poolLagMicroseconds: UInt64
    }

    /// One part's health.
    public struct HealthPart: Codable, Sendable, Hashable {
        /// The part.
        public var name: String
        /// Its state, as the whole's.
        public var state: String
        /// Why; empty when all is well, and ``redactedReason`` for callers who are not told.
        public var reason: String

        /// What callers other than operators get for a reason.
        public static let redactedReason = "The reason is told to operators."
    }

    /// Begins no further calls, lets the running ones finish, and stops the process.
    public struct Drain: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Empty
        public static let method = "Drain"
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(operatorRole)

        /// Makes the request.
        public init() {}
    }
}
