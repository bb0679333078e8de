import RPC

/// A service for tests: every shape of outcome on request.
enum Echo: RPCService {
    static let name = "test.v1.Echo"
    static let requests: [any RPCMethod.Type] = [
        Say.self, SayInline.self, Repeat.self, Fail.self, Hold.self, Add.self,
    ]
}

extension Echo {
    struct Say: RPCRequest, Equatable {
        typealias Service = Echo
        typealias Response = Said
        static let method = "Say"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var text: String
    }

    struct SayInline: RPCRequest {
        typealias Service = Echo
        typealias Response = Said
        static let method = "SayInline"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var text: String
    }

    struct Said: Codable, Sendable, Equatable {
        var text: String
        var attempt: Int32
    }

    /// Says the same again and again.
    struct Repeat: RPCServerStream {
        typealias Service = Echo
        typealias ResponseItem = Said
        static let method = "Repeat"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var text: String
        var times: Int32
    }

    /// Fails in the way that `how` names.
    struct Fail: RPCRequest {
        typealias Service = Echo
        typealias Response = Empty
        static let method = "Fail"
        static let safety = CallSafety.unsafe
        var how: String
    }

    /// Holds on until it is released or cancelled.
    struct Hold: RPCRequest {
        typealias Service = Echo
        typealias Response = Empty
        static let method = "Hold"
        static let safety = CallSafety.unsafe
        static let timeout = Duration.seconds(60)
        var name: String
        /// Whether it does not hear of its cancellation.
        var isDeaf: Bool?
    }

    /// Adds to a counter, once for each key.
    struct Add: RPCRequest {
        typealias Service = Echo
        typealias Response = Said
        static let method = "Add"
        static let safety = CallSafety.idempotentByKey
        var amount: Int64
    }
}

/// A domain's error with a detail.
struct QuotaExceeded: RPCErrorConvertible, RPCDetail, Equatable {
    static let typeName = "test.ShelfFull"
    var capacity: Int32
    var rpcError: RPCError {
        RPCError(
            .resourceExhausted, "The shelf is full.", details: [RPCErrorDetail(self)], retryAfter: .milliseconds(250))
    }
}

struct Secret: Error { let password = "hunter2" }
