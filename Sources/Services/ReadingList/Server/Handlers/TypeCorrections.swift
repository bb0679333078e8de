internal import Access
internal import GRDB
internal import HearthModel
internal import RPC
internal import ReadingListAPI

/// Corrections of the types of links and sites.
struct TypeCorrections: Sendable {
    private let store: ReadingListStore

    init(store: ReadingListStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.CorrectTypes.self) { request, call in
            try await correct(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.ListSiteRules.self) { _, call in try await rules(for: call.viewer) }
        handlers.on(ReadingList.RemoveSiteRule.self) { request, call in
            try await removeRule(request.domain, call, for: call.viewer)
        }
    }

    private func correct(
        _ request: ReadingList.CorrectTypes, _ call: ServerCall, for viewer: Viewer
    ) async throws -> TypesCorrected {
        let types = try request.types.map(Self.checked)
        let forSite = request.forSite ?? false
        guard types != nil || !forSite else {
            throw RPCError.invalidArgument("types", "are needed for a rule. RemoveSiteRule takes one away.")
        }
        let now = store.now
        return try await store.write(call, for: viewer) { db, reader in
            guard let old = try LinkTable.find(request.id, of: reader, db) else { throw ReadingListError.unknownLink }
            var changed: Int64 = 0
            if let types, forSite {
                try Self.rule(types, for: old.domain, of: reader, db)
                // The link itself follows the rule, too.
                var link = old
                link.typesFrom = .site
                if link != old { try LinkTable.update(link, from: old, db) }
                // A rule does not bring a whole site to the top of the list: times stay.
                changed = try LinkTable.apply(types, to: old.domain, of: reader, db)
            } else {
                let rule = try SiteRuleTable.types(of: old.domain, of: reader, db)
                var link = old
                link.types = types ?? rule ?? old.typesBySignals
                link.typesFrom = types != nil ? .reader : rule != nil ? .site : .signs
                changed = try Self.update(link, from: old, at: now, db) ? 1 : 0
            }
            guard let link = try LinkTable.find(request.id, of: reader, db) else { throw ReadingListError.unknownLink }
            return TypesCorrected(link: link.link, changed: changed)
        }
    }

    private func rules(for viewer: Viewer) async throws -> SiteRuleList {
        try await store.read(for: viewer) { db, reader in
            SiteRuleList(rules: try reader.map { try SiteRuleTable.all(of: $0, db) } ?? [])
        }
    }

    private func removeRule(_ domain: String, _ call: ServerCall, for viewer: Viewer) async throws -> LinksChanged {
        guard let site = SiteName.of(domain) else { throw RPCError.invalidArgument("domain", "is empty.") }
        let now = store.now
        return try await store.write(call, for: viewer) { db, reader in
            guard try SiteRuleTable.remove(site, of: reader, db) else { throw ReadingListError.unknownRule(site) }
            return LinksChanged(changed: try Self.forget(site, of: reader, at: now, db))
        }
    }

    private static func rule(_ types: ContentTypeSet, for domain: String, of reader: Int64, _ db: Database) throws {
        let count = try SiteRuleTable.count(of: reader, db)
        if count >= ReadingListLimits.siteRules, try SiteRuleTable.types(of: domain, of: reader, db) == nil {
            throw ReadingListError.ruleLimitReached(ReadingListLimits.siteRules)
        }
        try SiteRuleTable.set(types, of: domain, of: reader, db)
    }

    /// Resets the links of a site to the types by their signals.
    ///
    /// - Returns: how many links have changed.
    private static func forget(_ domain: String, of reader: Int64, at now: Int64, _ db: Database) throws -> Int64 {
        var changed: Int64 = 0
        for old in try LinkTable.uncorrected(of: domain, of: reader, db) {
            var link = old
            (link.types, link.typesFrom) = (old.typesBySignals, .signs)
            if try update(link, from: old, at: now, db) { changed += 1 }
        }
        return changed
    }

    private static func update(_ new: LinkRow, from old: LinkRow, at now: Int64, _ db: Database) throws -> Bool {
        guard new != old else { return false }
        var link = new
        // Types by rules and signals do not move links to the top of the list.
        if new.types != old.types, new.typesFrom == .reader { link.updated = max(now, old.updated) }
        try LinkTable.update(link, from: old, db)
        return new.types != old.types
    }

    private static func checked(_ types: [ContentType]) throws(RPCError) -> ContentTypeSet {
        guard let set = ContentTypeSet(types), !set.isEmpty, set == .article || !set.contains(.article) else {
            throw .invalidArgument("types", "must be video, audio, both of them, or article.")
        }
        return set
    }
}
