import Foundation
import Household
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ReadingListAPI
import SchedulerAPI
import TestSupport
import Testing

/// A cluster in which a profile keeps something everywhere, to be deleted, and to be searched for in the raw files.
struct DeletionScene: Sendable {
    let cluster: RealCluster
    /// The services that keep things of profiles and hear of deletions.
    static let followers = ["playback-state", "reading-list", "scheduler"]
    /// What a profile leaves in the shards.
    private static let canary = "tmdb:movie:9900179900"
    private static let host = "canary-of-the-deleted.example"

    struct Visitor: Sendable { let profile: String, token: AccessToken }

    /// Starts services, or all that the scene needs.
    func up(_ services: [String] = ["profiles"] + followers, variables: [String: String] = [:]) async throws {
        try await cluster.up(
            "--services", services.joined(separator: ","), "--restart-limit", "0", "--restart-wait", "0.1",
            variables: variables)
    }

    func withClients<Value>(_ body: (HouseholdClients) async throws -> Value) async throws -> Value {
        try await HouseholdClients.with(of: cluster, body)
    }

    private static let patient = CallOptions(timeout: Patience.longest, waitForReady: true)

    /// A second profile that keeps something everywhere; the household's first guest is the kids profile it begins with.
    func fill(_ clients: HouseholdClients) async throws -> Visitor {
        let kids = try await clients.profiles.send(Profiles.ListProfiles()).profiles.first { $0.kind == .kids }
        let guest =
            if let kids { kids } else {
                try await clients.profiles.send(Profiles.CreateProfile(name: "Visitor", kind: .kids))
            }
        let token = try await clients.token(of: guest.id)
        var options = Self.patient
        options.token = token
        _ = try await clients.reading.send(ReadingList.SaveLink(url: "https://\(Self.host)/page"), options: options)
        let id = ContentID(rawValue: Self.canary)
        _ = try await clients.playback.send(PlaybackState.MarkWatched(contents: [id]), options: options)
        _ = try await clients.scheduler.send(
            Scheduler.AddWindow(dayOfWeek: 6, start: "10:00", end: "12:00", label: Self.host), options: options)
        _ = try await clients.scheduler.send(
            Scheduler.BookSlot(start: "2031-03-03T10:00", minutes: 60, rule: "FREQ=DAILY", label: Self.host),
            options: options)
        return Visitor(profile: guest.id, token: token)
    }

    /// Deletes the profile; an outcome that is not known is asked for again.
    func delete(_ visitor: Visitor, _ clients: HouseholdClients) async throws {
        while true {
            do {
                _ = try await clients.profiles.send(Profiles.DeleteProfile(profile: visitor.profile))
                return
            } catch let error where error.executed == .maybe {
                continue
            }
        }
    }

    /// The token outlives the profile, and shows what is still there.
    func waitUntilGone(_ visitor: Visitor, _ clients: HouseholdClients) async throws {
        var options = Self.patient
        options.token = visitor.token
        let runtime = SystemRuntime.shared
        let end = runtime.now.advanced(by: Patience.longest)
        while true {
            let id = ContentID(rawValue: Self.canary)
            let list = try? await clients.reading.send(ReadingList.ListLinks(status: .unread), options: options)
            let windows = try? await clients.scheduler.send(Scheduler.ListWindows(), options: options)
            if list?.links.isEmpty == true, windows?.windows.isEmpty == true {
                do {
                    _ = try await clients.playback.send(PlaybackState.MarkUnwatched(contents: [id]), options: options)
                } catch {
                    // Not one who is being killed just now.
                    if error.code != .unavailable { return }
                }
            }
            try #require(runtime.now < end, "the deletion does not arrive\n\(cluster.log)")
            try await runtime.sleep(for: .milliseconds(20))
        }
    }

    /// Whether the raw files of a service's shard hold something of the profile.
    func traces(of visitor: Visitor, in service: String) throws -> Bool {
        try ["", "-wal"].contains { suffix in
            let path = file(of: service) + suffix
            guard FileManager.default.fileExists(atPath: path) else { return false }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            return [visitor.profile, Self.canary, Self.host].contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }

    func file(of service: String) -> String { "\(cluster.data)/home/\(service).sqlite" }
}
