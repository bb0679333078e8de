import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// How long invitations live, how many there are, and how many wrong ones are looked up.
struct InvitationLimitTests {
    @Test func `a lifetime is from five minutes to seven days, and a role adult or child`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for minutes in [Int32.min, -1, 0, 4, 10_081, .max] {
                let request = Profiles.InviteMember(role: .adult, lifetimeMinutes: minutes)
                #expect(await owner.failure(of: request)?.field == "lifetimeMinutes")
            }
            for minutes in [Int32(5), 10_080] {
                let open = try await owner.send(Profiles.InviteMember(role: .adult, lifetimeMinutes: minutes))
                    .invitation
                #expect(open.expires.timeIntervalSince(open.created) == Double(minutes) * 60)
            }
            for role in [Role.owner, .service, .operator, Role(rawValue: "")] {
                #expect(await owner.failure(of: Profiles.InviteMember(role: role))?.field == "role")
            }
            let control = Profiles.InviteMember(role: .adult, name: "A\u{7}")
            #expect(await owner.failure(of: control)?.field == "name")
        }
    }

    @Test func `so many can be open at once; those that have ended are listed for a month, the latest ones`()
        async throws
    {
        let runtime = ShiftedRuntime()
        try await ServiceHarness.with(ProfilesService.self, runtime: runtime) { harness in
            let owner = try await harness.profiles()
            let limit = ProfilesLimits.openInvitations
            var last: Invitation?
            for _ in 1...limit { last = try await owner.send(Profiles.InviteMember(role: .adult)).invitation }
            let full = await owner.failure(of: Profiles.InviteMember(role: .adult))
            #expect(full?.problem == .invitationLimitReached && full?.code == .resourceExhausted)
            _ = try await owner.send(Profiles.RevokeInvitation(try #require(last).id))
            _ = try await owner.send(Profiles.InviteMember(role: .adult))
            #expect(try await owner.send(Profiles.ListInvitations()).invitations.count == limit + 1)
            // A day, and thirty more.
            runtime.pass(.seconds(31 * 86_400 + 60))
            let later = try await harness.profiles()
            let one = try await later.send(Profiles.InviteMember(role: .adult)).invitation
            #expect(try await later.send(Profiles.ListInvitations()).invitations == [one])
        }
    }

    @Test func `of those that have ended the latest are kept, and of the open ones all`() async throws {
        let store = try InlineShard()
        try await store.shard.write { db in
            for number in 1...9 {
                let row = InvitationRow(
                    id: "\(number)", role: .adult, invitedBy: "m", created: 0, expires: number <= 2 ? 100 : 10)
                try InvitationTable.insert(row, hash: [UInt8(number)], db)
            }
            try InvitationTable.end("2", acceptedBy: nil, db)
            try InvitationTable.sweep(expiredBefore: 0, at: 20, limit: 3, db)
        }
        let left = try await store.shard.read { try InvitationTable.all($0).map(\.id) }
        #expect(left == ["9", "8", "7", "1"])
    }

    @Test func `wrong tokens beyond a number are refused for a moment, right ones count for nothing`() throws {
        let runtime = ShiftedRuntime()
        let guesses = InvitationGuesses(runtime: runtime)
        for _ in 1...3 * ProfilesLimits.invitationGuesses {
            try guesses.count()
            guesses.takeBack()
        }
        var refused = 0
        for _ in 1...2 * ProfilesLimits.invitationGuesses { if (try? guesses.count()) == nil { refused += 1 } }
        // The test's own time may have passed, in which some more are looked up.
        #expect(refused > 0)
        let error = ProfilesError.tooManyGuesses(retryAfter: .milliseconds(100)).rpcError
        #expect(error.code == .resourceExhausted && error.retryAfter == .milliseconds(100))
        runtime.pass(ProfilesLimits.invitationGuessInterval)
        try guesses.count()
        runtime.pass(.seconds(3_600))
        for _ in 1...ProfilesLimits.invitationGuesses { try guesses.count() }
    }

    @Test func `the service counts wrong tokens, of every household`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let guest = try await harness.anonymous()
            var refused: RPCError?
            for number in 0..<1_000 where refused == nil {
                let token = InvitationToken(household: number % 2 == 0 ? "home" : "mill", runtime: harness.runtime).text
                let error = await guest.failure(of: Profiles.AcceptInvitation(token: token, name: "Eve"))
                if error?.problem == .tooManyGuesses { refused = error }
            }
            #expect(refused?.code == .resourceExhausted && refused?.retryAfter != nil)
        }
    }

    @Test func `a token is read back, and tells nothing when it is printed`() throws {
        let token = InvitationToken(household: "lake-house", runtime: SystemRuntime.shared)
        let read = try #require(InvitationToken(token.text))
        #expect(read.household == "lake-house")
        #expect(try read.hash() == token.hash())
        #expect("\(token)" == "<invitation>")
        #expect(try InvitationToken(household: "home", runtime: SystemRuntime.shared).hash() != token.hash())
    }
}
