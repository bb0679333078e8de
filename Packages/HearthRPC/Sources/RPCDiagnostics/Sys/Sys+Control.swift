public import RPC

extension Sys {
    /// Changes the process's log level, for good or for a time.
    public struct SetLogLevel: Request {
        public typealias Response = LogLevel
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// The longest time after which a level is restored, in seconds.
        public static let longestSeconds = 86_400.0

        /// The level, as swift-log names it: `trace`, `debug`, `info`, `notice`, `warning`, `error`, `critical`.
        public var level: String
        /// After how many seconds the startup level is restored; absent: never.
        public var seconds: Double?

        /// Makes the request.
        public init(level: String, seconds: Double? = nil) { (self.level, self.seconds) = (level, seconds) }
    }

    /// A process's log level.
    public struct LogLevel: Codable, Sendable, Hashable {
        /// The current level.
        public var level: String
        /// The previous level.
        public var before: String
        /// Seconds until the startup level is restored; absent: never.
        public var seconds: Double?
    }

    /// Injects a fault into calls of a method: latency, an error, a refusal or a hang. Only processes that allow it do,
    /// see ``FaultInjector``.
    ///
    /// A fault replaces another one of the same name.
    public struct InjectFault: Request {
        public typealias Response = Fault
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// The default and the longest lifetime of a fault, in seconds.
        public static let standardSeconds = 60.0, longestSeconds = 3_600.0

        /// The longest name and the longest pattern, in bytes of UTF-8.
        public static let longestTextBytes = 200

        /// The kind of fault.
        public enum Kind: String, Codable, Sendable, CaseIterable {
            /// The call waits before its handler.
            case latency
            /// The call fails with a code.
            case error
            /// The call is refused as by an overloaded server.
            case refuse
            /// The handler never begins.
            case hang
        }

        /// The fault's name.
        public var name: String
        /// The methods that it hits: `service/method`, in which `*` matches any text. `sys` has no faults.
        public var pattern: String
        /// The kind of fault.
        public var kind: Kind
        /// The latency; with `latency`.
        public var milliseconds: UInt32?
        /// The most random latency added to it.
        public var jitterMilliseconds: UInt32?
        /// gRPC's code; with `error`, where absent means UNAVAILABLE.
        public var code: String?
        /// The share of calls that it hits, 0 to 1; absent means all.
        public var probability: Double?
        /// The number of hits after which it ends; absent: unlimited.
        public var count: UInt64?
        /// The lifetime in seconds; absent means 60.
        public var seconds: Double?
        /// The seed of its random numbers; absent: random.
        public var seed: UInt64?

        /// Describes a fault.
        public init(name: String, pattern: String, kind: Kind) {
            (self.name, self.pattern, self.kind) = (name, pattern, kind)
        }
    }

    /// The faults of a process.
    public struct ListFaults: Request {
        public typealias Response = Faults
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// Ends faults.
    public struct ClearFaults: Request {
        public typealias Response = Faults
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// The fault's name; absent ends them all.
        public var name: String?

        /// Makes the request.
        public init(name: String? = nil) { self.name = name }
    }

    /// Faults of a process.
    public struct Faults: Codable, Sendable, Hashable {
        /// In the order of injection. In the answer of a request to end faults: the ended ones.
        public var faults: [Fault]
    }

    /// A fault of a process.
    public struct Fault: Codable, Sendable, Hashable {
        /// The fault's name.
        public var name: String
        /// The methods that it hits.
        public var pattern: String
        /// The kind, as ``InjectFault/Kind`` names it.
        public var kind: String
        /// The latency.
        public var milliseconds: UInt32?
        /// The most random latency added to it.
        public var jitterMilliseconds: UInt32?
        /// gRPC's code.
        public var code: String?
        /// The share of calls that it hits.
        public var probability: Double
        /// How many calls it has hit.
        public var hits: UInt64
        /// The number of hits after which it ends; absent: unlimited.
        public var count: UInt64?
        /// Seconds until it ends.
        public var secondsLeft: Double
        /// The seed of its random numbers: with it, and the same calls, it hits the same ones again.
        public var seed: UInt64
    }
}
