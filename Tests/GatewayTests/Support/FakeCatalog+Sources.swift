import CatalogAPI
import Foundation
import RPC

extension FakeCatalog {
    /// The methods about sources: what they were asked is kept, and their job is that of an import.
    func addSources(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListSources.self) { _, _ in
            var list = SourceList(sources: self.sources)
            list.jobs = self.openJobs.isEmpty ? nil : self.openJobs
            return list
        }
        handlers.on(Catalog.CancelImport.self) { request, _ in
            _ = try self.note("cancel \(request.job)")
            return ImportJob(id: request.job, kind: .playlist, source: "")
        }
        handlers.on(Catalog.AddSource.self) { request, _ in
            let word = request.password.map { String(repeating: "*", count: $0.count) } ?? "-"
            return try self.note(
                "add \(request.source) \(request.kind) \(request.address ?? "-") \(request.username ?? "-") \(word) "
                    + "\(request.refreshMinutes.map(String.init) ?? "-") \(request.guideOf ?? "-")")
        }
        handlers.on(Catalog.UpdateSource.self) { request, _ in
            _ = try self.note(
                "update \(request.source) \(request.isDisabled.map { $0 ? "off" : "on" } ?? "-") "
                    + "\(request.refreshMinutes.map(String.init) ?? "-")")
            if let connections = request.maximumConnections, !(0...1_000).contains(connections) {
                throw RPCError.invalidArgument("maximumConnections", "1 to 1000, or 0")
            }
            guard let source = self.sources.first(where: { $0.name == request.source }) else {
                throw RPCError(.notFound, "There is no such source.")
            }
            return source
        }
        handlers.on(Catalog.RefreshSource.self) { request, _ in
            try self.note(
                "refresh \(request.source) \(request.allowsShrinking ?? false) \(request.isDryRun ?? false)")
        }
        handlers.on(Catalog.UndoImport.self) { request, _ in try self.note("undo \(request.source) \(request.job)") }
        handlers.on(Catalog.RemoveSource.self) { request, _ in try self.note("remove \(request.source)") }
    }
}
