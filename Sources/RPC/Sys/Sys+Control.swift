extension Sys {
    /// Changes how much the process logs, for good or for a time.
    public struct SetLogLevel: RPCRequest {
        public typealias Service = Sys
        public typealias Response = LogLevel
        public static let method = "SetLogLevel"
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(operatorRole)

        /// The longest time after which a level goes back by itself, in seconds.
        public static let longestSeconds = 86_400.0

        /// The level, as swift-log names it: `trace`, `debug`, `info`, `notice`, `warning`, `error`, `critical`.
        public var level: String
        /// After how many seconds it goes back to the one that the process was started with; absent: it stays.
        public var seconds: Double?

        /// Makes the request.
        public init(level: String, seconds: Double? = nil) { (self.level, self.seconds) = (level, seconds) }
    }

    /// How much a process logs.
    public struct LogLevel: Codable, Sendable, Hashable {
        /// The level now.
        public var level: String
        /// The level before.
        public var before: String
        /// After how many seconds it goes back; absent: it stays.
        public var seconds: Double?
    }

    /// Has calls of a method fail, wait or never end. Only a process that allows it does, see ``FaultInjector``.
    ///
    /// A fault with the name of another takes its place.
    public struct InjectFault: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Fault
        public static let method = "InjectFault"
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(operatorRole)

        /// How long a fault stays when nobody says, and at most, in seconds.
        public static let standardSeconds = 60.0, longestSeconds = 3_600.0

        /// The longest name and the longest pattern, in bytes of UTF-8.
        public static let longestTextBytes = 200

        /// What happens to a call.
        public enum Kind: String, Codable, Sendable, CaseIterable {
            /// It waits before its handler.
            case latency
            /// It fails with a code.
            case error
            /// It is refused as by a server that has too much to do.
            case refuse
            /// Its handler never begins.
            case hang
        }

        /// What the fault is called.
        public var name: String
        /// The methods it is for: `service/method`, in which `*` stands for anything. `sys` has no faults.
        public var pattern: String
        /// What happens.
        public var kind: Kind
        /// How long a call waits; with `latency`.
        public var milliseconds: UInt32?
        /// Up to how much longer, at random.
        public var jitterMilliseconds: UInt32?
        /// gRPC's code; with `error`, where absent means UNAVAILABLE.
        public var code: String?
        /// How many of the calls it is for, 0 to 1; absent means all.
        public var probability: Double?
        /// After how many calls it does nothing more; absent: it goes on.
        public var count: UInt64?
        /// After how many seconds it ends; absent means 60.
        public var seconds: Double?
        /// Where its random numbers begin; absent: at random.
        public var seed: UInt64?

        /// Describes a fault.
        public init(name: String, pattern: String, kind: Kind) {
            (self.name, self.pattern, self.kind) = (name, pattern, kind)
        }
    }

    /// The faults of a process.
    public struct ListFaults: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Faults
        public static let method = "ListFaults"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(operatorRole)

        /// Makes the request.
        public init() {}
    }

    /// Ends faults.
    public struct ClearFaults: RPCRequest {
        public typealias Service = Sys
        public typealias Response = Faults
        public static let method = "ClearFaults"
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles(operatorRole)

        /// Which one; absent ends them all.
        public var name: String?

        /// Makes the request.
        public init(name: String? = nil) { self.name = name }
    }

    /// Faults of a process.
    public struct Faults: Codable, Sendable, Hashable {
        /// In the order in which they were injected. Of a request to end some: those that were ended.
        public var faults: [Fault]
    }

    /// A fault of a process.
    public struct Fault: Codable, Sendable, Hashable {
        /// What it is called.
        public var name: String
        /// The methods it is for.
        public var pattern: String
        /// What happens, as ``InjectFault/Kind`` names it.
        public var kind: String
        /// How long a call waits.
        public var milliseconds: UInt32?
        /// Up to how much longer.
        public var jitterMilliseconds: UInt32?
        /// gRPC's code.
        public var code: String?
        /// How many of the calls it is for.
        public var probability: Double
        /// How many calls it has met.
        public var hits: UInt64
        /// How many it may meet; absent: any number.
        public var count: UInt64?
        /// Seconds until it ends.
        public var secondsLeft: Double
        /// Where its random numbers began: with it, and the same calls, it meets the same ones again.
        public var seed: UInt64
    }
}
