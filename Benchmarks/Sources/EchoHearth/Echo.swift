import RPC

/// The echo service, with all features enabled that a service of the suite has.
enum Echo: RPCService {
    static let name = "echo.v1.Echo"
    static let requests: [any RPCMethod.Type] = [Say.self, SayOnLoop.self, Repeat.self, Hold.self, Work.self]

    /// The echoed payload.
    struct Said: Codable, Sendable { var text: String }

    /// Answered on the task pool.
    struct Say: RPCRequest {
        typealias Service = Echo
        typealias Response = Said
        static let method = "Say"
        static let safety = CallSafety.readOnly
        var text: String
    }

    /// Answered on the socket thread.
    struct SayOnLoop: RPCRequest {
        typealias Service = Echo
        typealias Response = Said
        static let method = "SayOnLoop"
        static let safety = CallSafety.readOnly
        var text: String
    }

    /// Answered after a CPU time in microseconds.
    struct Work: RPCRequest {
        typealias Service = Echo
        typealias Response = Said
        static let method = "Work"
        static let safety = CallSafety.readOnly
        static let timeout = Duration.seconds(60)
        var microseconds: UInt64
    }

    /// Never answered.
    struct Hold: RPCRequest {
        typealias Service = Echo
        typealias Response = Said
        static let method = "Hold"
        static let safety = CallSafety.readOnly
        static let timeout = Duration.seconds(600)
    }

    /// Answered with the text, repeated.
    struct Repeat: RPCServerStream {
        typealias Service = Echo
        typealias ResponseItem = Said
        static let method = "Repeat"
        static let safety = CallSafety.readOnly
        var text: String
        var times: Int
    }
}

/// Stands for authentication: every call carries a token of typical size, which is looked up by its bytes. Connections
/// with the same token belong to one caller, as in the suite.
struct KnownToken: ServerInterceptor {
    static let token = AccessToken(String(repeating: "t", count: 400))
    /// The token of the flooding process.
    static let floodToken = AccessToken(String(repeating: "f", count: 400))
    private let known: [AccessToken: UInt64] = [token: 1, floodToken: 2]

    func admit(_ call: inout ServerCall) -> Admission {
        guard let token = call.token, let key = known[token] else {
            return .refuse(RPCError(.unauthenticated, "No token.", executed: .no))
        }
        call.identify(as: "caller", key: key)
        return .pass
    }
}
