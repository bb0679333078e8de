internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

extension CatalogHandlers {
    /// Adds the methods of sources.
    static func addSources(to handlers: inout RPCHandlers<Catalog>, _ context: HandlerContext) {
        handlers.on(Catalog.ListSources.self) { _, call in
            try await SourceListReader.sources(for: call.viewer, context)
        }
        handlers.on(Catalog.AddSource.self) { request, call in
            try await SourceEditor(context: context, viewer: call.viewer).add(request)
        }
        handlers.on(Catalog.UpdateSource.self) { request, call in
            try await SourceEditor(context: context, viewer: call.viewer).update(request, call)
        }
        handlers.on(Catalog.RefreshSource.self) { request, call in
            try await SourceEditor(context: context, viewer: call.viewer).refresh(request)
        }
        handlers.on(Catalog.UndoImport.self) { request, call in
            try await SourceEditor(context: context, viewer: call.viewer).undo(request)
        }
        handlers.on(Catalog.RemoveSource.self) { request, call in
            try await SourceEditor(context: context, viewer: call.viewer).remove(request)
        }
    }
}
