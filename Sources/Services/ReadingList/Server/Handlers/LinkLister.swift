internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC
internal import ReadingListAPI

/// Lists, their filters and their counts.
struct LinkLister: Sendable {
    private let store: ReadingListStore

    init(store: ReadingListStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.ListLinks.self) { request, call in try await list(request, for: call.viewer) }
        handlers.on(ReadingList.ListDomains.self) { request, call in try await domains(request, for: call.viewer) }
        handlers.on(ReadingList.ListTags.self) { _, call in try await tags(for: call.viewer) }
    }

    private func list(_ request: ReadingList.ListLinks, for viewer: Viewer) async throws -> LinkList {
        let page = request.page ?? PageRequest()
        guard (1...PageRequest.maximumSize).contains(page.size) else {
            throw RPCError.invalidArgument("page.size", "must be between 1 and \(PageRequest.maximumSize).")
        }
        let order = request.order ?? .updated
        let question = try Self.filter(request)
        return try await store.read(for: viewer) { db, reader in
            guard let reader else {
                if let cursor = page.cursor { _ = try LinkCursor(cursor, question: 0, order: order) }
                return LinkList(links: [], counts: LinkCounts(), empty: EmptyListReason.reason(question))
            }
            var filter = question
            filter.reader = reader
            let cursor = try page.cursor.map { text throws(RPCError) in
                try LinkCursor(text, question: filter.fingerprint(order), order: order)
            }
            // One more row than requested shows whether there is another page.
            let found = try LinkQuery.page(filter, order, after: cursor, limit: Int(page.size) + 1, db)
            var bytes = 0
            let shown = found.prefix(Int(page.size)).prefix { row in
                // One link is on every page, however long it is.
                defer { bytes += row.link.textBytes }
                return bytes == 0 || bytes + row.link.textBytes <= ReadingListLimits.pageBytes
            }
            return LinkList(
                links: shown.map(\.link.link), counts: try LinkQuery.counts(filter, db),
                cursor: found.count > shown.count ? shown.last?.cursor.encoded : nil,
                empty: shown.isEmpty && cursor == nil ? EmptyListReason.reason(filter) : nil)
        }
    }

    private func domains(_ request: ReadingList.ListDomains, for viewer: Viewer) async throws -> DomainList {
        let limit = request.limit ?? Int32(ReadingListLimits.topDomains)
        guard (1...PageRequest.maximumSize).contains(limit) else {
            throw RPCError.invalidArgument("limit", "must be between 1 and \(PageRequest.maximumSize).")
        }
        let isRead = try request.status.map(Self.isRead)
        let text = request.text.map { $0.lowercased().trimmingCharacters(in: .whitespaces) }
        let isAll = text?.isEmpty ?? true
        return try await store.read(for: viewer) { db, reader in
            guard let reader else { return DomainList(domains: []) }
            return DomainList(
                domains: try LinkQuery.domains(
                    of: reader, isRead: isRead, text: isAll ? nil : text, limit: Int(limit), db))
        }
    }

    private func tags(for viewer: Viewer) async throws -> TagList {
        try await store.read(for: viewer) { db, reader in
            TagList(tags: try reader.map { try TagTable.counts(of: $0, db) } ?? [])
        }
    }

    static func isRead(_ status: LinkStatus) throws(RPCError) -> Bool {
        switch status {
        case .unread: return false
        case .read: return true
        default: throw .invalidArgument("status", "must be unread or read.")
        }
    }

    /// The filter of a request; the profile is not known yet.
    private static func filter(_ request: ReadingList.ListLinks) throws(RPCError) -> LinkFilter {
        var filter = LinkFilter(reader: 0, isRead: try isRead(request.status ?? .unread))
        if let types = request.types {
            guard let content = ContentTypeSet(types.filter { $0 != .featured }) else {
                throw .invalidArgument("types", "must be some of video, audio, article and featured.")
            }
            filter.chips = content.rawValue | (types.contains(.featured) ? LinkRow.featuredBit : 0)
        }
        filter.domain = request.domain.flatMap { SiteName.of($0) }
        filter.tag = request.tag.flatMap { LinkText.tags([$0]).first }.map(LinkText.key)
        if let text = request.text, !text.allSatisfy(\.isWhitespace) { filter.match = SearchWords.match(text) }
        filter.addedFrom = request.addedFrom?.milliseconds
        filter.addedBefore = request.addedBefore?.milliseconds
        return filter
    }
}

/// Parses a site as typed: a domain, a host, or a page's whole address.
enum SiteName {
    /// Nil when nothing is named.
    static func of(_ text: String) -> String? {
        let bare = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if bare.isEmpty { return nil }
        return (try? WebAddress(bare.contains("://") ? bare : "https://" + bare))?.domain ?? bare.lowercased()
    }
}

/// Why there is nothing to show.
enum EmptyListReason {
    private static let chips: [(Int64, String)] = [
        (ContentTypeSet.video.rawValue, "Videos"), (ContentTypeSet.audio.rawValue, "Audio"),
        (ContentTypeSet.article.rawValue, "Articles"), (LinkRow.featuredBit, "Featured"),
    ]

    static func reason(_ filter: LinkFilter) -> EmptyReason {
        let list = filter.isRead ? "Archive" : "To Read"
        if let domain = filter.domain { return EmptyReason(.noDomain, "No links found for domain \(domain)") }
        if filter.match != nil || filter.tag != nil || filter.addedFrom != nil || filter.addedBefore != nil {
            return EmptyReason(.noMatch, "Nothing in your \(list) list matches. Try a different search.")
        }
        if filter.chips != 0 {
            let names = chips.filter { filter.chips & $0.0 != 0 }.map(\.1).joined(separator: " + ")
            return EmptyReason(.noType, "No \(names) in your \(list) list")
        }
        return filter.isRead
            ? EmptyReason(.emptyArchive, "No archived links yet.")
            : EmptyReason(.emptyToRead, "No links to read. Save some first.")
    }
}
