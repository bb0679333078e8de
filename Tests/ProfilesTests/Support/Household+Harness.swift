import Access
import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

extension ServiceHarness {
    /// The owner key of this harness's run directory, as the command line reads it.
    func ownerKey() throws -> Data {
        Data(try #require(try OwnerKey.load(in: runDirectory)).bytes)
    }

    /// Signs in as the owner, acting as a profile.
    func signIn(household: String? = nil, as profile: String? = nil) async throws -> Session {
        try await anonymous().send(Profiles.LocalOwner(proof: try ownerKey(), household: household, profile: profile))
    }

    /// A client without a token.
    func anonymous() async throws -> RPCClient<Profiles> {
        try await client(Profiles.self, as: nil, options: CallOptions(timeout: TestTimeout.longest))
    }

    /// A client that acts as a profile of the household.
    func profiles(as profile: String? = nil, household: String? = nil) async throws -> RPCClient<Profiles> {
        try await client(with: signIn(household: household, as: profile))
    }

    /// A client that calls with a session's token.
    func client(with session: Session) async throws -> RPCClient<Profiles> {
        try await client(
            Profiles.self, as: nil,
            options: CallOptions(timeout: TestTimeout.longest, token: AccessToken(session.token)))
    }

    /// A client that calls as one person with a token of the test's own making.
    func profiles(of person: TestCaller) async throws -> RPCClient<Profiles> {
        try await client(Profiles.self, as: person, options: CallOptions(timeout: TestTimeout.longest))
    }

    /// The same with a token that was made after so many changes of what such profiles may see.
    func profiles(of person: TestCaller, policyGeneration: Int64) async throws -> RPCClient<Profiles> {
        var claims = person.claims(runtime: runtime)
        claims.policyGeneration = policyGeneration
        let token = try await signer.sign(claims)
        return RPCClient<Profiles>(
            try await channel(), defaults: CallOptions(timeout: TestTimeout.longest, token: token, waitForReady: true))
    }

    /// How often what profiles may see has changed, as other services are told.
    func policyGenerations() async throws -> PolicyGenerations {
        let follower = try await profiles(of: .service("catalog"))
        return try #require(try await follower.stream(Profiles.FollowEvents()).next()?.item.policyGenerations)
    }
}

extension RPCClient {
    /// The error that a call fails with; nil when it succeeds.
    func failure<Request: RPCRequest>(
        of request: Request, options: CallOptions? = nil
    ) async -> RPCError? where Request.Service == Service {
        do {
            _ = try await send(request, options: options)
            return nil
        } catch {
            return error
        }
    }
}

extension RPCChannel {
    /// The error that a call fails with; nil when it succeeds.
    func failure(of call: EncodedCall) async -> RPCError? {
        do {
            if call.method.shape == .unary {
                _ = try await self.call(call)
            } else {
                // Decided when the first item is there, or the end.
                let stream = try await self.stream(call)
                _ = try await stream.next()
                stream.cancel()
            }
            return nil
        } catch {
            return error
        }
    }
}

extension RPCError {
    /// The rule of this service that was in the way.
    var problem: ProfilesProblem.Code? { detail(ProfilesProblem.self)?.code }

    /// The field that was wrong.
    var field: String? { detail(InvalidField.self)?.field }
}
