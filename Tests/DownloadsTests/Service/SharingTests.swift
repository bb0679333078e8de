import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

/// Several profiles, several downloads: one file for all, fair turns, room for each.
struct SharingTests {
    @Test func `one file serves all who asked for it, and goes with the last`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(1_000))
            let owner = try await downloads.client(.owner)
            let first = try await client.fetched("m1")
            let second = try await owner.start("m1")
            #expect(!second.existing)
            #expect(second.download.id == first.id)
            #expect(second.download.status == .completed)
            #expect(downloads.server.requests.count == 2)
            _ = try await client.send(Downloads.Delete(download: first.id))
            #expect(try await client.list().isEmpty)
            #expect(try await owner.list()[0].isAvailableOffline)
            var items = owner.follow(Downloads.Follow(), after: nil).makeAsyncIterator()
            _ = try await items.next()
            _ = try await owner.send(Downloads.Delete(download: first.id))
            while try await items.next()?.item.gone != first.id {}
            // Twice is as once.
            _ = try await owner.send(Downloads.Delete(download: first.id))
            try await downloads.harness.restart()
            // What is removed soon is removed at the latest when the next one was fetched.
            downloads.film("m2", someBytes(10))
            let next = try await client.fetched("m2")
            #expect(downloads.names.filter { !$0.contains("/") } == [next.id])
        }
    }

    @Test func `starts at the same time never take more than there is`() async throws {
        try await DownloadsHarness.with(quotaMB: 10) { downloads, client in
            for index in 0..<20 { downloads.film("m\(index)", someBytes(1_300_000, seed: UInt64(index))) }
            let results = await withTaskGroup { group in
                for index in 0..<20 {
                    group.addTask { await client.failure(of: Downloads.Start(content: .init(rawValue: "m\(index)"))) }
                }
                return await group.reduce(into: [RPCError?]()) { $0.append($1) }
            }
            // Seven of 1.3 MB are in 10 MB.
            #expect(results.count { $0 == nil } == 7)
            for error in results.compactMap(\.self) {
                #expect(error.code == .resourceExhausted)
                #expect(error.problem?.code == .storageQuotaExceeded)
                #expect(error.problem?.storage?.limitBytes == 10_000_000)
                #expect(error.problem?.storage?.neededBytes == 1_300_000)
            }
            for download in try await client.list() {
                #expect(try await client.ended(download.id).status == .completed)
            }
            let storage = try await client.send(Downloads.GetStorage()).profile
            #expect((storage.usedBytes, storage.reservedBytes, storage.availableBytes) == (9_100_000, 0, 900_000))
            // Another profile has room of its own, and none has to be made for what is there.
            let owner = try await downloads.client(.owner)
            #expect(await owner.failure(of: Downloads.Start(content: "m19")) == nil)
            let error = await client.failure(of: Downloads.Start(content: "m0"))
            let deletable = error?.problem?.storage?.deletable ?? []
            #expect(error == nil || deletable.count == 7)
        }
    }

    @Test func `what turns out larger than there is room for fails by name`() async throws {
        try await DownloadsHarness.with(quotaMB: 1) { downloads, client in
            let bytes = someBytes(3_000_000)
            downloads.film("m1", bytes)
            // Its length is not known before it has come.
            downloads.server.misbehave("/m1.mp4") { _, connection, file in
                try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                try connection.send(file)
                try connection.hangUp()
            }
            downloads.catalog.add(
                {
                    var card = Card(id: "m1", kind: .movie, title: "M", rating: .pg)
                    card.runtimeMinutes = 1
                    return card
                }(),
                [.init(url: downloads.server.url("/m1.mp4"))])
            let error = await client.failure(of: Downloads.Start(content: "m1", quality: .low))
            // One minute of 2 Mbit a second does not fit, either.
            #expect(error?.problem?.code == .storageQuotaExceeded)
        }
        try await DownloadsHarness.with(quotaMB: 16) { downloads, client in
            downloads.film("m1", someBytes(17_000_000))
            downloads.server.misbehave("/m1.mp4") { _, connection, file in
                try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                try connection.send(file)
                try connection.hangUp()
            }
            var card = Card(id: "m1", kind: .movie, title: "M", rating: .pg)
            card.runtimeMinutes = 1
            downloads.catalog.add(card, [.init(url: downloads.server.url("/m1.mp4"))])
            let failed = try await client.fetched("m1", quality: .low)
            #expect(failed.trouble?.code == .storageQuotaExceeded)
            let storage = try await client.send(Downloads.GetStorage()).profile
            #expect(storage.usedBytes <= 16_000_000 && storage.reservedBytes == 0)
        }
    }

    @Test func `who has no room for what a film turns out to have lets it go, and others keep it`() async throws {
        try await DownloadsHarness.with(quotaMB: 20) { downloads, client in
            let owner = try await downloads.client(.owner)
            let bytes = someBytes(17_000_000)
            downloads.film("m1", bytes)
            downloads.film("m2", someBytes(4_000_000))
            let gate = Gate()
            // Its length is not known before it has come.
            downloads.server.misbehave("/m1.mp4") { request, connection, file in
                if request["range"] == nil { gate.wait() }
                try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                try connection.send(file)
                try connection.hangUp()
            }
            let other = try await owner.fetched("m2")
            // A minute of 2 Mbit a second is 15 MB, which both have room for.
            let shared = try await client.start("m1", quality: .low).download.id
            #expect(try await owner.start("m1", quality: .low).download.id == shared)
            gate.open()
            let done = try await client.ended(shared)
            #expect(DownloadsHarness.bytes(done) == bytes)
            #expect(try await owner.list().map(\.id) == [other.id])
        }
    }

    @Test func `who had to let a film go is not kept with the answer of who did not`() async throws {
        try await DownloadsHarness.with(quotaMB: 20) { downloads, client in
            let owner = try await downloads.client(.owner)
            downloads.film("m1", someBytes(17_000_000))
            downloads.film("m2", someBytes(4_000_000))
            let shared = try await client.fetched("m1").id
            #expect(try await owner.start("m1").download.id == shared)
            try await downloads.change("UPDATE file SET phase = 2, problem = 'unreachable', bytes = 0, reserved = 0")
            let other = try await owner.fetched("m2")
            _ = try await client.send(Downloads.Retry(download: shared))
            #expect(try await owner.list().map(\.id) == [other.id])
            let responses = try #require(await downloads.storedResponses())
            #expect(!responses.isEmpty)
            #expect(!responses.contains { $0.range(of: Data(TestCaller.owner.profile.utf8)) != nil })
        }
    }

    @Test func `a season that does not fit is not begun`() async throws {
        try await DownloadsHarness.with(quotaMB: 40) { downloads, client in
            // A minute of 2 Mbit a second is 15 MB.
            for index in 1...3 {
                var card = Card(id: .init(rawValue: "e\(index)"), kind: .episode, title: "E", rating: .g)
                (card.series, card.season, card.episode, card.runtimeMinutes) = ("s", 1, Int32(index), 1)
                downloads.catalog.add(card, [.init(url: downloads.server.url("/e\(index).mp4"))])
                downloads.server.serve("/e\(index).mp4", .init(bytes: someBytes(5_000)))
            }
            downloads.catalog.add(Card(id: "s", kind: .series, title: "S", rating: .g), [])
            let error = await client.failure(of: Downloads.Start(content: "s", quality: .low))
            #expect(error?.problem?.code == .storageQuotaExceeded)
            #expect(try await client.list().isEmpty)
            #expect(try await client.send(Downloads.GetStorage()).profile.reservedBytes == 0)
            // With less to be fetched it does, and what is there is part of it.
            let first = try await client.fetched("e1", quality: .low)
            let season = try await client.send(Downloads.Start(content: "s", quality: .low)).downloads
            #expect(season.map(\.existing) == [true, false, false])
            #expect(season[0].download.id == first.id)
        }
    }

    @Test func `what is completed is not begun again by a look from before`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let films = (0..<40).map { "m\($0)" }
            for film in films { downloads.film(film, someBytes(10)) }
            try await withThrowingTaskGroup { group in
                for film in films { group.addTask { try await client.start(.init(rawValue: film)) } }
                try await group.waitForAll()
            }
            let ids = try await client.list().map(\.id)
            // Each of these wakes the queue.
            try await withThrowingTaskGroup { group in
                for id in ids + ids + ids {
                    group.addTask { _ = try await client.send(Downloads.Resume(download: id)) }
                }
                try await group.waitForAll()
            }
            for id in ids { #expect(try await client.ended(id).status == .completed) }
            // One look and one fetch each.
            #expect(downloads.server.requests.count == 2 * films.count)
        }
    }

    @Test func `the floor of free disk is never touched`() async throws {
        try await DownloadsHarness.with(floorMB: 1_000_000_000) { downloads, client in
            downloads.film("m1", someBytes(1_000))
            let error = await client.failure(of: Downloads.Start(content: "m1"))
            #expect(error?.code == .resourceExhausted)
            #expect(error?.problem?.code == .diskFull)
            #expect(error?.problem?.storage?.neededBytes == 1_000)
            let left = try await client.list()
            #expect(left.isEmpty)
            #expect(downloads.names.isEmpty)
        }
    }

    @Test func `three run at a time, and a season does not keep others waiting`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let gate = Gate()
            for index in 1...6 {
                var card = Card(id: .init(rawValue: "e\(index)"), kind: .episode, title: "E", rating: .g)
                (card.series, card.season, card.episode, card.runtimeMinutes) = ("s", 1, Int32(index), 1)
                downloads.catalog.add(card, [.init(url: downloads.server.url("/e\(index).mp4"))])
                downloads.server.serve("/e\(index).mp4", .init(bytes: someBytes(5_000)))
                downloads.server.misbehave("/e\(index).mp4") { _, connection, file in
                    gate.wait()
                    return false
                }
            }
            downloads.catalog.add(Card(id: "s", kind: .series, title: "S", rating: .g), [])
            let season = try await client.send(Downloads.Start(content: "s", quality: .low, season: 1)).downloads
            #expect(season.map(\.download.content) == ["e1", "e2", "e3", "e4", "e5", "e6"])
            let running = try await client.wait(season[2].download.id) { $0.status == .downloading }
            #expect(running.position == 2)
            #expect(try await client.list(.active).map(\.status).filter { $0 == .downloading }.count == 3)
            // The other profile's only one comes before the season's fourth.
            let owner = try await downloads.client(.owner)
            downloads.film("m1", someBytes(10))
            _ = try await owner.start("m1")
            let moved = try await client.send(Downloads.Move(download: season[5].download.id, position: 0))
            #expect(moved.position == 0)
            let (pause, once) = (
                Downloads.Pause(download: season[0].download.id),
                CallOptions(
                    token: client.defaults.token, idempotencyKey: IdempotencyKey(runtime: downloads.harness.runtime))
            )
            let paused = try await client.send(pause, options: once)
            #expect(paused.status == .paused)
            gate.open()
            for episode in season.dropFirst() {
                #expect(try await client.ended(episode.download.id).status == .completed)
            }
            #expect(try await client.list(.active).map(\.id) == [season[0].download.id])
            _ = try await client.send(Downloads.Resume(download: season[0].download.id))
            // One whose answer was lost, say, comes again: it has had its effect.
            _ = try await client.send(pause, options: once)
            #expect(try await client.ended(season[0].download.id).status == .completed)
        }
    }

    @Test func `a deleted profile leaves nothing`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(1_000))
            let done = try await client.fetched("m1")
            let profile = TestCaller.adult.profile
            downloads.profiles.log.tell(ProfilesEvent(profileDeleted: ProfileDeleted(profile: profile)))
            // Without a call that would wake the queue.
            let owner = try await downloads.client(.owner)
            while !downloads.names.isEmpty { _ = try await owner.send(Downloads.GetStorage()) }
            #expect(try await !client.list().contains { $0.id == done.id })
            #expect(await client.failure(of: Downloads.Start(content: "m1"))?.problem?.code == .profileGone)
        }
    }

    @Test func `a profile sees only its own downloads, and kids none above their limit`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(1_000))
            let done = try await client.fetched("m1")
            let kim = try await downloads.client(.kids)
            #expect(try await kim.list().isEmpty)
            let refused = await kim.failure(of: Downloads.Pause(download: done.id))
            #expect(refused?.problem?.code == .unknownDownload)
            #expect(await kim.failureOfReading(done.id) == .unknownDownload)
            _ = try await kim.fetched("m1")
            var items = kim.follow(Downloads.Follow(), after: nil).makeAsyncIterator()
            #expect(try await items.next()?.item.snapshot?.map(\.id) == [done.id])
            // What is rated otherwise since is not theirs any more.
            downloads.catalog.log.tell(
                .init(cardsChanged: [Card(id: "m1", kind: .movie, title: "Film m1", rating: .nc17)]))
            while try await items.next()?.item.gone != done.id {}
            #expect(try await kim.list().isEmpty)
            #expect(await kim.failureOfReading(done.id) == .unknownDownload)
            let refusals = [
                await kim.failure(of: Downloads.Resume(download: done.id)),
                await kim.failure(of: Downloads.Retry(download: done.id)),
                await kim.failure(of: Downloads.Move(download: done.id, position: 0)),
            ]
            #expect(refusals.map(\.?.problem?.code) == [.unknownDownload, .unknownDownload, .unknownDownload])
            // What they let go takes no room of theirs any more.
            _ = try await kim.send(Downloads.Delete(download: done.id))
            #expect(try await kim.send(Downloads.GetStorage()).profile.usedBytes == 0)
            #expect(try await client.list().map(\.id) == [done.id])
        }
    }

    @Test func `a restart goes on with what was being fetched`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let bytes = someBytes(9_000_000)
            downloads.film("m1", bytes)
            let gate = Gate()
            let server = downloads.server
            server.misbehave("/m1.mp4") { request, connection, file in
                guard request["range"] == nil, server.requests.count > 1 else { return false }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\nETag: \"1\"\r\n\r\n")
                try connection.send(Array(file[..<8_000_000]))
                gate.wait()
                try connection.hangUp()
            }
            let id = try await client.start("m1").download.id
            _ = try await client.wait(id) { $0.bytes >= 8_000_000 }
            await downloads.harness.kill()
            let stranger = "\(downloads.folder)/another-profiles"
            try FileManager.default.createDirectory(atPath: stranger, withIntermediateDirectories: true)
            try Data([1]).write(to: URL(filePath: "\(stranger)/file"))
            gate.open()
            try await downloads.harness.start()
            let done = try await client.ended(id)
            #expect(done.status == .completed)
            #expect(DownloadsHarness.bytes(done) == bytes)
            // No more than is not durable is fetched again.
            let resumed = try #require(server.requests.last?.split(separator: "=").last?.dropLast())
            #expect(try #require(Int(resumed)) >= 8_000_000 - (4 << 20))
            // What belongs to no download goes at a start.
            #expect(downloads.names.filter { !$0.contains("/") } == [id])
        }
    }

    @Test func `followers have the disk looked at for what has changed alone`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(1_000))
            downloads.film("m2", someBytes(1_000))
            let first = try await client.fetched("m1")
            var items = client.follow(Downloads.Follow(), after: nil).makeAsyncIterator()
            #expect(try await items.next()?.item.snapshot?.map(\.id) == [first.id])
            try FileManager.default.removeItem(atPath: try #require(first.path))
            let second = try await client.start("m2").download.id
            while let item = try await items.next()?.item, item.changed?.status != .completed {
                #expect(item.changed?.id == second)
            }
            // Who asks for it has it looked for.
            #expect(await client.failure(of: Downloads.Locate(content: "m1"))?.problem?.code == .unknownDownload)
            while let item = try await items.next()?.item, item.changed?.id != first.id {}
        }
    }

    @Test func `who comes back with a position is told what has changed since`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(1_000))
            downloads.film("m2", someBytes(1_000))
            let first = try await client.fetched("m1")
            var items = client.follow(Downloads.Follow(), after: nil).makeAsyncIterator()
            let snapshot = try #require(try await items.next())
            #expect(snapshot.item.snapshot?.map(\.id) == [first.id])
            let second = try await client.fetched("m2")
            _ = try await client.send(Downloads.Delete(download: first.id))
            var later = client.follow(Downloads.Follow(), after: snapshot.position).makeAsyncIterator()
            let changed = try #require(try await later.next())
            #expect(changed.item.changed?.id == second.id)
            #expect(changed.item.changed?.status == .completed)
            #expect(try await later.next()?.item.gone == first.id)
            // After a restart it is not known what has changed.
            try await downloads.harness.restart()
            var again = client.follow(Downloads.Follow(), after: changed.position).makeAsyncIterator()
            #expect(try await again.next()?.item.snapshot?.map(\.id) == [second.id])
        }
    }
}

extension Client {
    /// The rule that is in the way of reading a download.
    fileprivate func failureOfReading(_ id: String) async -> DownloadsProblem.Code? {
        do {
            _ = try await read(Downloads.ReadFile(download: id))
            return nil
        } catch {
            return (error as? RPCError)?.problem?.code
        }
    }
}

/// Keeps a server's threads waiting until it is opened.
final class Gate: Sendable {
    private let condition = NSCondition()
    // Under the condition's lock.
    private nonisolated(unsafe) var isOpen = false

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    func wait() { condition.withLock { while !isOpen { condition.wait() } } }
}
