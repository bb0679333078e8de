public import RPC

/// The `sys` service of every process: diagnostics and control.
public enum Sys: RPCService {
    public static let name = SystemServiceNames.service
    public static let requests: [any RPCMethod.Type] = [
        Ping.self, GetInfo.self, GetHealth.self, GetStats.self, GetSchema.self, Drain.self, WatchHealth.self,
        GetPeers.self, ListCalls.self, GetTraces.self, SetLogLevel.self, InjectFault.self, ListFaults.self,
        ClearFaults.self, GetSpans.self, GetMetrics.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Sys {}
    /// A method that answers with items.
    public protocol ServerStream: RPCServerStream where Service == Sys {}
}

extension Sys {
    /// Answers on the socket thread, at once.
    public struct Ping: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.anyone

        /// Makes a ping.
        public init() {}
    }

    /// Returns the process's name, build and incarnation.
    public struct GetInfo: Request {
        public typealias Response = Info
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.anyone

        /// Makes the request.
        public init() {}
    }

    /// A process's name, build and incarnation.
    public struct Info: Codable, Sendable, Hashable {
        /// The process's name.
        public var name: String
        /// The process's build.
        public var version: String
        /// The process id.
        public var processID: Int32
        /// Random, new at every start, in hexadecimal.
        public var incarnation: String
        /// Seconds since its start.
        public var uptimeSeconds: Double
        /// Its services.
        public var services: [String]
    }

    /// Returns the health of the process and its parts. Only operators get the reasons: they name files, households and
    /// errors of the database.
    public struct GetHealth: Request {
        public typealias Response = Health
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.anyone.withDetails(for: CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// The health of a process and its parts.
    public struct Health: Codable, Sendable, Hashable {
        /// The whole: `serving`, `degraded`, `starting` or `not-serving`.
        public var state: String
        /// The parts with a reported state.
        public var parts: [HealthPart]
        /// The lag of the task pool, in microseconds.
        public var poolLagMicroseconds: UInt64
    }

    /// One part's health.
    public struct HealthPart: Codable, Sendable, Hashable {
        /// The part.
        public var name: String
        /// Its state, as the whole's.
        public var state: String
        /// The reason; empty when all is well, and ``redactedReason`` for callers other than operators.
        public var reason: String

        /// What callers other than operators get for a reason.
        public static let redactedReason = "The reason is told to operators."
    }

    /// Begins no further calls, lets the running ones finish, and stops the process.
    public struct Drain: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }
}
