public import CBOR
public import RPC

extension Sys {
    /// Counts and latencies of every method since the start.
    public struct GetStats: Request {
        public typealias Response = Stats
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// Counts and latencies since the start.
    public struct Stats: Codable, Sendable, Hashable {
        /// Calls in progress.
        public var openCalls: UInt64
        /// Connected peers.
        public var connections: UInt64
        /// Peers dropped because they broke the protocol.
        public var violations: UInt64
        /// The methods that were called, by name.
        public var methods: [MethodStats]
        /// Calls refused because of overload, by reason: `open-calls`, `caller-share`, `sheddable-calls`,
        /// `system-calls`, `system-streams`, `deadline`, `connection-calls`, `connection-rate`, `request-streams`,
        /// `connections`, `arriving-bytes`.
        public var refusals: [String: UInt64]?
        /// The bounds of the latencies' buckets, in microseconds and ascending.
        public var latencyBoundsMicroseconds: [UInt64]?
    }

    /// One method's counts and latencies.
    public struct MethodStats: Codable, Sendable, Hashable {
        /// `service/method`.
        public var method: String
        /// How often it was called.
        public var calls: UInt64
        /// The number of failures, by gRPC code.
        public var failures: [String: UInt64]
        /// From the wire to the handler.
        public var queue: Latency
        /// In the handler.
        public var handler: Latency
        /// Which sides send items, as `CallShape` names it; absent when none does. A stream lasts as long as its reader
        /// wants, so its latencies say nothing of the method.
        public var shape: String?
    }

    /// A latency's distribution, in microseconds.
    public struct Latency: Codable, Sendable, Hashable {
        /// The number of measurements.
        public var count: UInt64 = 0
        /// The median.
        public var p50Microseconds: UInt64 = 0
        /// The 90th percentile.
        public var p90Microseconds: UInt64 = 0
        /// The 99th percentile.
        public var p99Microseconds: UInt64 = 0
        /// The 99.9th percentile.
        public var p999Microseconds: UInt64 = 0
        /// The maximum.
        public var maxMicroseconds: UInt64 = 0
        /// The sum, to two digits.
        public var sumMicroseconds: UInt64?
        /// For each of ``Stats/latencyBoundsMicroseconds`` the number of measurements at or below it, to two digits of
        /// the bound: what two moments differ by is the distribution between them.
        public var cumulativeCounts: [UInt64]?
    }

    /// The services, methods and message shapes of this process: reflection.
    public struct GetSchema: Request {
        public typealias Response = SchemaAnswer
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller

        /// Makes the request.
        public init() {}
    }

    /// The services, methods and message shapes of a process.
    public struct SchemaAnswer: Codable, Sendable, Hashable {
        /// Every method.
        public var methods: [SchemaMethod]
        /// The shapes, for programs: enough to turn JSON into a request by reflection alone.
        public var schema: Schema
        /// The shapes in CDDL (RFC 8610), for people and validators.
        public var cddl: String
    }

    /// One method's shape.
    public struct SchemaMethod: Codable, Sendable, Hashable {
        /// `service/method`.
        public var name: String
        /// The shape of its request.
        public var request: Schema.Shape
        /// The shape of its answer; absent for a stream that ends without one.
        public var response: Schema.Shape?
        /// Whether calls may be repeated.
        public var safety: CallSafety
        /// The default timeout of callers in milliseconds.
        public var timeoutMilliseconds: Int64
        /// Who may call.
        public var access: SchemaAccess
        /// The fingerprint of all its shapes.
        public var fingerprint: UInt64
        /// Which sides send items, as `CallShape` names it; absent when none does.
        public var shape: String?
        /// The shape of the client's items.
        public var requestItem: Schema.Shape?
        /// The shape of the server's items.
        public var responseItem: Schema.Shape?
        /// The criticality of its calls, as `Criticality` names it; absent when they are critical.
        public var criticality: String?
    }

    /// Which callers may call a method.
    public struct SchemaAccess: Codable, Sendable, Hashable {
        /// Whether a call needs a token.
        public var needsToken: Bool
        /// The roles that may call; empty when any may.
        public var roles: [String]
        /// The services that may call on their own behalf.
        public var services: [String]
        /// What a person's token must grant beyond a role, such as a feature of a plan; absent: nothing.
        public var entitlement: String?

        init(_ access: CallAccess) {
            needsToken = access.needsToken
            roles = access.roles.sorted()
            services = access.services.sorted()
            entitlement = access.entitlement
        }
    }
}
