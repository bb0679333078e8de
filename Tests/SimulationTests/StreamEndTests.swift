import Access
import CatalogFormats
import CatalogRecognition
import CatalogService
import DownloadsAPI
import DownloadsService
import Foundation
import HearthModel
import PlaybackStateAPI
import PlaybackStateService
import ProfilesAPI
import ProfilesService
import RPC
import RPCDiagnostics
import ServiceKit
import TestSupport
import Testing

/// The services' own streams end with their callers' tokens, and with their callers' profiles.
@Suite struct StreamEndTests {
    /// How a stream ended that was opened with a token of two seconds; nil when the service ended it without an error.
    private func end<S: HearthService, Request: RPCServerStream>(
        of request: Request, from service: S.Type
    ) async throws -> RPCError? {
        var end: RPCError?
        try await ServiceHarness.with(service) { harness in
            let channel = try await harness.channel()
            let ready = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
            if S.createsHouseholds {
                let key = try #require(try OwnerKey.load(in: harness.runDirectory))
                _ = try await RPCClient<Profiles>(channel)
                    .send(Profiles.LocalOwner(proof: Data(key.bytes)), options: ready)
            }
            let claims = TestCaller.owner.claims(lifetime: .seconds(2), runtime: harness.runtime)
            let options = CallOptions(token: try await harness.signer.sign(claims), waitForReady: true)
            do throws(RPCError) {
                for try await _ in try await RPCClient<Request.Service>(channel).stream(request, options: options) {}
            } catch {
                end = error
            }
        }
        return end
    }

    @Test func `each service's stream ends with its token`() async throws {
        let ends = [
            try await end(of: PlaybackState.FollowActivity(household: true), from: PlaybackStateService.self),
            try await end(of: Downloads.Follow(), from: DownloadsService.self),
            try await end(of: Profiles.FollowEvents(), from: ProfilesService.self),
            try await end(of: Sys.WatchHealth(), from: CatalogService.self),
        ]
        for end in ends {
            #expect(end?.code == .unauthenticated)
            #expect(end?.executed == .no)
            #expect(end?.message.contains("expired") == true)
        }
    }

    /// Has a log be what profiles tells.
    private func play(_ log: FakeEventLog<ProfilesEvent>, in harness: ServiceHarness) throws {
        var handlers = RPCHandlers<Profiles>()
        handlers.on(Profiles.FollowEvents.self) { _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        try harness.clients.play("profiles", handlers)
    }

    @Test func `a change of policy ends the tokens and streams of before, in every service that follows profiles`()
        async throws
    {
        let log = FakeEventLog<ProfilesEvent>()
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try play(log, in: harness)
            func client(_ person: TestCaller, _ generation: Int64?) async throws -> RPCClient<PlaybackState> {
                var claims = person.claims(runtime: harness.runtime)
                claims.policyGeneration = generation
                let options = CallOptions(
                    timeout: TestTimeout.longest, token: try await harness.signer.sign(claims), waitForReady: true)
                return RPCClient<PlaybackState>(try await harness.channel(), defaults: options)
            }
            let (child, owner) = (try await client(.kids, nil), try await client(.owner, nil))
            var activity = try await child.stream(PlaybackState.FollowActivity()).makeAsyncIterator()
            #expect(try await activity.next()?.snapshot?.isEmpty == true)
            log.tell(ProfilesEvent(policyGenerations: PolicyGenerations(kids: 2)))
            let error = await #expect(throws: RPCError.self) { while try await activity.next() != nil {} }
            #expect(error?.code == .unauthenticated)
            for outdated in [child, try await client(.kids, 1)] {
                let refused = await #expect(throws: RPCError.self) {
                    try await outdated.send(PlaybackState.ListQueue())
                }
                #expect(refused?.code == .unauthenticated && refused?.executed == .no)
            }
            _ = try await client(.kids, 2).send(PlaybackState.ListQueue())
            _ = try await owner.send(PlaybackState.ListQueue())
            // It is known when the service starts again, before profiles can be asked.
            try await harness.restart()
            let refused = await #expect(throws: RPCError.self) {
                try await client(.kids, 1).send(PlaybackState.ListQueue())
            }
            #expect(refused?.code == .unauthenticated)
            _ = try await client(.kids, 2).send(PlaybackState.ListQueue())
        }
    }

    @Test func `a deleted profile's stream ends, and another one's goes on`() async throws {
        let log = FakeEventLog<ProfilesEvent>()
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try play(log, in: harness)
            let adults = try await harness.client(PlaybackState.self, as: .adult)
            let owners = try await harness.client(PlaybackState.self, as: .owner)
            var adult = try await adults.stream(PlaybackState.FollowActivity()).makeAsyncIterator()
            var owner = try await owners.stream(PlaybackState.FollowActivity()).makeAsyncIterator()
            #expect(try await adult.next()?.snapshot?.isEmpty == true)
            #expect(try await owner.next()?.snapshot?.isEmpty == true)
            log.tell(
                ProfilesEvent(
                    profileDeleted: ProfileDeleted(profile: TestCaller.adult.profile), mustBeUnderstood: true))
            let error = await #expect(throws: RPCError.self) { while try await adult.next() != nil {} }
            #expect(error?.code == .unauthenticated)
            // The other one's still runs.
            let system = try await harness.client(Sys.self, as: .owner)
            let calls = try await system.send(Sys.ListCalls()).calls
            #expect(calls.count { $0.method == PlaybackState.FollowActivity.fullMethod } == 1)
            _ = owner
        }
    }
}
