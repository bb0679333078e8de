internal import Access
internal import GRDB
internal import HearthModel
internal import RPC
internal import ReadingListAPI

/// Saves and reads links.
struct LinkSaver: Sendable {
    private let store: ReadingListStore

    init(store: ReadingListStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.SaveLink.self) { request, call in try await save(request, call, for: call.viewer) }
        handlers.on(ReadingList.GetLink.self) { request, call in try await get(request.id, for: call.viewer) }
    }

    private func save(_ request: ReadingList.SaveLink, _ call: ServerCall, for viewer: Viewer) async throws -> SavedLink
    {
        let draft = try makeDraft(request)
        return try await store.write(call, for: viewer) { db, reader in
            let known = try LinkTable.find(canonical: draft.canonical, of: reader, db)
            if let known {
                try Self.complete(known, with: draft, db)
            } else {
                guard try ProfileTable.links(of: reader, db) < ReadingListLimits.linksPerProfile else {
                    throw ReadingListError.linkLimitReached(ReadingListLimits.linksPerProfile)
                }
                try LinkTable.insert(draft, for: reader, db)
            }
            guard let link = try LinkTable.find(canonical: draft.canonical, of: reader, db) else {
                throw ReadingListError.unknownLink
            }
            return SavedLink(link: link.link, isNew: known == nil)
        }
    }

    private func get(_ id: String, for viewer: Viewer) async throws -> Link {
        try await store.read(for: viewer) { db, reader in
            guard let reader, let link = try LinkTable.find(id, of: reader, db) else {
                throw ReadingListError.unknownLink
            }
            return link.link
        }
    }

    private func makeDraft(_ request: ReadingList.SaveLink) throws -> LinkDraft {
        let address: WebAddress
        do { address = try WebAddress(request.url) } catch { throw ReadingListError.notAWebAddress(error) }
        var draft = LinkDraft(
            id: store.makeID(), address: address, title: LinkText.title(request.title),
            isFeatured: request.isFeatured ?? false, now: store.now)
        draft.description = LinkText.description(request.description)
        draft.note = LinkText.note(request.note)
        draft.tags = LinkText.tags(request.tags ?? [])
        draft.source = LinkText.source(request.source)
        return draft
    }

    /// An existing link keeps its values; missing ones are filled in.
    private static func complete(_ known: LinkRow, with draft: LinkDraft, _ db: Database) throws {
        var link = known
        link.title = known.title ?? draft.title
        link.description = known.description ?? draft.description
        link.note = known.note ?? draft.note
        link.isFeatured = known.isFeatured || draft.isFeatured
        link.tags = LinkText.tags(known.tags + draft.tags)
        if link.title != known.title, known.typesFrom == .signs { link.types = link.typesBySignals }
        guard link != known else { return }
        link.updated = max(known.updated, draft.updated)
        try LinkTable.update(link, from: known, db)
    }
}
