import CBOR
import Logging
import RPC
import RPCDiagnostics
import ServiceKit
import TestSupport
import Testing

/// What an operator may do to a service's process, and no other caller.
struct OperatorTests {
    private typealias SysCall = @Sendable (RPCClient<Sys>, CallOptions) async throws -> Void

    private static func sending<Request: RPCRequest>(_ request: Request) -> SysCall where Request.Service == Sys {
        { _ = try await $0.send(request, options: $1) }
    }

    private static let questions: [SysCall] = [
        sending(Sys.GetStats()), sending(Sys.GetPeers()), sending(Sys.ListCalls()), sending(Sys.GetTraces()),
        sending(Sys.GetMetrics()), sending(Sys.GetSpans(trace: String(repeating: "ab", count: 16))),
        sending(Sys.SetLogLevel(level: "debug")), sending(Sys.ListFaults()), sending(Sys.ClearFaults()),
        sending(Sys.InjectFault(name: "a", pattern: "*/Nothing", kind: .hang)),
        { for try await _ in try await $0.stream(Sys.WatchHealth(), options: $1) { return } },
    ]

    private func with(
        _ transport: TestTransport = .inProcess, _ body: (ServiceHarness) async throws -> Void
    ) async throws {
        let level = ProcessLogLevel(.info, runtime: SystemRuntime.shared)
        try await ServiceHarness.with(
            CounterService.self, transport,
            configure: { ($0.allowsFaults, $0.logLevel) = (true, level) }, body)
    }

    @Test(arguments: TestTransport.allCases)
    func `only an operator looks into a process and changes it`(transport: TestTransport) async throws {
        try await with(transport) { harness in
            let anonymous = try await harness.client(Sys.self, as: nil)
            let owner = try await harness.client(Sys.self, as: .owner)
            let kids = try await harness.client(Sys.self, as: .kids)
            for call in Self.questions {
                #expect(await code { try await call(anonymous, anonymous.defaults) } == .unauthenticated)
                #expect(await code { try await call(kids, kids.defaults) } == .permissionDenied)
                #expect(await code { try await call(owner, owner.defaults) } == nil)
            }
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `what a process tells holds no token and nothing of what was said`(transport: TestTransport) async throws {
        try await with(transport) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            let sys = try await harness.client(Sys.self, as: .owner)
            let token = try #require(sys.defaults.token)
            _ = try? await counter.send(Counter.Break())
            let texts = [
                try CBOREncoder().encode(try await sys.send(Sys.GetTraces())),
                try CBOREncoder().encode(try await sys.send(Sys.ListCalls())),
                try CBOREncoder().encode(try await sys.send(Sys.GetPeers())),
            ].map { String(decoding: $0, as: UTF8.self) }
            #expect(texts[0].contains("test.counter.v1.Counter/Break"))
            let secret = String(decoding: token.bytes.suffix(40), as: UTF8.self)
            for text in texts { #expect(!text.contains(secret) && !text.contains("hunter2")) }
        }
    }

    @Test
    func `a level that is none is refused; one that is one is told to the log`() async throws {
        try await with { harness in
            let sys = try await harness.client(Sys.self, as: .owner)
            let error = await #expect(throws: RPCError.self) { try await sys.send(Sys.SetLogLevel(level: "loud")) }
            #expect(error?.detail(InvalidField.self)?.field == "level")
            let first = try await sys.send(Sys.SetLogLevel(level: "trace", seconds: 3_600))
            let second = try await sys.send(Sys.SetLogLevel(level: "error"))
            #expect([first.before, second.before] == ["info", "trace"])
            #expect(harness.logs.messages.count { $0 == "The log level was changed." } == 2)
        }
    }

    @Test
    func `a fault comes after the token: who may not call is told so`() async throws {
        try await with { harness in
            let (anonymous, owner) = (
                try await harness.client(Counter.self, as: nil), try await harness.client(Counter.self, as: .owner)
            )
            let sys = try await harness.client(Sys.self, as: .owner)
            var fault = Sys.InjectFault(name: "a", pattern: "*", kind: .error)
            fault.code = "ABORTED"
            _ = try await sys.send(fault)
            #expect(await code { try await anonymous.send(Counter.Get()) } == .unauthenticated)
            #expect(await code { try await owner.send(Counter.Get()) } == .aborted)
            #expect(try await sys.send(Sys.ClearFaults()).faults.map(\.hits) == [1])
            #expect(await code { try await owner.send(Counter.Get()) } == nil)
        }
    }

    /// The code of a failure; nil when there was none.
    private func code(_ body: () async throws -> some Sendable) async -> RPCCode? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? RPCError)?.code
        }
    }
}
