import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

extension DeviceDescription {
    /// A device as tests have it.
    static func test(_ name: String = "TV") -> DeviceDescription {
        DeviceDescription(
            name: name, platform: "tvOS", capabilities: DeviceCapabilities(pip: true, highestQuality: "4K"))
    }
}

extension ServiceHarness {
    /// Signs a device in as the bearer of a session, or as the owner.
    func pair(_ name: String = "TV", by session: Session? = nil, member: String? = nil) async throws -> Session {
        let approver = if let session { try await client(with: session) } else { try await profiles() }
        let anonymous = try await anonymous()
        let codes = try await anonymous.send(Profiles.StartPairing(device: .test(name), household: session?.household))
        _ = try await approver.send(Profiles.ApprovePairing(code: codes.userCode, member: member))
        return try await anonymous.send(Profiles.PollPairing(deviceCode: codes.deviceCode))
    }

    /// The next session of a device.
    func refresh(_ session: Session) async throws -> Session {
        try await refresh(try #require(session.refreshToken))
    }

    /// The next session of a device.
    func refresh(_ token: String) async throws -> Session {
        try await anonymous().send(Profiles.RefreshSession(refreshToken: token))
    }

    /// Why a device gets no next session.
    func refusal(of session: Session) async throws -> RPCError? {
        await (try await anonymous()).failure(
            of: Profiles.RefreshSession(refreshToken: try #require(session.refreshToken)))
    }

    /// Adds a member with a profile to the household.
    ///
    /// - Returns: the member's id.
    func addMember(_ name: String, role: Role = .adult) async throws -> String {
        _ = try await signIn()
        let shard = try #require(shards?.openShards["home"])
        let (member, profile) = (RandomID.make(runtime), RandomID.make(runtime))
        try await shard.write { db in
            try HouseholdTable.insert(MemberRow(id: member, name: name, role: role, created: 0), db)
            try ProfileTable.insert(
                ProfileRow(
                    id: profile, name: name, kind: .adult, hidesAdult: false, member: member, created: 0), db)
        }
        return member
    }
}
