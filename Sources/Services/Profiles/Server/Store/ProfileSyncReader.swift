internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// Logs this service's changes for devices, and reads their current state as a viewer may see it.
struct ProfileSyncReader {
    /// The kinds of this service.
    static let kinds: [SyncKind] = [.favourite, .setting]

    let viewer: Viewer
    let db: Database

    /// Logs all noted changes, in small writes, at a time in milliseconds since 1970.
    static func drain(_ shard: Shard, at now: Int64) async throws {
        if try await shard.read({ try SyncLog.isDrained($0) }) { return }
        while try await !shard.write({ db in
            _ = try SyncLog.drain(at: now, db) { kind, profile, key in try describe(kind, profile, key, db) }
            try SyncStampTable.sweep(before: now - SyncLimits.keptMilliseconds, db)
            return try SyncLog.isDrained(db)
        }) {}
    }

    private static func describe(
        _ kind: SyncKind, _ profile: String, _ key: String, _ db: Database
    ) throws -> SyncLog.Description {
        guard kind == .favourite else { return SyncLog.Description(exists: true) }
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.audience, c.kind FROM favourite f JOIN profile p ON p.row = f.profile
                LEFT JOIN card c ON c.content = f.content WHERE p.id = ? AND f.content = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [profile, key]) else {
            return SyncLog.Description(exists: false)
        }
        return SyncLog.Description(exists: true, audience: row[0], title: row[1])
    }

    /// A change; nil when the viewer may not see its title.
    func change(_ entry: SyncLog.Entry) throws -> ProfileChange? {
        var change = ProfileChange(kind: entry.kind, profile: entry.profile, key: entry.key)
        if entry.kind == .setting {
            guard let profile = try HouseholdTable.state(db)?.profile(entry.profile) else { return nil }
            let settings = ProfileSettings(profile: profile.id, changed: try SettingTable.values(of: profile, db))
            change.setting = settings.settings.first { $0.name.rawValue == entry.key }
            return change.setting == nil ? nil : change
        }
        if entry.isDeleted {
            change.isDeleted = true
            return allows(audience: entry.audience, kind: entry.title) ? change : nil
        }
        guard let row = try ProfileTable.row(of: entry.profile, db) else { return nil }
        let filter = FavouriteTable.Filter(
            profile: row, audience: viewer.policy.audienceMask, includesWithoutCard: viewer.seesUnclassified,
            contents: [ContentID(rawValue: entry.key)])
        let found = try FavouriteTable.page(filter, order: .added, after: nil, limit: 1, db)
        change.favourite = found.first?.favourite
        return change.favourite == nil ? nil : change
    }

    /// Whether the viewer sees the title of a favourite, which may be none any more: by its card, or else by the last one
    /// that was logged.
    func allows(favourite key: String, of profile: String) throws -> Bool {
        let card = try db.cachedStatement(sql: "SELECT audience, kind FROM card WHERE content = ?")
        if let row = try Row.fetchOne(card, arguments: [key]) { return allows(audience: row[0], kind: row[1]) }
        let logged = try db.cachedStatement(
            sql: "SELECT audience, title FROM syncLog WHERE profile = ? AND kind = 'favourite' AND key = ?")
        let row = try Row.fetchOne(logged, arguments: [profile, key])
        return allows(audience: row?[0], kind: row?[1])
    }

    /// Whether the viewer sees a title of an audience and kind; without one as a title without a card.
    func allows(audience: Int64?, kind: String?) -> Bool {
        guard let audience else { return viewer.seesUnclassified }
        return audience & viewer.policy.audienceMask.bits(of: ContentKind(rawValue: kind ?? "")) != 0
    }
}
