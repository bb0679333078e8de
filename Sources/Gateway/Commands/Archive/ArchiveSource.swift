internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import ServiceKit

/// Reads what services have of one profile.
struct ArchiveSource: Sendable {
    let profile: ArchiveProfile
    /// Acts as the profile.
    let gateway: Gateway
    let sync: ArchiveSync

    typealias Part = (service: String, read: @Sendable () async throws -> [ArchiveRecord])

    var parts: [Part] {
        [
            (Profiles.serviceName, profiles), (PlaybackState.serviceName, playback), (ReadingList.serviceName, links),
        ]
    }

    private func record(_ fill: (inout ArchiveRecord) -> Void) -> ArchiveRecord {
        var record = ArchiveRecord(profile.id)
        fill(&record)
        return record
    }

    // MARK: Profiles

    private func profiles() async throws -> [ArchiveRecord] {
        let settings = try await gateway.send(Profiles.GetSettings()).settings
        let changed = settings.filter { !$0.isDefault && SettingDefinition.of($0.name)?.changedBy != .services }
        var records = changed.map { setting in record { $0.setting = SettingChange(setting.name, setting.value) } }
        records += try await favourites().map { favourite in record { $0.favourite = favourite } }
        return records
    }

    /// The latest first.
    func favourites() async throws -> [ArchiveFavourite] {
        var favourites: [ArchiveFavourite] = []
        var cursor: String?
        repeat {
            let page = try await gateway.send(
                Profiles.ListFavourites(page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)))
            favourites += page.favourites.map {
                ArchiveFavourite(content: $0.content, added: $0.added, title: ArchiveTitle($0.card))
            }
            cursor = page.cursor
        } while cursor != nil
        return favourites
    }

    // MARK: Playback

    private func playback() async throws -> [ArchiveRecord] {
        var records = try await history().map { entry in record { $0.session = ArchiveSession(entry) } }
        records += try await marks().map { mark in record { $0.mark = mark } }
        let queue = try await gateway.send(PlaybackState.ListQueue()).entries
        return records
            + queue.map { entry in
                record {
                    $0.queued = ArchiveFavourite(
                        content: entry.content, added: entry.added, title: ArchiveTitle(entry.card))
                }
            }
    }

    /// All sessions, the latest first.
    func history() async throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        var cursor: String?
        repeat {
            let page = try await gateway.send(
                PlaybackState.ListHistory(page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)))
            entries += page.entries
            cursor = page.cursor
        } while cursor != nil
        return entries
    }

    private func marks() async throws -> [ArchiveMark] {
        try await sync.whileOn {
            var (marks, token): ([ArchiveMark], SyncToken?) = ([], nil)
            while true {
                let page = try await gateway.send(
                    PlaybackState.PullChanges(
                        device: ArchiveSync.device, token: token, kinds: [.mark],
                        limit: PlaybackState.PullChanges.maximumLimit))
                marks += page.changes.compactMap { change in
                    change.mark.map { ArchiveMark(content: ContentID(rawValue: change.key), marks: $0) }
                }
                if page.remaining == 0 { return marks }
                token = page.token
            }
        }
    }

    // MARK: Links

    private func links() async throws -> [ArchiveRecord] {
        var records: [ArchiveRecord] = []
        for status in [LinkStatus.unread, .read] {
            var cursor: String?
            repeat {
                let page = try await gateway.send(
                    ReadingList.ListLinks(
                        status: status, page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)))
                records += page.links.map { link in record { $0.link = ArchiveLink(link) } }
                cursor = page.cursor
            } while cursor != nil
        }
        return records
    }
}

extension ArchiveLink {
    init(_ link: Link) {
        (url, title, description, note, tags) = (link.url, link.title, link.description, link.note, link.tags)
        (created, updated) = (link.added, link.read ?? link.updated)
        (isArchived, isStarred) = (link.status == .read, link.isFeatured)
    }
}

/// Sync of one profile, which services are asked through.
struct ArchiveSync: Sendable {
    /// The profile's id.
    let profile: String
    /// May change the profile's settings.
    let owner: Gateway

    /// What an archive is called in the list of devices.
    static let device = "archive"

    /// How long the other services may take to hear of a changed setting.
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(100)

    /// Runs something that needs the profile's sync, which is turned on meanwhile where it is off.
    func whileOn<Value>(_ body: () async throws -> Value) async throws -> Value {
        let settings = try await owner.send(Profiles.GetSettings(profile: profile)).settings
        let isOn = settings.first { $0.name == .enableCloudSync }?.value?.boolean == true
        guard !isOn else { return try await body() }
        try await set(.boolean(true))
        let result: Result<Value, any Error>
        do { result = .success(try await patiently(body)) } catch { result = .failure(error) }
        try await set(nil)
        return try result.get()
    }

    private func set(_ value: SettingValue?) async throws {
        _ = try await owner.send(Profiles.ChangeSettings([SettingChange(.enableCloudSync, value)], profile: profile))
    }

    /// Tries until the service has heard that sync is on.
    private func patiently<Value>(_ body: () async throws -> Value) async throws -> Value {
        let end = owner.runtime.now.advanced(by: Self.patience)
        while true {
            do {
                return try await body()
            } catch let failure as GatewayFailure
                where failure.code == SyncProblem.Code.disabled.rawValue && owner.runtime.now < end
            {
                try await owner.runtime.sleep(for: Self.pause)
            }
        }
    }
}
