import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Invitations: accepted once, and no caller without one learns anything.
struct InvitationTests {
    @Test func `an invitation has a link with a secret, is shown without it, and makes one member`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let issued = try await owner.send(Profiles.InviteMember(role: .child, name: " Kim "))
            #expect(issued.token.hasPrefix("home.") && issued.token.count == "home.".count + 32)
            #expect(issued.link == "hearth://invite/" + issued.token)
            let open = issued.invitation
            #expect(open.state == .open && open.name == "Kim" && open.role == .child && open.member == nil)
            #expect(open.expires.timeIntervalSince(open.created) == 86_400)
            #expect(open.invitedBy == (try await harness.members()["Owner"]?.id))
            #expect(try await owner.send(Profiles.ListInvitations()).invitations == [open])
            let accepted = try await harness.anonymous().send(Profiles.AcceptInvitation(token: issued.token))
            #expect(accepted.member.name == "Kim" && accepted.profile.name == "Kim")
            #expect(accepted.member.role == .child && accepted.profile.kind == .kids)
            let ended = try await owner.send(Profiles.ListInvitations()).invitations
            #expect(ended.map(\.state) == [.accepted] && ended.map(\.member) == [accepted.member.id])
            let late = await owner.failure(of: Profiles.RevokeInvitation(open.id))
            #expect(late?.problem == .invitationAccepted && late?.code == .failedPrecondition)
            // Adults read the list, and change nothing.
            let adam = try await harness.client(of: harness.join("Adam").member)
            #expect(try await adam.send(Profiles.ListInvitations()).invitations.count == 2)
            #expect(await adam.failure(of: Profiles.RevokeInvitation(open.id))?.code == .permissionDenied)
        }
    }

    @Test func `the invited person chooses a name; a taken one leaves the invitation open`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let guest = try await harness.anonymous()
            let token = try await owner.send(Profiles.InviteMember(role: .adult)).token
            #expect(await guest.failure(of: Profiles.AcceptInvitation(token: token))?.field == "name")
            #expect(await guest.failure(of: Profiles.AcceptInvitation(token: token, name: " "))?.field == "name")
            let taken = await guest.failure(of: Profiles.AcceptInvitation(token: token, name: "KIDS"))
            #expect(taken?.problem == .nameTaken && taken?.code == .alreadyExists)
            #expect(try await harness.members().count == 1)
            let accepted = try await guest.send(Profiles.AcceptInvitation(token: token, name: "Adam"))
            #expect(accepted.profile.name == "Adam" && accepted.profile.kind == .adult)
        }
    }

    @Test func `a device that is described is signed in as the new member`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let (owner, guest) = (try await harness.profiles(), try await harness.anonymous())
            let token = try await owner.send(Profiles.InviteMember(role: .adult, name: "Adam")).token
            let bad = DeviceDescription(name: "", platform: "tv")
            let refused = await guest.failure(of: Profiles.AcceptInvitation(token: token, device: bad))
            #expect(refused?.code == .invalidArgument)
            #expect(try await harness.members().count == 1, "the invitation stays open")
            let accepted = try await guest.send(Profiles.AcceptInvitation(token: token, device: .test("Phone")))
            let session = try #require(accepted.session)
            #expect(session.role == .adult && session.profile.id == accepted.profile.id)
            let next = try await guest.send(
                Profiles.RefreshSession(refreshToken: try #require(session.refreshToken)))
            #expect(next.device == session.device && next.profile.name == "Adam")
            let other = try await owner.send(Profiles.InviteMember(role: .adult, name: "Eva")).token
            #expect(try await guest.send(Profiles.AcceptInvitation(token: other)).session == nil)
        }
    }

    @Test func `the token is stored as a hash and logged nowhere`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let issued = try await harness.profiles().send(Profiles.InviteMember(role: .adult, name: "Adam"))
            let secret = String(issued.token.dropFirst("home.".count))
            let bytes = try #require(Data(base64Encoded: secret.replacing("-", with: "+").replacing("_", with: "/")))
            _ = await (try await harness.anonymous()).failure(
                of: Profiles.AcceptInvitation(token: "mill." + secret))
            await harness.stop()
            let folder = harness.dataDirectory + "/home"
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            #expect(files.contains("profiles.sqlite"))
            for file in files {
                let content = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
                #expect(content.firstRange(of: Data(secret.utf8)) == nil, "\(file)")
                #expect(content.firstRange(of: bytes) == nil, "\(file)")
            }
            #expect(!harness.logs.text.contains(secret))
        }
    }

    @Test func `unknown, accepted, revoked and expired ones are one error, and create no household`() async throws {
        let runtime = ShiftedRuntime()
        try await ServiceHarness.with(ProfilesService.self, runtime: runtime) { harness in
            let owner = try await harness.profiles()
            func invite(_ minutes: Int32) async throws -> IssuedInvitation {
                try await owner.send(Profiles.InviteMember(role: .adult, name: "Eve", lifetimeMinutes: minutes))
            }
            let (accepted, revoked) = (try await invite(60), try await invite(60))
            let expired = try await invite(5)
            let guest = try await harness.anonymous()
            _ = try await guest.send(Profiles.AcceptInvitation(token: accepted.token, name: "Adam"))
            for _ in 1...2 {
                let state = try await owner.send(Profiles.RevokeInvitation(revoked.invitation.id)).state
                #expect(state == .revoked)
            }
            runtime.pass(.seconds(299))
            let open = try await owner.send(Profiles.ListInvitations()).invitations
            #expect(open.map(\.state) == [.open, .revoked, .accepted])
            runtime.pass(.seconds(2))
            let ended = try await owner.send(Profiles.ListInvitations()).invitations
            #expect(ended.map(\.state) == [.expired, .revoked, .accepted])
            let secret = accepted.token.dropFirst("home.".count)
            let unknown = String(repeating: "A", count: 32)
            let errors = [
                accepted.token, revoked.token, expired.token, "home.\(unknown)", "mill.\(secret)", "mill.\(unknown)",
                "keys.\(unknown)", "../home.\(secret)", "home.", "home", "", ".\(secret)", "home.\(secret)A",
                "home.\(secret.dropLast())", "home.\(secret)=", "HOME.\(secret)", "home.\(secret).\(secret)",
            ]
            for token in errors {
                let error = await guest.failure(of: Profiles.AcceptInvitation(token: token, name: "Eve"))
                #expect(error?.code == .notFound && error?.problem == .unknownInvitation, "\(token)")
                #expect(error?.message == ProfilesError.unknownInvitation.rpcError.message)
            }
            #expect(harness.shards?.households() == ["home"])
            #expect(try await harness.members().keys.sorted() == ["Adam", "Owner"])
            // Revoked after it has expired, it stays so whatever the clock says.
            #expect(try await owner.send(Profiles.RevokeInvitation(expired.invitation.id)).state == .revoked)
            #expect(await owner.failure(of: Profiles.RevokeInvitation("i"))?.problem == .unknownInvitation)
        }
    }

    @Test func `of callers at the same moment one becomes a member`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let token = try await harness.profiles().send(Profiles.InviteMember(role: .adult)).token
            let outcomes = try await withThrowingTaskGroup(of: RPCError?.self) { group in
                for number in 1...6 {
                    group.addTask {
                        await (try await harness.anonymous()).failure(
                            of: Profiles.AcceptInvitation(token: token, name: "Guest \(number)"))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(outcomes.compactMap { $0?.problem } == Array(repeating: .unknownInvitation, count: 5))
            #expect(try await harness.members().count == 2)
            #expect(try await harness.profilesByName().count == 3)
        }
    }

    @Test(arguments: Seeds.make(4))
    func `killed in the middle, a member is there with profile and accepted invitation, or nothing is`(
        seed: UInt64
    ) async throws {
        try await ServiceHarness.with(ProfilesService.self, faults: true) { harness in
            let token = try await harness.profiles().send(Profiles.InviteMember(role: .adult)).token
            let guest = try await harness.anonymous()
            async let failure = guest.failure(of: Profiles.AcceptInvitation(token: token, name: "Adam"))
            for _ in 0..<seed % 64 { await Task.yield() }
            try await harness.cutPower(tearingBy: seed)
            let error = await failure
            try await harness.start()
            let members = try await harness.members()
            let profile = try await harness.profilesByName()["Adam"]
            let state = try await harness.profiles().send(Profiles.ListInvitations()).invitations.first?.state
            let isThere = members["Adam"] != nil
            #expect((profile != nil) == isThere && (state == .accepted) == isThere, "seed \(seed)")
            // Acknowledged is durable.
            if error == nil { #expect(isThere, "seed \(seed)") }
            if !isThere {
                _ = try await harness.anonymous().send(Profiles.AcceptInvitation(token: token, name: "Adam"))
            }
            #expect(try await harness.members().count == 2, "seed \(seed)")
        }
    }
}
