import Foundation
import RPC
import ReadingListAPI
import Synchronization

/// The reading list as its contract has it, in memory.
final class FakeReadingList: Sendable {
    private struct State {
        var links: [Link] = []
        var deleted: [Link] = []
        var imported: LinkImport?
    }

    private let state = Mutex(State())
    static let date = Date(timeIntervalSince1970: 1_767_225_600)
    private static let unused = RPCError(.unimplemented, "No test here calls this.")

    /// What an import will have come to.
    func setImport(_ job: LinkImport) { state.withLock { $0.imported = job } }

    var handlers: RPCHandlers<ReadingList> {
        var handlers = RPCHandlers<ReadingList>()
        handlers.on(ReadingList.SaveLink.self) { request, _ in try self.save(request) }
        handlers.on(ReadingList.ListLinks.self) { request, _ in self.list(request) }
        handlers.on(ReadingList.ListDomains.self) { _, _ in
            DomainList(domains: [DomainCount(domain: "example.org", count: 2)])
        }
        handlers.on(ReadingList.ListTags.self) { _, _ in TagList(tags: [TagCount(tag: "one", count: 1)]) }
        handlers.on(ReadingList.MarkLinks.self) { request, _ in
            self.change(request.ids) { $0.status = request.status }
        }
        handlers.on(ReadingList.StarLinks.self) { request, _ in
            self.change(request.ids) { $0.isFeatured = request.isFeatured }
        }
        handlers.on(ReadingList.TagLinks.self) { request, _ in
            self.change(request.ids) { $0.tags += request.add ?? [] }
        }
        handlers.on(ReadingList.EditLink.self) { request, _ in try self.edit(request) }
        handlers.on(ReadingList.DeleteLinks.self) { request, _ in self.delete(request.ids) }
        handlers.on(ReadingList.UndoDelete.self) { _, _ in
            self.state.withLock { state in
                state.links += state.deleted
                defer { state.deleted = [] }
                return LinksChanged(changed: Int64(state.deleted.count))
            }
        }
        handlers.on(ReadingList.CorrectTypes.self) { request, _ in
            _ = self.change([request.id]) { $0.types = request.types ?? [.article] }
            return TypesCorrected(link: try self.link(request.id), changed: 1)
        }
        handlers.on(ReadingList.ListSiteRules.self) { _, _ in
            SiteRuleList(rules: [SiteRule(domain: "example.org", types: [.video, .audio])])
        }
        handlers.on(ReadingList.RemoveSiteRule.self) { _, _ in LinksChanged(changed: 1) }
        handlers.on(ReadingList.ImportLinks.self) { _, items, _ in
            for try await _ in items {}
            return LinkImportStarted(job: "i1")
        }
        handlers.on(ReadingList.GetLinkImport.self) { _, _ in
            guard let job = self.state.withLock({ $0.imported }) else { throw Self.unused }
            return job
        }
        handlers.on(ReadingList.FollowLinkImport.self) { _, writer, _ in
            guard let job = self.state.withLock({ $0.imported }) else { throw Self.unused }
            try await writer.write(job)
        }
        return handlers
    }

    private func save(_ request: ReadingList.SaveLink) throws -> SavedLink {
        guard request.url.hasPrefix("https://") else {
            throw RPCError(
                .invalidArgument, "url: is not a whole address.",
                details: [RPCErrorDetail(ReadingListProblem(.notAWebAddress))])
        }
        return state.withLock { state in
            if let known = state.links.first(where: { $0.url == request.url }) {
                return SavedLink(link: known, isNew: false)
            }
            var link = Link(
                id: "l\(state.links.count + 1)", url: request.url, displayTitle: request.title ?? "Untitled",
                displayDescription: request.url, domain: "example.org", status: .unread, types: [.article],
                typesFrom: .signs, isFeatured: request.isFeatured ?? false, tags: request.tags ?? [], added: Self.date,
                updated: Self.date)
            link.title = request.title
            state.links.append(link)
            return SavedLink(link: link, isNew: true)
        }
    }

    private func list(_ request: ReadingList.ListLinks) -> LinkList {
        state.withLock { state in
            let shown = state.links.filter { $0.status == request.status ?? .unread }
            var counts = LinkCounts()
            counts.unread = Int64(state.links.count { $0.status == .unread })
            counts.read = Int64(state.links.count { $0.status == .read })
            counts.article = Int64(shown.count)
            counts.total = Int64(shown.count)
            let empty = shown.isEmpty ? EmptyReason(.emptyToRead, "No links to read. Save some first.") : nil
            return LinkList(links: shown, counts: counts, empty: empty)
        }
    }

    private func link(_ id: String) throws -> Link {
        guard let link = state.withLock({ $0.links.first { $0.id == id } }) else {
            throw RPCError(
                .notFound, "There is no such link on your list.",
                details: [RPCErrorDetail(ReadingListProblem(.unknownLink))])
        }
        return link
    }

    private func change(_ ids: [String], _ body: (inout Link) -> Void) -> LinksChanged {
        state.withLock { state in
            var response = LinksChanged(changed: 0)
            for id in ids {
                guard let index = state.links.firstIndex(where: { $0.id == id }) else {
                    response.missing.append(id)
                    continue
                }
                body(&state.links[index])
                response.changed += 1
            }
            return response
        }
    }

    private func edit(_ request: ReadingList.EditLink) throws -> Link {
        _ = change([request.id]) { $0.displayTitle = request.title ?? $0.displayTitle }
        return try link(request.id)
    }

    private func delete(_ ids: [String]) -> LinksDeleted {
        state.withLock { state in
            state.deleted = state.links.filter { ids.contains($0.id) }
            state.links.removeAll { ids.contains($0.id) }
            let found = state.deleted.map(\.id)
            return LinksDeleted(
                deletion: found.isEmpty ? nil : "d1", deleted: Int64(found.count),
                missing: ids.filter { !found.contains($0) })
        }
    }
}
