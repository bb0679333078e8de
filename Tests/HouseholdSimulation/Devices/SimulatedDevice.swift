import ChaosHistory
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import RPCInProcess
import TestSupport

/// A device that does one thing after the other, for the person who holds it, with tokens of its own.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedDevice: @unchecked Sendable {
    let name: String
    let run: HouseholdRun
    var simulation: Simulation { run.simulation }
    /// Whether it has no network.
    private(set) var isOffline = false
    /// What it has to tell as soon as it has one again.
    var stored: [StoredReport] = []
    /// What it has pulled, by the object of the history.
    var pulledSets: [String: PulledSet] = [:]
    let clients: SimulatedServiceClients
    private var tokens: [String: Held] = [:]

    /// Where a player was.
    struct StoredReport {
        let who: String
        let viewing: Int
        let elapsedMilliseconds: Int64
        let position: Int
        /// Its number in its session.
        let sequence: Int64
    }

    private struct Held {
        let token: AccessToken
        let renewAfter: WallTime
    }

    /// How often it tries to sign in before it leaves something out.
    private static let signIns = 3

    init(_ name: String, in run: HouseholdRun) {
        (self.name, self.run) = (name, run)
        clients = run.household.clients(named: name)
    }

    /// Does what it is planned to do.
    func live(_ operations: [PlannedOperation], since begun: MonotonicInstant) async {
        for operation in operations {
            try? await simulation.sleep(until: begun.advanced(by: .milliseconds(operation.at)))
            simulation.note("\(operation.id) \(name)")
            if await perform(operation) { continue }
            run.skipped += 1
            simulation.note("\(operation.id) left out")
        }
        if isOffline { await comeBack() }
    }

    func close() { clients.close() }

    /// Who uses it, as histories name it.
    func process(_ who: String) -> String { "\(who)/\(name)" }

    // MARK: The network

    func goOffline() {
        isOffline = true
        cut(true)
    }

    func comeBack() async {
        isOffline = false
        cut(false)
        await flushStoredReports()
    }

    private func cut(_ isCutOff: Bool) {
        for host in run.household.addresses {
            host.setPartitioned(isCutOff, .toServer, of: name)
            host.setPartitioned(isCutOff, .toClient, of: name)
        }
    }

    // MARK: Calls

    /// Calls, and records what came of it.
    ///
    /// - Returns: nil when no person is signed in, or the call failed.
    func call<Request: RPCRequest>(
        _ request: Request, as who: String, on object: String, _ action: Action = .other,
        _ observation: (Request.Response) -> Observation = { _ in Observation() }
    ) async -> Request.Response? {
        try? await result(of: request, as: who, on: object, action, observation)?.get()
    }

    /// Calls, and records what came of it; nil when no person is signed in.
    func result<Request: RPCRequest>(
        of request: Request, as who: String, on object: String, _ action: Action = .other,
        _ observation: (Request.Response) -> Observation = { _ in Observation() }
    ) async -> Swift.Result<Request.Response, RPCError>? {
        guard !isOffline, let token = await token(of: who) else { return nil }
        let result = await recorded(request, token, as: who, on: object, action, observation)
        if case .failure(let error) = result, error.code == .unauthenticated { tokens[who] = nil }
        return result
    }

    /// Sends a file, and records what came of it; nil without a token.
    func result<Request: RPCClientStream>(
        ofUpload request: Request, _ text: String, as who: String, on object: String
    ) async -> Swift.Result<Request.Response, RPCError>? where Request.RequestItem == UploadPiece {
        guard !isOffline, let token = await token(of: who) else { return nil }
        let result: Swift.Result<Request.Response, RPCError> = await recorded(
            Request.self, token, as: who, on: object, .other, { _ in Observation() },
            send: { client, options async throws(RPCError) in
                try await client.upload(request, text: Data(text.utf8), options: options)
            })
        if case .failure(let error) = result, error.code == .unauthenticated { tokens[who] = nil }
        return result
    }

    private func recorded<Request: RPCRequest>(
        _ request: Request, _ token: AccessToken?, as who: String, on object: String, _ action: Action,
        _ observation: (Request.Response) -> Observation
    ) async -> Swift.Result<Request.Response, RPCError> {
        await recorded(Request.self, token, as: who, on: object, action, observation) {
            client, options async throws(RPCError) in
            try await client.send(request, options: options)
        }
    }

    private func recorded<Request: RPCMethod, Response>(
        _ request: Request.Type, _ token: AccessToken?, as who: String, on object: String, _ action: Action,
        _ observation: (Response) -> Observation,
        send: (RPCClient<Request.Service>, CallOptions) async throws(RPCError) -> Response
    ) async -> Swift.Result<Response, RPCError> {
        let timeout = Duration.milliseconds(run.plan.timeoutMilliseconds)
        let deadline = simulation.now.advanced(by: timeout)
        let service = SimulatedHousehold.name(of: Request.Service.self)
        let id = run.recorder.begin(
            process: process(who), service: service, method: Request.method, object: object, action: action,
            deadline: Int64(clamping: deadline.nanoseconds))
        let client = RPCClient<Request.Service>(clients.channel(to: service))
        do {
            // Some wait for a service that is away, and some try again.
            let waits = !run.plan.seed.isMultiple(of: 3)
            let options = CallOptions(timeout: timeout, token: token, waitForReady: waits)
            let response = try await send(client, options)
            run.recorder.end(id, .ok(observation(response)))
            simulation.note("ok")
            return .success(response)
        } catch {
            run.recorder.end(id, Outcome(error))
            simulation.note("\(error)")
            return .failure(error)
        }
    }

    // MARK: Tokens

    /// A person's token, signed in for when there is none or it is old.
    func token(of who: String) async -> AccessToken? {
        if let held = tokens[who], simulation.wallTime < held.renewAfter { return held.token }
        for attempt in 0..<Self.signIns {
            if attempt > 0 { try? await simulation.sleep(for: .milliseconds(20)) }
            guard let request = signIn(as: who) else { break }
            let session = await recorded(request, nil, as: who, on: "tokens/\(who)", .other) { _ in Observation() }
            switch session {
            case .success(let session):
                let renewal = WallTime(secondsSince1970: session.renewAfter.timeIntervalSince1970)
                let held = Held(token: AccessToken(session.token), renewAfter: renewal)
                tokens[who] = held
                return held.token
            case .failure(let error):
                // A person who is not known any more goes on with the token that is left.
                if error.executed != .no, error.code == .notFound { return tokens[who]?.token }
            }
        }
        return tokens[who]?.token
    }

    private func signIn(as who: String) -> Profiles.LocalOwner? {
        guard let proof = try? run.household.ownerProof() else { return nil }
        if who == Person.ada.rawValue { return Profiles.LocalOwner(proof: proof) }
        guard let profile = run.profile(of: who) else { return nil }
        return Profiles.LocalOwner(proof: proof, profile: profile)
    }
}

extension Outcome {
    /// What came of a call that failed.
    init(_ error: RPCError) {
        let executed: Executed =
            switch error.executed {
            case .no: .no
            case .maybe: .maybe
            case .yes: .yes
            }
        // A service's own limits come with its own words; what the RPC layer found too long was done.
        let isRefusal = error.code == .resourceExhausted && !error.details.isEmpty
        self = .failed(
            code: error.code.description, executed: executed, message: error.message, isRefusal: isRefusal)
    }
}
