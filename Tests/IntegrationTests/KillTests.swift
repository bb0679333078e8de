import Access
import CatalogAPI
import Foundation
import Glibc
import Household
import ProfilesAPI
import RPC
import RPCZeroMQ
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// kill -9 of each service under load, as often as HEARTH_KILLS says (five times when it says nothing).
@Suite("kill -9 under load", .tags(.integration), .serialized)
struct KillTests {
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 5
    private static let workers = 4
    private static let channels = 400

    /// What became of the calls, by title.
    private final class Ledger: Sendable {
        struct Entry: Sendable {
            var acknowledged: Bool?
            var unknown = 0
        }

        struct State: Sendable {
            var entries: [String: Entry] = [:]
            var answers = 0
            var failures = 0
            var unknown = 0
            var searches = 0
            var failedSearches = 0
            var incompleteSearches = 0
            var isOver = false
        }

        private let state = Mutex(State())

        var all: State { state.withLock { $0 } }
        func end() { state.withLock { $0.isOver = true } }
        var isOver: Bool { state.withLock { $0.isOver } }

        /// The call was answered: whatever was unknown before is settled by it.
        func acknowledge(_ id: String, isFavourite: Bool) {
            state.withLock { state in
                state.answers += 1
                state.entries[id] = Entry(acknowledged: isFavourite)
            }
        }

        /// A search ended; nil when it failed.
        func noteSearch(isComplete: Bool?) {
            state.withLock { state in
                state.searches += 1
                if isComplete == nil { state.failedSearches += 1 }
                if isComplete == false { state.incompleteSearches += 1 }
            }
        }

        func fail(_ id: String, _ error: RPCError) {
            state.withLock { state in
                if error.executed == .maybe {
                    state.unknown += 1
                    state.entries[id, default: Entry()].unknown += 1
                } else {
                    state.failures += 1
                }
            }
        }
    }

    @Test("no acknowledged favourite is lost or doubled, and every call ends")
    func kills() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--restart-limit", "0", "--restart-wait", "0.1")
            let ids = try await library(cluster)
            let ledger = Ledger()
            let node = try ZeroMQNode.start(name: "kill-test")
            let neighbours = SocketNeighbours(
                runDirectory: cluster.run, name: "kill-test", node: node, runtime: SystemRuntime.shared)
            let client = RPCClient<Profiles>(neighbours.channel(to: "profiles"))
            let token = try await ownerToken(cluster, client)
            try await withThrowingDiscardingTaskGroup { group in
                for worker in 0..<Self.workers {
                    let own = ids.enumerated().filter { $0.offset % Self.workers == worker }.map(\.element)
                    group.addTask { await load(client, token, own, ledger) }
                }
                let catalog = RPCClient<Catalog>(neighbours.channel(to: "catalog"))
                group.addTask { await search(catalog, token, ledger) }
                for _ in 0..<Self.kills {
                    for service in ["profiles", "catalog"] { try await killAndWait(service, cluster) }
                }
                ledger.end()
            }
            try await check(ledger.all, client, token)
            await node.shutDown()
        }
    }

    /// A library of channels; returns their ids.
    private func library(_ cluster: RealCluster) async throws -> [String] {
        let lines = (1...Self.channels).flatMap { number in
            ["#EXTINF:-1 tvg-id=\"c\(number).test\",Channel \(number)", "http://streams.example/\(number)"]
        }
        let playlist = try cluster.directory.write((["#EXTM3U"] + lines).joined(separator: "\n") + "\n", to: "many.m3u")
        #expect(try await cluster.hearth("import", playlist).code == 0)
        var (ids, cursor) = ([String](), String?.none)
        repeat {
            let page = try await cluster.execute(
                "hearth",
                ["search", "--type", "channel", "--limit", "200", "--json", "--timeout", "60"]
                    + (cursor.map { ["--cursor", $0] } ?? [])
            ).json()
            ids += (page["hits"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            cursor = page["cursor"] as? String
        } while cursor != nil
        try #require(ids.count == Self.channels)
        return ids
    }

    private func ownerToken(_ cluster: RealCluster, _ client: RPCClient<Profiles>) async throws -> AccessToken {
        let key = try #require(try OwnerKey.load(in: cluster.run))
        let session = try await client.send(Profiles.LocalOwner(proof: Data(key.bytes)))
        return AccessToken(session.token)
    }

    /// Adds and removes favourites until it is over, each title by one worker alone.
    private func load(_ client: RPCClient<Profiles>, _ token: AccessToken, _ ids: [String], _ ledger: Ledger) async {
        var options = CallOptions(timeout: .seconds(10), token: token)
        options.waitForReady = true
        var round = 0
        while !ledger.isOver {
            for id in ids where !ledger.isOver {
                let content = ContentID(rawValue: id)
                do {
                    let change =
                        round % 2 == 0
                        ? try await client.send(Profiles.AddFavourite(content: content), options: options)
                        : try await client.send(Profiles.RemoveFavourite(content: content), options: options)
                    ledger.acknowledge(id, isFavourite: change.isFavourite)
                } catch {
                    ledger.fail(id, error)
                }
            }
            round += 1
        }
    }

    /// Searches until it is over: a read has no outcome to be unknown of, but each must end.
    private func search(_ client: RPCClient<Catalog>, _ token: AccessToken, _ ledger: Ledger) async {
        var options = CallOptions(timeout: .seconds(10), token: token)
        options.waitForReady = true
        while !ledger.isOver {
            let found = try? await client.send(Catalog.Search(text: "channel"), options: options)
            ledger.noteSearch(isComplete: found.map { $0.total == Int64(Self.channels) })
        }
    }

    private func killAndWait(_ service: String, _ cluster: RealCluster) async throws {
        let before = try cluster.process(of: service)
        #expect(kill(before, SIGKILL) == 0)
        try await cluster.until("\(service) serves again") {
            guard let process = ServiceNotice.read(at: cluster.paths.notice(of: service))?.processID else {
                return false
            }
            return process != before && RealCluster.isAlive(process)
        }
    }

    private func check(_ state: Ledger.State, _ client: RPCClient<Profiles>, _ token: AccessToken) async throws {
        var options = CallOptions(timeout: .seconds(60), token: token)
        options.waitForReady = true
        var (found, cursor) = ([String](), String?.none)
        repeat {
            let page = try await client.send(
                Profiles.ListFavourites(page: PageRequest(size: 200, cursor: cursor)), options: options)
            found += page.favourites.map(\.content.rawValue)
            cursor = page.cursor
        } while cursor != nil
        #expect(Set(found).count == found.count, "a favourite is there twice")
        let present = Set(found)
        for (id, entry) in state.entries where entry.unknown == 0 {
            guard let isFavourite = entry.acknowledged else { continue }
            #expect(present.contains(id) == isFavourite, "\(id) was acknowledged as \(isFavourite)")
        }
        #expect(state.answers > 0)
        #expect(state.searches > state.failedSearches)
        #expect(state.incompleteSearches == 0, "a search after a kill found less than there is")
        let writes = "\(state.answers) answers, \(state.failures) definite failures, \(state.unknown) unknown"
        let reads = "\(state.searches) searches, \(state.failedSearches) of them failed"
        Attachment.record("\(Self.kills) kills of each service: \(writes); \(reads)\n", named: "kills.txt")
    }
}
