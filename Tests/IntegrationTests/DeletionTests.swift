import Foundation
import Household
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ReadingListAPI
import TestSupport
import Testing

/// A profile is deleted while those who keep things of it are down: nothing of it is left anywhere.
@Suite("a deleted profile", .tags(.integration), .serialized)
struct DeletionTests {
    private static let others = ["playback-state", "reading-list"]
    /// What the profile leaves in either shard, to be searched for in the raw files.
    private static let canary = "tmdb:movie:9900179900"
    private static let host = "canary-of-the-deleted.example"

    /// How often each service is killed while the deletion arrives; `HEARTH_KILLS` asks for more.
    private static var kills: Int { ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap(Int.init) ?? 3 }

    @Test("is gone from services that were down, were killed, or come back from an older copy")
    func deletion() async throws {
        try await RealCluster.with { cluster in
            try await up(cluster)
            let visitor = try await HouseholdClients.with(of: cluster) { try await fill($0) }
            _ = try await cluster.hearth("down")
            let old = try Data(contentsOf: URL(fileURLWithPath: file(of: "playback-state", cluster)))
            #expect(try traces(of: visitor.profile, in: "playback-state", cluster), "nothing to be found: no test")
            #expect(try traces(of: visitor.profile, in: "reading-list", cluster), "nothing to be found: no test")

            try await up(cluster, "profiles")
            try await HouseholdClients.with(of: cluster) { clients in
                _ = try await clients.profiles.send(Profiles.DeleteProfile(profile: visitor.profile))
            }
            _ = try await cluster.hearth("down")

            try await up(cluster)
            for round in 0..<Self.kills {
                for service in ["profiles"] + Self.others where (round + service.utf8.count) % 2 == 0 {
                    try await cluster.killAndWait(service)
                }
            }
            try await HouseholdClients.with(of: cluster) { try await waitUntilGone($0, visitor) }
            _ = try await cluster.hearth("down")
            for service in Self.others { #expect(try !traces(of: visitor.profile, in: service, cluster), "\(service)") }

            // The copy was made when the profile was there.
            try old.write(to: URL(fileURLWithPath: file(of: "playback-state", cluster)))
            #expect(try traces(of: visitor.profile, in: "playback-state", cluster))
            try await up(cluster)
            try await HouseholdClients.with(of: cluster) { try await waitUntilGone($0, visitor) }
            _ = try await cluster.hearth("down")
            #expect(try !traces(of: visitor.profile, in: "playback-state", cluster), "the restored shard")
        }
    }

    private struct Visitor { let profile: String, token: AccessToken }

    private func up(_ cluster: RealCluster, _ services: String = "profiles,playback-state,reading-list") async throws {
        try await cluster.up("--services", services, "--restart-limit", "0", "--restart-wait", "0.1")
    }

    /// A second profile that keeps something everywhere.
    private func fill(_ clients: HouseholdClients) async throws -> Visitor {
        let kids = try #require(
            try await clients.profiles.send(Profiles.ListProfiles()).profiles.first { $0.kind == .kids })
        let profile = try await clients.profiles.send(Profiles.RenameProfile(profile: kids.id, name: "Visitor"))
        let token = AccessToken(
            try await clients.profiles.send(Profiles.SwitchProfile(profile: profile.id)).token)
        let options = CallOptions(timeout: .seconds(60), token: token, waitForReady: true)
        _ = try await clients.reading.send(ReadingList.SaveLink(url: "https://\(Self.host)/page"), options: options)
        let id = ContentID(rawValue: Self.canary)
        _ = try await clients.playback.send(PlaybackState.MarkWatched(contents: [id]), options: options)
        return Visitor(profile: profile.id, token: token)
    }

    /// The token outlives the profile, and shows what is still there.
    private func waitUntilGone(_ clients: HouseholdClients, _ visitor: Visitor) async throws {
        let options = CallOptions(timeout: .seconds(60), token: visitor.token, waitForReady: true)
        let runtime = SystemRuntime.shared
        let end = runtime.now.advanced(by: .seconds(60))
        while true {
            let id = ContentID(rawValue: Self.canary)
            let list = try await clients.reading.send(ReadingList.ListLinks(status: .unread), options: options)
            let isMarked = try? await clients.playback.send(
                PlaybackState.MarkUnwatched(contents: [id]), options: options)
            if list.links.isEmpty, isMarked == nil { return }
            try #require(runtime.now < end, "the deletion does not arrive")
            try await runtime.sleep(for: .milliseconds(20))
        }
    }

    private func file(of service: String, _ cluster: RealCluster) -> String {
        "\(cluster.data)/home/\(service).sqlite"
    }

    /// Whether the raw files of a service's shard hold something of the profile.
    private func traces(of profile: String, in service: String, _ cluster: RealCluster) throws -> Bool {
        try ["", "-wal"].contains { suffix in
            let path = file(of: service, cluster) + suffix
            guard FileManager.default.fileExists(atPath: path) else { return false }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            return [profile, Self.canary, Self.host].contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }
}
