internal import CatalogAPI
internal import GRDB
internal import RPC

/// The providers that profiles subscribe to.
enum SubscriptionTable {
    /// TMDB's numbers, ascending.
    static func list(_ profile: String, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT provider FROM subscription WHERE profile = ? ORDER BY provider"),
            arguments: [profile])
    }

    /// A profile's subscriptions, as the API returns them.
    static func subscriptions(of profile: String, _ db: Database) throws -> Subscriptions {
        let names = try TitleWatchProviders.names(db)
        return Subscriptions(
            providers: try list(profile, db).map { WatchProvider(id: $0, name: names[$0]) },
            region: try TitleWatchProviders.region(db))
    }

    /// Replaces a profile's subscriptions, unless it was deleted.
    static func set(_ providers: [Int64], of profile: String, _ db: Database) throws {
        guard try !SearchHistory.isDeleted(profile, db) else { return }
        try erase(profile, db)
        let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO subscription VALUES (?, ?)")
        for provider in providers { try statement.execute(arguments: [profile, provider]) }
    }

    /// The providers to which a search is limited.
    ///
    /// - Throws: `RPCError` FAILED_PRECONDITION without a region or subscriptions: nothing could ever match.
    static func providers(by profile: String?, _ db: Database) throws -> Set<Int64> {
        guard let profile else {
            throw RPCError(.failedPrecondition, "Only a profile has subscriptions.", executed: .no)
        }
        guard try TitleWatchProviders.region(db) != nil else {
            throw RPCError(
                .failedPrecondition, "The household's country is unknown: set its region first.",
                executed: .no)
        }
        let providers = try list(profile, db)
        guard !providers.isEmpty else {
            throw RPCError(
                .failedPrecondition, "This profile subscribes to no provider: set its subscriptions first.",
                executed: .no)
        }
        return Set(providers)
    }

    /// The profiles with subscriptions.
    static func profiles(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT DISTINCT profile FROM subscription ORDER BY profile")
    }

    /// Deletes a profile's subscriptions.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM subscription WHERE profile = ?").execute(arguments: [profile])
    }
}
