import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

// Playlists that replace each other, a source that comes and goes, and searches meanwhile.
extension KillWorkload {
    var catalogWork: [WorkloadTask] { [{ await playlists() }, { await searches() }] }

    private static let channels = 400

    /// Takes in two lists as one source in turns, and removes the source now and then.
    private func playlists() async {
        let paths = ["A", "B"].compactMap { name in
            let lines = (1...Self.channels).map {
                "#EXTINF:-1,Drill \(name) \($0)\nhttp://streams.example/\(name)/\($0)"
            }
            return try? cluster.directory.write(
                "#EXTM3U\n" + lines.joined(separator: "\n") + "\n", to: "drill\(name).m3u")
        }
        guard paths.count == 2 else { return ledger.contradict("the drill cannot write a file") }
        var number = 0
        while !ledger.isOver {
            number += 1
            let path = paths[number % 2]
            if number % 4 == 0 {
                await ledger.set("source", "drill", to: CallLedger.nothing, by: "RemoveSource") {
                    () async throws(RPCError) in
                    let started: ImportStarted
                    do throws(RPCError) {
                        started = try await clients.catalog.send(
                            Catalog.RemoveSource(source: "drill"), options: options)
                    } catch  where error.code == .notFound {
                        return nil
                    }
                    try await WorkloadImport.end(of: started, clients)
                    return nil
                }
            } else {
                await ledger.set("source", "drill", to: path, by: "ImportPlaylist") { () async throws(RPCError) in
                    let started = try await clients.catalog.upload(
                        Catalog.ImportPlaylist(source: "drill", file: path), from: path, options: options)
                    try await WorkloadImport.end(of: started, clients)
                    return nil
                }
            }
        }
    }

    /// What no import touches is always there in full.
    private func searches() async {
        while !ledger.isOver {
            let found = try? await ledger.attempt("Search") { () async throws(RPCError) in
                try await clients.catalog.send(Catalog.Search(text: "steady"), options: options)
            }
            guard let total = found?.total, total != Int64(Self.libraryTitles) else { continue }
            ledger.contradict("a search has found \(total) of \(Self.libraryTitles)")
        }
    }

    func catalogFaults() async throws -> [String] {
        let sources = try await clients.catalog.send(Catalog.ListSources(), options: clients.options()).sources
        let drill = sources.filter { $0.name == "drill" }
        let faults = ledger.faults(of: "source", found: drill.map { ($0.name, $0.path) })
        // The list that is there is there in full, beside what is left of the other one for a week.
        guard let source = drill.first, source.channels != Int64(Self.channels) else { return faults }
        return faults + ["the source has \(source.channels) channels, and \(source.stale) stale ones"]
    }
}

/// Imports of the catalog to their ends.
enum WorkloadImport {
    /// Waits for a job's end.
    ///
    /// - Throws: a failure without effect when the catalog says that nothing was changed.
    static func end(of started: ImportStarted, _ clients: HouseholdClients) async throws(RPCError) {
        var end: ImportJob?
        let states = clients.catalog.follow(Catalog.FollowImport(job: started.job)) { clients.options() }
        do throws(RPCError) { for try await state in states { end = state.item } } catch {
            throw RPCError(error.code, error.message, executed: .maybe)
        }
        if end?.state == .done { return }
        throw RPCError(.aborted, end?.problem ?? "The import has not ended.", executed: end == nil ? .maybe : .no)
    }
}
