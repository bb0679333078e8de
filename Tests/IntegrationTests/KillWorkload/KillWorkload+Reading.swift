import Foundation
import HearthModel
import RPC
import ReadingListAPI
import TestSupport

// Links that are saved, changed in batches, deleted and brought back, and files that are taken in.
extension KillWorkload {
    var readingWork: [WorkloadTask] {
        Self.inLanes { await saves($0) }
            + [{ await changes() }, { await deletions() }, { await files() }]
    }

    private static let batch = 10
    private static let linksOfAFile = 500

    private func saves(_ lane: Int) async {
        var number = 0
        while !ledger.isOver {
            number += 1
            await save("https://saved\(lane).example/\(number)")
        }
    }

    @discardableResult
    private func save(_ url: String) async -> String? {
        var id: String?
        await ledger.set("link", url, to: CallLedger.something, by: "SaveLink") { () async throws(RPCError) in
            let saved = try await clients.reading.send(ReadingList.SaveLink(url: url), options: options)
            id = saved.link.id
            return saved.isNew
        }
        return id
    }

    /// Reads, stars and tags a few links and takes it back, again and again.
    private func changes() async {
        var ids: [String: String] = [:]
        for number in 1...Self.batch {
            let url = "https://changed.example/\(number)"
            while ids[url] == nil, !ledger.isOver { ids[url] = await save(url) }
        }
        let (urls, all) = (Array(ids.keys), Array(ids.values))
        var isOn = true
        while !ledger.isOver {
            let value = isOn ? CallLedger.something : CallLedger.nothing
            await change("read", urls, value, "MarkLinks") { () async throws(RPCError) in
                try await clients.reading.send(
                    ReadingList.MarkLinks(ids: all, status: isOn ? .read : .unread), options: options)
            }
            await change("star", urls, value, "StarLinks") { () async throws(RPCError) in
                try await clients.reading.send(
                    ReadingList.StarLinks(ids: all, isFeatured: isOn), options: options)
            }
            await change("tag", urls, value, "TagLinks") { () async throws(RPCError) in
                try await clients.reading.send(
                    ReadingList.TagLinks(ids: all, add: isOn ? ["drill"] : nil, remove: isOn ? nil : ["drill"]),
                    options: options)
            }
            isOn.toggle()
        }
    }

    private func change(
        _ kind: String, _ urls: [String], _ value: String, _ method: String,
        _ call: () async throws(RPCError) -> LinksChanged
    ) async {
        await ledger.set(kind, urls, to: value, by: method) { () async throws(RPCError) in
            let change = try await call()
            if ![0, urls.count].contains(Int(change.changed)) || !change.missing.isEmpty {
                ledger.contradict("\(method) has changed \(change.changed) of \(urls.count)")
            }
            return change.changed > 0
        }
    }

    private func deletions() async {
        var number = 0
        while !ledger.isOver {
            number += 1
            let url = "https://deleted.example/\(number)"
            guard let id = await save(url) else { continue }
            var deletion: String?
            await ledger.set("link", url, to: CallLedger.nothing, by: "DeleteLinks") { () async throws(RPCError) in
                let deleted = try await clients.reading.send(ReadingList.DeleteLinks(ids: [id]), options: options)
                deletion = deleted.deletion
                return deleted.deleted > 0
            }
            guard let deletion, number % 2 == 0 else { continue }
            await ledger.set("link", url, to: CallLedger.something, by: "UndoDelete") { () async throws(RPCError) in
                try await clients.reading.send(ReadingList.UndoDelete(deletion: deletion), options: options).changed > 0
            }
        }
    }

    /// Takes in a file after the other. An import goes on after a kill, so each has to come in whole.
    private func files() async {
        var number = 0
        while !ledger.isOver {
            number += 1
            let urls = (1...Self.linksOfAFile).map { "https://file\(number).example/\($0)" }
            guard let path = try? cluster.directory.write(urls.joined(separator: "\n"), to: "links\(number).txt") else {
                return ledger.contradict("the drill cannot write a file")
            }
            await ledger.set("link", urls, to: CallLedger.something, by: "ImportLinks") { () async throws(RPCError) in
                let job = try await clients.reading.upload(
                    ReadingList.ImportLinks(file: path), from: path, options: options
                ).job
                var end: LinkImport?
                let states = clients.reading.follow(ReadingList.FollowLinkImport(job: job)) { clients.options() }
                do throws(RPCError) { for try await state in states { end = state.item } } catch {
                    throw RPCError(error.code, error.message, executed: .maybe)
                }
                if end?.state != .done || end?.report.added != Int64(urls.count) {
                    let counts = "\(end?.report.added ?? 0) added, \(end?.report.duplicate ?? 0) there before"
                    ledger.contradict("an import has ended as \(end?.state.rawValue ?? ""): \(counts)")
                }
                return true
            }
        }
    }

    func readingFaults() async throws -> [String] {
        let unread = try await links(.unread)
        let read = try await links(.read)
        let changed = (unread + read).filter { $0.url.hasPrefix("https://changed.") }
        return ledger.faults(of: "link", present: (unread + read).map(\.url))
            + ledger.faults(of: "read", present: read.map(\.url))
            + ledger.faults(of: "star", present: changed.filter(\.isFeatured).map(\.url))
            + ledger.faults(of: "tag", present: changed.filter { $0.tags.contains("drill") }.map(\.url))
    }

    private func links(_ status: LinkStatus) async throws -> [Link] {
        var (found, cursor) = ([Link](), String?.none)
        repeat {
            let page = try await clients.reading.send(
                ReadingList.ListLinks(status: status, order: .added, page: PageRequest(size: 200, cursor: cursor)),
                options: clients.options())
            found += page.links
            cursor = page.cursor
        } while cursor != nil
        return found
    }
}
