import RPC

/// A service with a method of every shape and every safety, whose handlers do as their plan says.
enum Chaos: RPCService {
    static let name = "test.v1.Chaos"
    static let requests: [any RPCMethod.Type] =
        methods(ReadOnly.self) + methods(Idempotent.self) + methods(Keyed.self) + methods(Unsafe.self)

    private static func methods<Safety: ChaosSafety>(_: Safety.Type) -> [any RPCMethod.Type] {
        [Ask<Safety>.self, Download<Safety>.self, Upload<Safety>.self, Exchange<Safety>.self]
    }
}

/// Names a safety as a type, since methods are types.
protocol ChaosSafety: Sendable { static var safety: CallSafety { get } }
enum ReadOnly: ChaosSafety { static let safety = CallSafety.readOnly }
enum Idempotent: ChaosSafety { static let safety = CallSafety.idempotent }
enum Keyed: ChaosSafety { static let safety = CallSafety.idempotentByKey }
enum Unsafe: ChaosSafety { static let safety = CallSafety.unsafe }

/// What a call is for.
struct ChaosPlan: Codable, Sendable {
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
    var answerBytes = 0
    /// Bytes that the request has besides.
    var padding: String?
}

extension Chaos {
    struct Done: Codable, Sendable {
        var call: String
        var padding: String?
    }

    struct Step: Codable, Sendable {
        var number: Int
        var padding: String?
    }

    struct Ask<Safety: ChaosSafety>: RPCRequest {
        typealias Service = Chaos
        typealias Response = Done
        static var method: String { "Ask-\(Safety.safety)" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: ChaosPlan
    }

    struct Download<Safety: ChaosSafety>: RPCServerStream {
        typealias Service = Chaos
        typealias ResponseItem = Step
        static var method: String { "Download-\(Safety.safety)" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: ChaosPlan
    }

    struct Upload<Safety: ChaosSafety>: RPCClientStream {
        typealias Service = Chaos
        typealias RequestItem = Step
        typealias Response = Done
        static var method: String { "Upload-\(Safety.safety)" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: ChaosPlan
    }

    struct Exchange<Safety: ChaosSafety>: RPCBidirectionalStream {
        typealias Service = Chaos
        typealias RequestItem = Step
        typealias ResponseItem = Step
        static var method: String { "Exchange-\(Safety.safety)" }
        static var safety: CallSafety { Safety.safety }
        static var access: CallAccess { .anyone }
        var plan: ChaosPlan
    }
}
