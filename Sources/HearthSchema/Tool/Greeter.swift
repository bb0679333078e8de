internal import RPC
internal import RPCDiagnostics

/// The example service whose frames are recorded: the one of `docs/write-a-service.md`, with a few more methods.
enum Greeter: RPCService {
    static let name = "example.v1.Greeter"
    static let requests: [any RPCMethod.Type] = [
        Greet.self, Remember.self, Wait.self, Sing.self, GreetAll.self, GreetEach.self,
    ]

    /// Greets a person; an empty name is rejected, `busy` is answered with a retry delay.
    struct Greet: RPCRequest {
        typealias Service = Greeter
        typealias Response = Greeting
        static let method = "Greet"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var name: String
    }

    /// The greeting.
    struct Greeting: Codable, Sendable {
        var text: String
    }

    /// Stores a name, once for each key.
    struct Remember: RPCRequest {
        typealias Service = Greeter
        typealias Response = Empty
        static let method = "Remember"
        static let safety = CallSafety.idempotentByKey
        var name: String
    }

    /// Waits before it answers.
    struct Wait: RPCRequest {
        typealias Service = Greeter
        typealias Response = Empty
        static let method = "Wait"
        static let safety = CallSafety.unsafe
        var milliseconds: Int64
    }

    static func server(runtime: any Runtime, limits: RPCLimits) throws -> RPCServer {
        var handlers = RPCHandlers<Greeter>()
        handlers.on(Greet.self) { request, _ in
            if request.name.isEmpty { throw RPCError.invalidArgument("name", "is empty") }
            if request.name == "busy" {
                throw RPCError(
                    .resourceExhausted, "Too many greetings.", executed: .no, retryAfter: .milliseconds(250),
                    origin: "doorman")
            }
            return Greeting(text: "Hello, \(request.name)")
        }
        handlers.on(Remember.self) { _, _ in Empty() }
        handlers.on(Wait.self) { request, _ in
            try await runtime.sleep(for: .milliseconds(request.milliseconds))
            return Empty()
        }
        addStreams(to: &handlers)
        var server = RPCServer(name: "greeter", version: "1", runtime: runtime, limits: limits)
        server.diagnostics = Diagnostics()
        try server.add(handlers)
        return server
    }
}

/// A later version of the example service, unknown to the server.
enum LaterGreeter: RPCService {
    static let name = Greeter.name
    static let requests: [any RPCMethod.Type] = [Dismiss.self]

    /// Says goodbye to a person.
    struct Dismiss: RPCRequest {
        typealias Service = LaterGreeter
        typealias Response = Empty
        static let method = "Dismiss"
        static let safety = CallSafety.readOnly
        var name: String
    }
}
