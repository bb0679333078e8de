import RPC
import RPCDiagnostics
import Synchronization
import Testing

/// Who says how a call is made: its caller, else configuration, else the method.
@Suite struct CallPolicyTests {
    /// A service without methods.
    private enum UnservedContract: RPCService {
        static let name = "test.v1.Deaf"
        static let requests: [any RPCMethod.Type] = [Plain.self, Eager.self]

        /// Declares nothing.
        struct Plain: RPCRequest {
            typealias Service = UnservedContract
            typealias Response = Empty
            static let method = "Plain"
            static let safety = CallSafety.readOnly
        }

        /// Is never tried again, and waits.
        struct Eager: RPCRequest {
            typealias Service = UnservedContract
            typealias Response = Empty
            static let method = "Eager"
            static let safety = CallSafety.readOnly
            static let timeout = Duration.seconds(7)
            static let retry: RetryPolicy? = nil
            static let waitForReady = true
        }
    }

    /// What went into the channel.
    private struct Seen: Equatable {
        var timeout: Duration
        var attempts: Int
        var waitForReady: Bool
    }

    /// A channel without a server.
    private final class NoChannel: RPCChannel {
        let runtime: any Runtime
        let retryBudget = SharedRetryBudget()
        let overrides: CallPolicyOverrides
        private let begin: MonotonicInstant
        private let calls = Mutex<[EncodedCall]>([])

        init(_ runtime: any Runtime, _ overrides: CallPolicyOverrides) {
            (self.runtime, self.overrides, begin) = (runtime, overrides, runtime.now)
        }

        func call(_ call: EncodedCall) throws(RPCError) -> EncodedResponse {
            calls.withLock { $0.append(call) }
            throw RPCError(.unavailable, "No server is there.", executed: .no)
        }

        func stream(_ call: EncodedCall) throws(RPCError) -> EncodedStream {
            calls.withLock { $0.append(call) }
            throw RPCError(.unavailable, "No server is there.", executed: .no)
        }

        /// When the first call's time is over.
        var deadline: MonotonicInstant? { calls.withLock { $0.first?.deadline } }

        var seen: Seen? {
            let calls = calls.withLock { $0 }
            return calls.first.map {
                Seen(
                    timeout: begin.duration(to: $0.deadline), attempts: calls.count, waitForReady: $0.waitForReady)
            }
        }
    }

    private static func call<Request: RPCRequest>(
        _ request: Request, _ overrides: [String: CallPolicyOverride], _ options: CallOptions?
    ) async throws -> Seen? where Request.Service == UnservedContract {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let channel = NoChannel(simulation, CallPolicyOverrides(overrides))
            let ended = simulation.run {
                _ = try? await RPCClient<UnservedContract>(channel).send(request, options: options)
            }
            #expect(ended)
            return channel.seen
        }
    }

    @Test func `a method's own value counts where no override sets one`() async throws {
        let plain = try await Self.call(UnservedContract.Plain(), [:], nil)
        #expect(plain == Seen(timeout: .seconds(5), attempts: 3, waitForReady: false))
        let eager = try await Self.call(UnservedContract.Eager(), [:], nil)
        #expect(eager == Seen(timeout: .seconds(7), attempts: 1, waitForReady: true))
    }

    /// Every field by itself, over everybody who may say something about it.
    @Test(arguments: 0..<64) func `the caller goes before configuration, and a method's entry before its service's`(
        positions: Int
    ) async throws {
        func says(_ position: Int) -> Bool { positions & (1 << position) != 0 }
        var (service, method, options) = (CallPolicyOverride(), CallPolicyOverride(), CallOptions())
        var expected = Seen(timeout: .seconds(7), attempts: 1, waitForReady: true)
        if says(0) { (service.timeout, expected.timeout) = (.seconds(20), .seconds(20)) }
        if says(1) { (method.timeout, expected.timeout) = (.seconds(30), .seconds(30)) }
        if says(2) { (options.timeout, expected.timeout) = (.seconds(40), .seconds(40)) }
        if says(3) { (service.attempts, expected.attempts) = (2, 2) }
        if says(4) { (method.attempts, expected.attempts) = (3, 3) }
        if says(5) { (options.attempts, expected.attempts) = (4, 4) }
        // The same places, so that they need not be tried in all combinations with each other.
        if says(3) { (service.waitForReady, expected.waitForReady) = (false, false) }
        if says(4) { (method.waitForReady, expected.waitForReady) = (true, true) }
        if says(5) { (options.waitForReady, expected.waitForReady) = (false, false) }
        let overrides = [
            UnservedContract.name: service, UnservedContract.Eager.fullMethod: method,
            UnservedContract.Plain.fullMethod: CallPolicyOverride(timeout: .seconds(1), attempts: 9),
        ]
        #expect(try await Self.call(UnservedContract.Eager(), overrides, options) == expected)
    }

    @Test func `what is said of a service is not said of what else its process answers`() async throws {
        let overrides = CallPolicyOverrides([UnservedContract.name: CallPolicyOverride(attempts: 9)])
        #expect(overrides.override(of: .of(Sys.Ping.self)) == CallPolicyOverride())
        #expect(overrides.override(of: .of(UnservedContract.Plain.self)).attempts == 9)
    }

    @Test func `a service's timeout is not for its streams, unless one is named`() {
        let whole = [Echo.name: CallPolicyOverride(timeout: .seconds(2), waitForReady: true)]
        #expect(CallPolicyOverrides(whole).override(of: .of(Echo.Say.self)).timeout == .seconds(2))
        let stream = CallPolicyOverrides(whole).override(of: .of(Echo.Repeat.self))
        #expect(stream == CallPolicyOverride(waitForReady: true))
        let named = whole.merging([Echo.Repeat.fullMethod: CallPolicyOverride(timeout: .seconds(3))]) { $1 }
        #expect(CallPolicyOverrides(named).override(of: .of(Echo.Repeat.self)).timeout == .seconds(3))
    }

    @Test func `a call that waits for one response has a deadline, even when its options set none`() async throws {
        let unlimited = CallOptions(timeout: .unlimited)
        #expect(try await Self.call(UnservedContract.Plain(), [:], unlimited)?.timeout == RPCLimits().timeout)
        let said = [UnservedContract.name: CallPolicyOverride(timeout: .unlimited)]
        #expect(try await Self.call(UnservedContract.Plain(), said, nil)?.timeout == RPCLimits().timeout)
        let channel = NoChannel(Simulation(seed: 1), .none)
        _ = try? await RPCClient<Echo>(channel).stream(Echo.Repeat(text: "a", times: 1), options: unlimited)
        #expect(channel.deadline == .distantFuture)
    }
}
