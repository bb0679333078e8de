import CatalogAPI
import HearthModel
import RPC

extension AllMethodsScenario {
    /// A source that is kept up to date from an address, which no service fetches from: it is the machine's own.
    func sources() async throws {
        let address = "http://127.0.0.1:9/guide.xml"
        let added = try await send(Catalog.AddSource(source: "kept", kind: .guide, address: address))
        try await read(Catalog.FollowImport(job: added.job)) { $0.state.isEnd }
        let change = Catalog.UpdateSource(source: "kept")
        try await send(change)
        let refreshed = try await send(Catalog.RefreshSource(source: "kept", isDryRun: true))
        try await read(Catalog.FollowImport(job: refreshed.job)) { $0.state.isEnd }
        try await send(Catalog.RemoveSource(source: "kept"))
    }
}
