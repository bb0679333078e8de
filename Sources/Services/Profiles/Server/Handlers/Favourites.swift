internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// The profiles' favourites.
struct Favourites: Sendable {
    private let households: Households
    private let cards: any CardSource
    private let onAccess: @Sendable (_ household: String) -> Void
    private let runtime: any Runtime

    /// - Parameter onAccess: called with the household whose references are read.
    init(
        households: Households, cards: any CardSource, onAccess: @escaping @Sendable (_ household: String) -> Void,
        runtime: any Runtime
    ) {
        (self.households, self.cards, self.onAccess, self.runtime) = (households, cards, onAccess, runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.AddFavourite.self) { request, call in
            try await add(request.content, call, for: call.viewer)
        }
        handlers.on(Profiles.RemoveFavourite.self) { request, call in
            try await remove(request.content, call, for: call.viewer)
        }
        handlers.on(Profiles.ListFavourites.self) { request, call in try await list(request, for: call.viewer) }
        handlers.on(Profiles.FollowFavourites.self) { _, writer, call in
            try await follow(writer, after: call.resumeAfter, for: call.viewer)
        }
    }

    private func add(_ content: ContentID, _ call: ServerCall, for viewer: Viewer) async throws -> FavouriteChange {
        let profile = try viewer.actingProfile
        try Self.checkForm(content)
        let keyed = try Self.keyed(call, profile, viewer)
        let shard = try await households.shard(for: viewer)
        onAccess(viewer.household)
        let timeLeft = runtime.now.duration(to: call.deadline)
        let result = await cards.card(of: content, within: timeLeft / ProfilesLimits.cardTimeShare)
        let now = runtime.wallTime.millisecondsSince1970
        // The catalog's response is evaluated inside: a retry gets its first response, whatever the catalog answers
        // now.
        let time = try await households.nextSyncTime(in: shard, viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline) { db in
            let row = try Self.row(of: profile, db)
            let change = try Self.add(content, result, to: row, at: now, for: viewer, db)
            try SyncStampTable.putOnline(.favourite, change.content.rawValue, of: profile, at: time, db)
            return change
        }
    }

    /// Adds a title whose card was asked for, at a time in milliseconds since 1970.
    static func add(
        _ content: ContentID, _ result: CardResult, to row: Int64, at time: Int64, for viewer: Viewer, _ db: Database
    ) throws -> FavouriteChange {
        var card = try judge(result, of: content, for: viewer)
        // A replaced ID is resolved to its successor, which is stored.
        var id = card?.id ?? content
        if let held = try CardTable.held(as: id, db) {
            // The catalog does not answer, and has returned the card before.
            (card, id) = (nil, held)
        } else if let card, let number = TMDBID(of: card)?.content, number != id {
            // It may have been marked while it was not in the library: that is the same favourite.
            try CatalogEvents(db: db).merge(number, into: id, card: nil)
        }
        let count = try FavouriteTable.count(of: row, db)
        if count >= ProfilesLimits.favourites, try !FavouriteTable.isFavourite(id, of: row, db) {
            throw ProfilesError.favouriteLimitReached(ProfilesLimits.favourites)
        }
        let hasChanged = try FavouriteTable.add(id, to: row, at: time, db)
        if let card {
            try CardTable.put(card, fetched: result.fetched, db)
            try CardTable.setUnavailable(false, card.id.rawValue, db)
        }
        return FavouriteChange(content: id, isFavourite: true, hasChanged: hasChanged)
    }

    private func remove(_ content: ContentID, _ call: ServerCall, for viewer: Viewer) async throws -> FavouriteChange {
        let profile = try viewer.actingProfile
        try Self.checkForm(content)
        let keyed = try Self.keyed(call, profile, viewer)
        let shard = try await households.shard(for: viewer)
        let time = try await households.nextSyncTime(in: shard, viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline, releasingBallast: true) { db in
            let change = try Self.remove(content, from: try Self.row(of: profile, db), db)
            try SyncStampTable.putOnline(.favourite, change.content.rawValue, of: profile, at: time, db)
            return change
        }
    }

    /// The ID that a title is kept under: of one that was replaced its successor's, of TMDB's the library's.
    static func keptID(of content: ContentID, _ result: CardResult, _ db: Database) throws -> ContentID {
        var id = content
        if case .found(let card, _) = result { id = card.id }
        return try CardTable.held(as: id, db) ?? id
    }

    /// Removes a title.
    static func remove(_ content: ContentID, from row: Int64, _ db: Database) throws -> FavouriteChange {
        var removed = content
        if try !FavouriteTable.isFavourite(content, of: row, db), let held = try CardTable.held(as: content, db) {
            removed = held
        }
        let hasChanged = try FavouriteTable.remove(removed, from: row, db)
        return FavouriteChange(content: removed, isFavourite: false, hasChanged: hasChanged)
    }

    private func list(_ request: Profiles.ListFavourites, for viewer: Viewer) async throws -> FavouriteList {
        let profile = try viewer.actingProfile
        let order = request.order ?? .added
        let page = request.page ?? PageRequest()
        guard (1...PageRequest.maximumSize).contains(page.size) else {
            throw RPCError.invalidArgument("page.size", "must be between 1 and \(PageRequest.maximumSize).")
        }
        let kinds = try Self.checkKinds(request.kinds)
        if let contents = request.contents {
            let limit = Profiles.ListFavourites.maximumContents
            guard (1...limit).contains(contents.count) else {
                throw RPCError.invalidArgument("contents", "must be between 1 and \(limit) titles.")
            }
        }
        let cursor = try page.cursor.map { text throws(RPCError) in try FavouriteCursor(text, order: order) }
        onAccess(viewer.household)
        return try await households.shard(for: viewer).read { db in
            let filter = FavouriteTable.Filter(
                profile: try Self.row(of: profile, db), audience: viewer.policy.audienceMask,
                includesWithoutCard: viewer.seesUnclassified, kinds: kinds, contents: request.contents)
            // One more row than requested shows whether there is another page.
            let found = try FavouriteTable.page(filter, order: order, after: cursor, limit: Int(page.size) + 1, db)
            let shown = found.prefix(Int(page.size))
            return FavouriteList(
                favourites: shown.map(\.favourite), total: try FavouriteTable.count(filter, db),
                cursor: found.count > shown.count ? shown.last?.cursor.encoded : nil)
        }
    }

    private func follow(
        _ writer: RPCWriter<ListNotice>, after last: StreamPosition?, for viewer: Viewer
    ) async throws {
        let profile = try viewer.actingProfile
        try await writer.follow(list: "favourites of \(profile)", after: last, runtime: runtime) {
            try await households.shard(for: viewer)
        } look: { shard in
            try await shard.read { db in
                let filter = FavouriteTable.Filter(
                    profile: try Self.row(of: profile, db), audience: viewer.policy.audienceMask,
                    includesWithoutCard: viewer.seesUnclassified)
                let marks = try FavouriteTable.marks(filter, db)
                return (ListNotice(total: Int64(marks.count)), marks)
            }
        }
    }

    /// Keys are a profile's own: the same key of the same member as another profile is another change.
    private static func keyed(_ call: ServerCall, _ profile: String, _ viewer: Viewer) throws(RPCError) -> KeyedCall {
        try KeyedCall(call, subject: "\(viewer.subject)/\(profile)")
    }

    private static func row(of profile: String, _ db: Database) throws -> Int64 {
        guard let row = try ProfileTable.row(of: profile, db) else { throw ProfilesError.profileGone }
        return row
    }

    private static func checkForm(_ content: ContentID) throws(RPCError) {
        guard content.isWellFormed else {
            throw .invalidArgument(
                "content", "must be between 1 and \(ContentID.maximumBytes) printable ASCII characters.")
        }
    }

    private static let kinds: [ContentKind] = [.movie, .series, .channel]

    private static func checkKinds(_ kinds: [ContentKind]?) throws(RPCError) -> [ContentKind]? {
        guard let kinds else { return nil }
        guard !kinds.isEmpty, kinds.allSatisfy(Self.kinds.contains) else {
            throw .invalidArgument("kinds", "must be some of movie, series and channel.")
        }
        return Self.kinds.filter(kinds.contains)
    }

    /// The card to store with a favourite; nil when there is none yet.
    ///
    /// - Throws: ``ProfilesError`` when the title is not there for this viewer, or of a kind that is no favourite.
    static func judge(
        _ result: CardResult, of content: ContentID, for viewer: Viewer
    ) throws(ProfilesError) -> Card? {
        switch result {
        case .found(let card, _):
            guard viewer.policy.allows(card) else { throw .unknownContent }
            guard kinds.contains(card.kind) else { throw .notAFavouriteKind(card.kind) }
            return card
        case .unknown:
            throw .unknownContent
        case .unavailable:
            // A title outside the library is for adults only until it has a card.
            guard viewer.seesUnclassified || content.isOfLibrary else { throw .unknownContent }
            return nil
        }
    }
}
