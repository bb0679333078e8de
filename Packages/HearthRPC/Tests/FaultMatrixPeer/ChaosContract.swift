import RPC

/// A service with a method of every shape, all of one safety, whose handlers do as their plan says.
enum Chaos<Safety: SafetyMarker>: RPCService {
    static var name: String { "test.v1.Chaos" }
    static var requests: [any RPCMethod.Type] { [Ask.self, Download.self, Upload.self, Exchange.self] }
}

/// Names a safety as a type, since methods are types.
protocol SafetyMarker: Sendable { static var safety: CallSafety { get } }
enum ReadOnly: SafetyMarker { static let safety = CallSafety.readOnly }
enum Idempotent: SafetyMarker { static let safety = CallSafety.idempotent }
enum Keyed: SafetyMarker { static let safety = CallSafety.idempotentByKey }
enum Unsafe: SafetyMarker { static let safety = CallSafety.unsafe }

/// What a call is for.
struct CallScript: Codable, Sendable {
    /// When the handler has its effect, and what it does then.
    enum Mode: String, Codable, Sendable {
        /// The effect, and the answer.
        case quick
        /// The effect, and the answer when the gates are opened.
        case held
        /// Both when the gates are opened.
        case slow
        /// The effect, and then an error that says "not executed" of a further step.
        case half
    }

    /// The call's name in the ledger.
    var call: String
    var mode = Mode.quick
    /// How many items each side sends that sends any.
    var items = 4
    /// Bytes that the answer, or the last item, has besides.
    var responseBytes = 0
    /// Bytes that the request has besides.
    var padding: String?
}

/// The answer of a call that has one.
struct CallResult: Codable, Sendable {
    var call: String
    var padding: String?
}

/// An item of either side.
struct CallItem: Codable, Sendable {
    var number: Int
    var padding: String?
}

extension Chaos {
    struct Ask: RPCRequest {
        typealias Service = Chaos
        typealias Response = CallResult
        static var method: String { "Ask" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: CallScript
    }

    struct Download: RPCServerStream {
        typealias Service = Chaos
        typealias ResponseItem = CallItem
        static var method: String { "Download" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: CallScript
    }

    struct Upload: RPCClientStream {
        typealias Service = Chaos
        typealias RequestItem = CallItem
        typealias Response = CallResult
        static var method: String { "Upload" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: CallScript
    }

    struct Exchange: RPCBidirectionalStream {
        typealias Service = Chaos
        typealias RequestItem = CallItem
        typealias ResponseItem = CallItem
        static var method: String { "Exchange" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: CallScript
    }
}
