internal import Access
internal import GRDB
internal import HearthModel
internal import RPC
internal import ReadingListAPI

/// Changes of one link and of many. A batch is one transaction; ids of which there is no link are named and hold up nothing.
struct LinkEditor: Sendable {
    private let store: ReadingListStore

    init(store: ReadingListStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.MarkLinks.self) { request, call in try await mark(request, call, for: call.viewer) }
        handlers.on(ReadingList.StarLinks.self) { request, call in try await star(request, call, for: call.viewer) }
        handlers.on(ReadingList.TagLinks.self) { request, call in try await tag(request, call, for: call.viewer) }
        handlers.on(ReadingList.EditLink.self) { request, call in try await edit(request, call, for: call.viewer) }
        handlers.on(ReadingList.DeleteLinks.self) { request, call in try await delete(request, call, for: call.viewer) }
        handlers.on(ReadingList.UndoDelete.self) { request, call in
            try await undo(request.deletion, call, for: call.viewer)
        }
    }

    private func mark(
        _ request: ReadingList.MarkLinks, _ call: ServerCall, for viewer: Viewer
    ) async throws -> LinksChanged {
        let isRead = try LinkLister.isRead(request.status)
        return try await change(request.ids, call, for: viewer) { link, now in
            guard link.isRead != isRead else { return }
            (link.isRead, link.readAt) = (isRead, isRead ? now : nil)
        }
    }

    private func star(
        _ request: ReadingList.StarLinks, _ call: ServerCall, for viewer: Viewer
    ) async throws -> LinksChanged {
        let isFeatured = request.isFeatured
        return try await change(request.ids, call, for: viewer) { link, _ in
            link.isFeatured = isFeatured
            if !isFeatured { link.title = LeadingStar.stripped(link.title) }
        }
    }

    private func tag(
        _ request: ReadingList.TagLinks, _ call: ServerCall, for viewer: Viewer
    ) async throws -> LinksChanged {
        let (add, remove) = (LinkText.tags(request.add ?? []), LinkText.tags(request.remove ?? []))
        guard !add.isEmpty || !remove.isEmpty else {
            throw RPCError.invalidArgument("add", "and remove name no tag.")
        }
        let gone = Set(remove.map(LinkText.key))
        return try await change(request.ids, call, for: viewer) { link, _ in
            link.tags = LinkText.tags(link.tags.filter { !gone.contains(LinkText.key($0)) } + add)
            link.tags.sort { LinkText.key($0) < LinkText.key($1) }
        }
    }

    private func edit(_ request: ReadingList.EditLink, _ call: ServerCall, for viewer: Viewer) async throws -> Link {
        let now = store.now
        return try await store.write(call, for: viewer) { db, reader in
            guard let old = try LinkTable.find(request.id, of: reader, db) else { throw ReadingListError.unknownLink }
            var link = old
            if let title = request.title {
                link.title = LinkText.typedTitle(title)
                if LeadingStar.isThere(link.title) { link.isFeatured = true }
                if link.typesFrom == .signs { link.types = link.typesBySignals }
            }
            if let description = request.description { link.description = LinkText.typedDescription(description) }
            if let note = request.note { link.note = LinkText.note(note) }
            if let tags = request.tags {
                link.tags = LinkText.tags(tags).sorted { LinkText.key($0) < LinkText.key($1) }
            }
            if link != old {
                link.updated = max(now, old.updated)
                try LinkTable.update(link, from: old, db)
            }
            return link.link
        }
    }

    private func delete(
        _ request: ReadingList.DeleteLinks, _ call: ServerCall, for viewer: Viewer
    ) async throws -> LinksDeleted {
        let ids = try Self.checked(request.ids)
        let (now, deletion) = (store.now, store.makeID())
        return try await store.write(call, for: viewer, releasingBallast: true) { db, reader in
            var response = LinksDeleted(deletion: nil, deleted: 0)
            for id in ids {
                guard let link = try LinkTable.find(id, of: reader, db) else {
                    response.missing.append(id)
                    continue
                }
                try LinkTable.delete(link, as: deletion, at: now, db)
                response.deleted += 1
                response.deletion = deletion
            }
            return response
        }
    }

    private func undo(_ deletion: String, _ call: ServerCall, for viewer: Viewer) async throws -> LinksChanged {
        try await store.write(call, for: viewer) { db, reader in
            let links = try LinkTable.deleted(by: deletion, of: reader, db)
            guard !links.isEmpty else { throw ReadingListError.unknownDeletion }
            var response = LinksChanged(changed: 0)
            // A page that was saved again in the meantime is unchanged.
            for link in links where try !LinkTable.has(canonical: link.canonical, of: reader, db) {
                guard try ProfileTable.links(of: reader, db) < ReadingListLimits.linksPerProfile else {
                    throw ReadingListError.linkLimitReached(ReadingListLimits.linksPerProfile)
                }
                try LinkTable.restore(link, db)
                response.changed += 1
            }
            return response
        }
    }

    /// Changes links; unchanged ones keep their time.
    private func change(
        _ ids: [String], _ call: ServerCall, for viewer: Viewer,
        _ body: @escaping @Sendable (inout LinkRow, Int64) -> Void
    ) async throws -> LinksChanged {
        let ids = try Self.checked(ids)
        let now = store.now
        return try await store.write(call, for: viewer) { db, reader in
            var response = LinksChanged(changed: 0)
            for id in ids {
                guard let old = try LinkTable.find(id, of: reader, db) else {
                    response.missing.append(id)
                    continue
                }
                var link = old
                body(&link, now)
                guard link != old else { continue }
                link.updated = max(now, old.updated)
                try LinkTable.update(link, from: old, db)
                response.changed += 1
            }
            return response
        }
    }

    private static func checked(_ ids: [String]) throws(RPCError) -> [String] {
        guard (1...ReadingListLimits.batchLinks).contains(ids.count) else {
            throw .invalidArgument("ids", "must be between 1 and \(ReadingListLimits.batchLinks) links.")
        }
        guard ids.allSatisfy({ (1...ReadingListLimits.idBytes).contains($0.utf8.count) }) else {
            throw .invalidArgument("ids", "must be ids of links, as lists have them.")
        }
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }
    }
}
