import RPC
import RPCDiagnostics
import RPCInProcess
import Testing

/// Where a test body runs: in process on either runtime.
enum TestRuntime: String, CaseIterable, Sendable {
    case system, simulation

    /// Runs a body with an echo server and a client of it.
    func run(
        limits: RPCLimits = RPCLimits(), interceptors: [any ServerInterceptor] = [],
        _ body: @escaping @Sendable (EchoFixture) async throws -> Void
    ) async throws {
        switch self {
        case .system:
            let fixture = try EchoFixture(runtime: SystemRuntime.shared, limits: limits, interceptors: interceptors)
            try await body(fixture)
            fixture.client.close()
        case .simulation:
            try await Simulation.runOnDedicatedThread {
                let simulation = Simulation(seed: 1)
                let fixture = try EchoFixture(runtime: simulation, limits: limits, interceptors: interceptors)
                let outcome = Outcome()
                let ended = simulation.run {
                    do { try await body(fixture) } catch { outcome.error = error }
                }
                #expect(ended, "tasks wait for something that never comes")
                #expect(simulation.foreignJobs == 0)
                if let error = outcome.error { throw error }
            }
        }
    }

    // Unchecked: written and read on the simulation's thread.
    private final class Outcome: @unchecked Sendable { var error: (any Error)? }
}

/// A server, its address and a client.
struct EchoFixture: Sendable {
    let runtime: any Runtime
    let log = EchoLog()
    let host: InProcessHost
    let client: InProcessClient
    // A busy machine is no reason to fail.
    var patient: CallOptions { CallOptions(timeout: .seconds(60)) }
    var echo: RPCClient<Echo> { RPCClient(client.channel, defaults: patient) }
    var system: RPCClient<Sys> { RPCClient(client.channel, defaults: patient) }

    init(runtime: any Runtime, limits: RPCLimits, interceptors: [any ServerInterceptor]) throws {
        self.runtime = runtime
        host = InProcessHost(name: "echo", runtime: runtime)
        host.start(try makeEchoServer(runtime: runtime, log: log, limits: limits, interceptors: interceptors))
        client = InProcessClient(host, limits: limits)
    }
}

@Suite struct UnaryCallTests {
    @Test(arguments: TestRuntime.allCases) func `an answer comes back`(mode: TestRuntime) async throws {
        try await mode.run { fixture in
            let said = try await fixture.echo.send(Echo.Say(text: "hello"))
            #expect(said == Echo.Said(text: "hello", attempt: 1))
            let inline = try await fixture.echo.send(Echo.SayInline(text: "inline"))
            #expect(inline.text == "inline")
        }
    }

    @Test(arguments: TestRuntime.allCases) func `bodies larger than a chunk and the stream window arrive whole`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            for size in [65_535, 65_536, 65_537, 1 << 20, 3 << 20] {
                let text = String(repeating: "x", count: size)
                let said = try await fixture.echo.send(Echo.Say(text: text))
                #expect(said.text == text, "\(size) bytes")
            }
            // Windows are given back: thirty megabytes pass a window of eight.
            let text = String(repeating: "y", count: 1 << 20)
            for _ in 0..<30 { #expect(try await fixture.echo.send(Echo.SayInline(text: text)).text == text) }
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a request over the limit is refused with both numbers`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let error = await #expect(throws: RPCError.self) {
                try await fixture.echo.send(Echo.Say(text: String(repeating: "x", count: 5 << 20)))
            }
            #expect(error?.code == .resourceExhausted)
            #expect(error?.executed == .no)
            #expect(error?.message.contains("4194304") == true)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a domain's error keeps its code, detail and advice`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let error = await #expect(throws: RPCError.self) { try await fixture.echo.send(Echo.Fail(how: "domain")) }
            #expect(error?.code == .resourceExhausted)
            #expect(error?.executed == .yes)
            #expect(error?.detail(QuotaExceeded.self) == QuotaExceeded(capacity: 7))
            #expect(error?.retryAfter == .milliseconds(250))
        }
    }

    @Test(arguments: TestRuntime.allCases) func `an unknown failure leaks nothing and is not called a failure`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let error = await #expect(throws: RPCError.self) { try await fixture.echo.send(Echo.Fail(how: "secret")) }
            #expect(error?.code == .unknown)
            #expect(error?.executed == .maybe)
            #expect("\(String(describing: error))".contains("hunter2") == false)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `an unknown method is answered at once`(mode: TestRuntime) async throws
    {
        try await mode.run { fixture in
            let error = await #expect(throws: RPCError.self) {
                try await RPCClient<UnregisteredService>(fixture.client.channel, defaults: fixture.patient).send(
                    UnregisteredService.Nothing())
            }
            #expect(error?.code == .unimplemented)
            #expect(error?.executed == .no)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a request that does not decode names the field`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let wrong = EncodedCall(
                method: MethodDescriptor.of(Echo.Say.self), body: [0xa1, 0x64] + Array("text".utf8) + [0x01],
                deadline: fixture.runtime.now.advanced(by: .seconds(60)), trace: .root(runtime: fixture.runtime))
            let error = await #expect(throws: RPCError.self) { try await fixture.client.channel.call(wrong) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("text") == true)
        }
    }
}

enum UnregisteredService: RPCService {
    static let name = "test.v1.Elsewhere"
    static let requests: [any RPCMethod.Type] = [Nothing.self]
    struct Nothing: RPCRequest {
        typealias Service = UnregisteredService
        typealias Response = Empty
        static let method = "Nothing"
        static let safety = CallSafety.unsafe
    }
}

@Suite struct ReflectionTests {
    @Test(arguments: TestRuntime.allCases) func `a process tells its methods and their shapes`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            let response = try await fixture.system.send(Sys.GetSchema())
            #expect(response.methods.map(\.name).contains("test.v1.Echo/Add"))
            #expect(response.methods.map(\.name).contains("sys.v1.Sys/GetHealth"))
            #expect(response.cddl.contains("echo-say = {"))
            let say = try #require(response.methods.first { $0.name == "test.v1.Echo/Say" })
            let add = try #require(response.methods.first { $0.name == "test.v1.Echo/Add" })
            #expect(say.fingerprint != 0)
            #expect(say.fingerprint != add.fingerprint)
        }
    }

    @Test func `the contract of sys stays in the vocabulary`() {
        #expect(MethodReflection(requests: Sys.requests).violations == [])
    }

    @Test(arguments: TestRuntime.allCases) func `a process tells its health and statistics`(
        mode: TestRuntime
    ) async throws {
        try await mode.run { fixture in
            _ = try await fixture.echo.send(Echo.Say(text: "counted"))
            let health = try await fixture.system.send(Sys.GetHealth())
            #expect(health.state == "serving")
            let stats = try await fixture.system.send(Sys.GetStats())
            let say = try #require(stats.methods.first { $0.method == "test.v1.Echo/Say" })
            #expect(say.calls == 1)
            #expect(say.handler.count == 1)
            #expect(say.handler.cumulativeCounts?.count == stats.latencyBoundsMicroseconds?.count)
            #expect(say.handler.cumulativeCounts?.last == 1)
            let info = try await fixture.system.send(Sys.GetInfo())
            #expect(info.services == ["sys.v1.Sys", "test.v1.Echo"])
        }
    }
}
