import Access
import Foundation
import Glibc
import Household
import ProfilesAPI
import RPC
import RPCZeroMQ
import ReadingListAPI
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// The reading list as a process that is killed again and again, while pages are saved and a file is taken in.
@Suite("kill -9 of the reading list", .tags(.integration), .serialized)
struct ReadingKillTests {
    private static let workers = 4
    private static let imported = 20_000
    private static let savesBetweenKills = 10

    /// How often it is killed; `HEARTH_KILLS` asks for more.
    private static var kills: Int {
        ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap(Int.init) ?? 10
    }

    /// What savers were told, for the end to be held against.
    private final class Ledger: Sendable {
        struct State: Sendable {
            var acknowledged: Set<String> = []
            var asked: Set<String> = []
            var unknown = 0
            /// Pages of one saver alone who was told that they were there before.
            var doubled = 0
            var isOver = false
        }

        private let state = Mutex(State())

        var all: State { state.withLock { $0 } }
        var isOver: Bool { state.withLock { $0.isOver } }

        func note(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    }

    @Test("every acknowledged save is there once, and an import is whole")
    func kills() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up(
                "--services", "profiles,reading-list", "--restart-limit", "0", "--restart-wait", "0.1")
            let node = try ZeroMQNode.start(name: "reading-kill-test")
            let neighbours = SocketNeighbours(
                runDirectory: cluster.run, name: "reading-kill-test", node: node, runtime: SystemRuntime.shared)
            let token = try await ownerToken(cluster, RPCClient<Profiles>(neighbours.channel(to: "profiles")))
            let options = CallOptions(timeout: .seconds(60), token: token, waitForReady: true)
            let list = RPCClient<ReadingList>(neighbours.channel(to: "reading-list"), defaults: options)
            let lines = (0..<Self.imported).map { "https://file.example/\($0)" } + ["nonsense"]
            let file = try cluster.directory.write(lines.joined(separator: "\n"), to: "links.txt")
            let job = try await list.send(ReadingList.ImportLinks(path: file)).job
            let ledger = Ledger()
            try await withThrowingDiscardingTaskGroup { group in
                for worker in 0..<Self.workers { group.addTask { await save(list, worker, ledger) } }
                for _ in 0..<Self.kills {
                    let before = ledger.all.acknowledged.count
                    try await cluster.until("saves get through") {
                        ledger.all.acknowledged.count >= before + Self.savesBetweenKills
                    }
                    try await killAndWait("reading-list", cluster)
                }
                ledger.note { $0.isOver = true }
            }
            // The stream is followed across whatever is left of the restarts.
            var end: LinkImport?
            for try await state in list.follow(ReadingList.FollowLinkImport(job: job)) { end = state.item }
            let report = try #require(end?.report)
            #expect(end?.state == .done)
            #expect([report.added, report.duplicate, report.refused] == [Int64(Self.imported), 0, 1])
            try await check(ledger.all, list)
            await node.shutDown()
        }
    }

    /// Saves a page after the other until it is over; no two workers save the same one.
    private func save(_ list: RPCClient<ReadingList>, _ worker: Int, _ ledger: Ledger) async {
        var options = list.defaults
        options.timeout = .seconds(10)
        var number = 0
        while !ledger.isOver {
            number += 1
            let page = "https://worker\(worker).example/\(number)"
            ledger.note { $0.asked.insert(page) }
            do {
                let saved = try await list.send(ReadingList.SaveLink(url: page), options: options)
                ledger.note { state in
                    state.acknowledged.insert(page)
                    if !saved.isNew { state.doubled += 1 }
                }
            } catch {
                if error.executed == .maybe { ledger.note { $0.unknown += 1 } }
            }
        }
    }

    private func check(_ state: Ledger.State, _ list: RPCClient<ReadingList>) async throws {
        var (found, cursor) = ([String](), String?.none)
        repeat {
            let page = try await list.send(
                ReadingList.ListLinks(order: .added, page: PageRequest(size: 200, cursor: cursor)))
            found += page.links.map(\.url).filter { !$0.hasPrefix("https://file.") }
            cursor = page.cursor
        } while cursor != nil
        print(
            "reading-list killed \(Self.kills) times: \(state.acknowledged.count) saves acknowledged, "
                + "\(state.unknown) unknown, \(found.count) there")
        #expect(state.acknowledged.subtracting(found).isEmpty, "an acknowledged save is lost")
        #expect(Set(found).count == found.count, "a page is there twice")
        #expect(Set(found).isSubset(of: state.asked), "a page is there that nobody saved")
        #expect(state.doubled == 0, "a save was executed twice")
        #expect(!state.acknowledged.isEmpty)
    }

    private func ownerToken(_ cluster: RealCluster, _ client: RPCClient<Profiles>) async throws -> AccessToken {
        let key = try #require(try OwnerKey.load(in: cluster.run))
        let options = CallOptions(timeout: .seconds(60), waitForReady: true)
        return try await AccessToken(client.send(Profiles.LocalOwner(proof: Data(key.bytes)), options: options).token)
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
}
