import HearthModel
import RPC
import RPCInProcess
import Testing

@testable import Access

/// Who gets in, method by method.
struct AuthenticationInterceptorTests {
    private let home: TestAuthority
    private let catalog: TestAuthority
    private let interceptor: AuthenticationInterceptor

    init() throws {
        home = try TestAuthority()
        catalog = try TestAuthority(.service("catalog"))
        interceptor = AuthenticationInterceptor(
            verifier: TokenVerifier(
                keys: [home.key.publicKey, catalog.key.publicKey], runtime: SystemRuntime.shared))
    }

    private func call<Request: RPCRequest>(_ request: Request.Type, _ token: AccessToken?) -> ServerCall {
        let runtime = SystemRuntime.shared
        return ServerCall(
            method: MethodDescriptor.of(request), deadline: .distantFuture, received: runtime.now, token: token,
            trace: .root(runtime: runtime))
    }

    /// What becomes of a call: the code it is refused with, or nil and the viewer.
    private func outcome<Request: RPCRequest>(
        _ request: Request.Type, _ token: AccessToken?
    ) async -> (code: RPCCode?, viewer: Viewer?) {
        var call = call(request, token)
        switch interceptor.admit(&call) {
        case .pass: return (nil, try? call.viewer)
        case .refuse(let error): return (error.code, try? call.viewer)
        case .wait: break
        }
        do {
            try await interceptor.check(&call)
            return (nil, try? call.viewer)
        } catch {
            return (error.code, try? call.viewer)
        }
    }

    @Test func `no token is UNAUTHENTICATED, except where none is needed`() async {
        #expect(await outcome(GuardedService.ForAnyone.self, nil).code == nil)
        for code in [
            await outcome(GuardedService.ForCallers.self, nil).code,
            await outcome(GuardedService.ForOwners.self, nil).code,
            await outcome(GuardedService.ForOperators.self, nil).code,
            await outcome(GuardedService.ForCatalog.self, nil).code,
        ] {
            #expect(code == .unauthenticated)
        }
    }

    @Test func `a token of another household is refused before anything is done`() async throws {
        let (own, other) = (HouseholdIdentity(high: 1, low: 2), HouseholdIdentity(high: 1, low: 3))
        let verifier = home.verifier()
        func refusal(_ known: HouseholdIdentity?, _ claimed: String?) async throws -> RPCError? {
            let interceptor = AuthenticationInterceptor(verifier: verifier, service: "catalog") { name in
                name == "home" ? known : nil
            }
            var call = call(GuardedService.ForCallers.self, try await home.token { $0.identity = claimed })
            do {
                try await interceptor.check(&call)
            } catch {
                return error
            }
            // Decided on the socket thread the second time.
            return if case .refuse(let error) = interceptor.admit(&call) { error } else { nil }
        }
        #expect(try await refusal(own, own.text) == nil)
        #expect(try await refusal(own, nil) == nil, "older builds do not say it")
        #expect(try await refusal(nil, other.text) == nil, "what is not known is not compared")
        let error = try await refusal(own, other.text)
        #expect(error?.code == .failedPrecondition)
        #expect(error?.executed == .no)
        #expect(error?.message.contains("catalog") == true)
        #expect(error?.detail(HouseholdProblem.self)?.code == .otherHousehold)
        #expect(try await refusal(own, "no identity")?.code == .unauthenticated)
    }

    @Test func `a method without tokens has no viewer, whatever comes with the call`() async throws {
        let token = try await home.token { $0.role = .owner }
        let outcome = await outcome(GuardedService.ForAnyone.self, token)
        #expect(outcome.code == nil)
        #expect(outcome.viewer == nil)
    }

    @Test(arguments: [Role.owner, .operator, .adult, .child])
    func `details of what anyone may ask are for some roles`(role: Role) async throws {
        let tokens: [(AccessToken?, hasDetails: Bool)] = [
            (try await home.token { $0.role = role }, role == .owner || role == .operator),
            (nil, false), (AccessToken("no token"), false),
            (try await TestAuthority().token { $0.role = role }, false),
        ]
        // Twice: verified at first, remembered then; both ways the same.
        for (token, hasDetails) in tokens + tokens {
            var call = call(GuardedService.WithDetails.self, token)
            if case .wait = interceptor.admit(&call) { try await interceptor.check(&call) }
            #expect(call.withholdsDetails == !hasDetails)
            #expect((try? call.viewer.role) == (hasDetails ? role : nil))
        }
    }

    @Test(
        arguments: [
            (Role.owner, nil, nil, nil), (.adult, nil, RPCCode.permissionDenied, .permissionDenied),
            (.child, nil, .permissionDenied, .permissionDenied), (.operator, nil, .permissionDenied, nil),
            (Role(rawValue: "guest"), nil, .permissionDenied, .permissionDenied),
        ] as [(Role, RPCCode?, RPCCode?, RPCCode?)])
    func `roles open what they are for`(role: Role, caller: RPCCode?, owner: RPCCode?, operates: RPCCode?) async throws
    {
        let token = try await home.token { $0.role = role }
        // Twice: verified at first, remembered then; both ways the same.
        for _ in 0..<2 {
            #expect(await outcome(GuardedService.ForCallers.self, token).code == caller)
            #expect(await outcome(GuardedService.ForCallers.self, token).viewer?.role == role)
            #expect(await outcome(GuardedService.ForOwners.self, token).code == owner)
            #expect(await outcome(GuardedService.ForOperators.self, token).code == operates)
            #expect(await outcome(GuardedService.ForCatalog.self, token).code == owner)
        }
    }

    @Test func `a service gets in where it is named, and nowhere else`() async throws {
        let token = try await catalog.signer.sign(catalog.serviceClaims("catalog"))
        #expect(await outcome(GuardedService.ForCatalog.self, token).code == nil)
        #expect(await outcome(GuardedService.ForCatalog.self, token).viewer?.service == "catalog")
        #expect(await outcome(GuardedService.ForCallers.self, token).code == .permissionDenied)
        #expect(await outcome(GuardedService.ForOwners.self, token).code == .permissionDenied)
        #expect(await outcome(GuardedService.ForOperators.self, token).code == .permissionDenied)
    }

    @Test func `an unknown token waits for a verification, a remembered one does not`() async throws {
        let token = try await home.token()
        var first = call(GuardedService.ForCallers.self, token)
        guard case .wait = interceptor.admit(&first) else {
            Issue.record("an unknown token must wait")
            return
        }
        try await interceptor.check(&first)
        var second = call(GuardedService.ForCallers.self, token)
        guard case .pass = interceptor.admit(&second) else {
            Issue.record("a remembered token must pass at once")
            return
        }
        #expect(try second.viewer == first.viewer)
    }

    @Test func `without an interceptor no caller has an identity`() {
        let call = call(GuardedService.ForCallers.self, nil)
        #expect(throws: RPCError.self) { try call.viewer }
    }

    @Test func `over a connection, handlers see the viewer and forgers see nothing`() async throws {
        let runtime = SystemRuntime.shared
        var server = RPCServer(name: "guarded", version: "1", runtime: runtime, interceptors: [interceptor])
        try server.add(GuardedService.handlers)
        let host = InProcessHost(name: "guarded", runtime: runtime)
        host.start(server)
        let client = InProcessClient(host)
        defer { client.close() }
        // Many tests run at the same moment, and this one is not about time.
        let guarded = RPCClient<GuardedService>(client.channel)
        let patience = Duration.seconds(120)
        let token = try await home.token()
        #expect(
            try await guarded.send(
                GuardedService.ForCallers(), options: CallOptions(timeout: patience, token: token, waitForReady: true)
            ).name == "m1")
        #expect(
            try await guarded.send(
                GuardedService.ForCallers(), options: CallOptions(timeout: patience, token: token, waitForReady: true)
            ).name == "m1")
        let forged = try await TestAuthority().token()
        for token in [nil, forged] {
            let error = await #expect(throws: RPCError.self) {
                try await guarded.send(
                    GuardedService.ForCallers(),
                    options: CallOptions(timeout: patience, token: token, waitForReady: true))
            }
            #expect(error?.code == .unauthenticated)
            #expect(error?.executed == .no)
        }
    }
}
