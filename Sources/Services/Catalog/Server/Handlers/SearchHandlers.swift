internal import Access
internal import CatalogAPI
internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit

/// Searches the library, and beyond it.
struct SearchHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.Search.self) { request, call in
            let viewer = try call.viewer
            let search = try CatalogSearch(
                request, policy: viewer.policy, profile: viewer.profile, at: context.runtime.wallTime)
            let found = try await context.read(viewer, titles: { try search.run($0, $1) })
            guard search.includesOutsideTitles else { return found }
            return try await addOutsideTitles(request, to: found, for: viewer)
        }
    }

    /// Adds titles that metadata-gateway finds and the library does not have.
    private func addOutsideTitles(
        _ request: Catalog.Search, to found: SearchResults, for viewer: Viewer
    ) async throws -> SearchResults {
        var found = found
        do {
            let language = try await context.read(viewer) { try MetadataLanguage.current($0) }
            let cards = try await context.metadata.outsideTitles(request, in: language)
            // What the library has and hides from the caller is not shown as one that it does not have.
            let matcher = TitleMatchReader(policy: .everything)
            found.outside = try await context.read(viewer, titles: { try matcher.unknown(cards, $0, $1) })
        } catch let error as RPCError {
            context.queue.logger.debug("Titles outside the library are unavailable.", metadata: ["error": "\(error)"])
            found.isOutsideMissing = true
        }
        return found
    }
}
