import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ReadingListAPI
import SchedulerAPI
import TestSupport
import Testing

/// A cluster in which a profile keeps something everywhere, to be deleted, and to be searched for in the raw files.
struct DeletionFixture: Sendable {
    let cluster: RealCluster
    private let media: FakeMediaServer
    private let (configuration, playlist): (String, String)
    /// The services that keep things of profiles and hear of deletions.
    static let followers = ["playback-state", "reading-list", "scheduler", "downloads"]
    /// The services that follow the household's events: the catalog keeps nothing of profiles.
    static let listeners = followers + ["catalog"]
    /// What a profile leaves in the shards.
    static let canary = "tmdb:movie:9900179900"
    static let host = "canary-of-the-deleted.example"

    struct Visitor: Sendable { let profile: String, token: AccessToken }

    /// A fixture with a film to download, whose server is there until ``end()``.
    init(cluster: RealCluster) throws {
        self.cluster = cluster
        media = try FakeMediaServer()
        configuration = try cluster.directory.write(
            RealCluster.configuration(of: "downloads", media.settings), to: "deletion.yaml")
        playlist = try cluster.directory.write(media.playlist(Self.film), to: "deletion.m3u")
    }

    private static let film = """
        #EXTM3U
        #EXTINF:60 type="movie" rating="G",Harbour (1999)
        http://streams.example/movie/1.mkv

        """

    func end() { media.stop() }

    /// Starts services, or all that the fixture needs.
    func up(_ services: [String] = ["profiles"] + listeners, variables: [String: String] = [:]) async throws {
        try await cluster.up(
            "--services", services.joined(separator: ","), "--restart-limit", "0", "--restart-wait", "0.1",
            "--config", configuration, variables: variables)
    }

    func withClients<Value>(_ body: (HouseholdClients) async throws -> Value) async throws -> Value {
        try await HouseholdClients.with(of: cluster, body)
    }

    private static let patient = CallOptions(timeout: TestTimeout.longest, waitForReady: true)

    /// Another profile, which keeps something everywhere.
    func fill(_ clients: HouseholdClients) async throws -> Visitor {
        // An adult: kids see nothing of a title that the catalog does not know.
        let guest = try await clients.profiles.send(Profiles.CreateProfile(name: "Visitor", kind: .adult))
        let token = try await clients.token(of: guest.id)
        var options = Self.patient
        options.token = token
        _ = try await clients.reading.send(ReadingList.SaveLink(url: "https://\(Self.host)/page"), options: options)
        let id = ContentID(rawValue: Self.canary)
        _ = try await clients.playback.send(PlaybackState.MarkWatched(contents: [id]), options: options)
        try await sync(id, clients, options)
        _ = try await clients.scheduler.send(
            Scheduler.AddWindow(dayOfWeek: 6, start: "10:00", end: "12:00", label: Self.host), options: options)
        _ = try await clients.scheduler.send(
            Scheduler.BookSlot(start: "2031-03-03T10:00", minutes: 60, rule: "FREQ=DAILY", label: Self.host),
            options: options)
        _ = try await clients.downloads.send(Downloads.Start(content: try await film(clients)), options: options)
        for try await element in clients.downloads.follow(Downloads.Follow(), options: { [options] in options }) {
            let all = (element.item.snapshot ?? []) + [element.item.changed].compactMap(\.self)
            if all.contains(where: { $0.status == .completed }) { break }
        }
        return Visitor(profile: guest.id, token: token)
    }

    /// Has a device of the profile push and pull, which leaves its name and its operations.
    private func sync(_ content: ContentID, _ clients: HouseholdClients, _ options: CallOptions) async throws {
        let change = SettingChange(.enableCloudSync, .boolean(true))
        _ = try await clients.profiles.send(Profiles.ChangeSettings([change]), options: options)
        // The setting arrives by an event.
        let isOn = try await comes {
            try await clients.playback.send(PlaybackState.GetSyncStatus(), options: options).state == .on
        }
        try #require(isOn)
        var operation = PlaybackOperation(id: Self.host, number: 1, clock: 1, elapsedMilliseconds: 0)
        operation.mark = OfflineMark(content: content, isWatched: false)
        _ = try await clients.playback.send(
            PlaybackState.PushChanges(device: Self.host, operations: [operation]), options: options)
        _ = try await clients.playback.send(PlaybackState.PullChanges(device: Self.host), options: options)
    }

    /// The film, once the catalog has it.
    private func film(_ clients: HouseholdClients) async throws -> ContentID {
        let search = Catalog.Search(text: "", kinds: [.movie])
        if let film = try await clients.catalog.send(search).hits.first { return film.id }
        let job = try await clients.catalog.upload(
            Catalog.ImportPlaylist(source: "list", file: playlist), from: playlist
        ).job
        for try await state in clients.catalog.follow(Catalog.FollowImport(job: job)) where state.item.state.isEnd {
            break
        }
        return try #require(try await clients.catalog.send(search).hits.first).id
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
        let end = runtime.now.advanced(by: TestTimeout.longest)
        while true {
            let id = ContentID(rawValue: Self.canary)
            let list = try? await clients.reading.send(ReadingList.ListLinks(status: .unread), options: options)
            let windows = try? await clients.scheduler.send(Scheduler.ListWindows(), options: options)
            let kept = try? await clients.downloads.send(Downloads.List(), options: options)
            let isGone = [list?.links.isEmpty, windows?.windows.isEmpty, kept?.downloads.isEmpty, folders.isEmpty]
            if isGone.allSatisfy({ $0 == true }) {
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

    /// The folders of what was downloaded: none is anybody's but the visitor's.
    private var folders: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(cluster.data)/home/downloads")) ?? []
    }

    /// Whether the raw files of a service's shard hold something of the profile, or what it has downloaded is there.
    func traces(of visitor: Visitor, in service: String) throws -> Bool {
        if service == "downloads", !folders.isEmpty { return true }
        return try ["", "-wal"].contains { suffix in
            let path = file(of: service) + suffix
            guard FileManager.default.fileExists(atPath: path) else { return false }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            return [visitor.profile, Self.canary, Self.host].contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }

    func file(of service: String) -> String { "\(cluster.data)/home/\(service).sqlite" }
}
