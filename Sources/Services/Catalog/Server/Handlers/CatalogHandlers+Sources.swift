internal import Access
internal import CatalogAPI
internal import RPC

extension CatalogHandlers {
    /// Adds the methods of sources.
    static func addSources(_ library: Library, to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListSources.self) { _, call in try await library.sources(for: call.viewer) }
        handlers.on(Catalog.AddSource.self) { request, call in try await library.add(request, for: call.viewer) }
        handlers.on(Catalog.UpdateSource.self) { request, call in
            try await library.update(request, call, for: call.viewer)
        }
        handlers.on(Catalog.RefreshSource.self) { request, call in
            try await library.refresh(request, for: call.viewer)
        }
        handlers.on(Catalog.UndoImport.self) { request, call in try await library.undo(request, for: call.viewer) }
        handlers.on(Catalog.RemoveSource.self) { request, call in try await library.remove(request, for: call.viewer) }
    }
}
