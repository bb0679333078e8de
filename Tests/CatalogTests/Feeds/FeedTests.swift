import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// Sources that are fetched from a server over real HTTP.
struct FeedTests {
    @Test func `an address is fetched and taken in; what the server calls unchanged is not read again`() async throws {
        try await FeedHarness.with { harness, client in
            harness.server.serve("/list.m3u", .init(SampleList.mixed, etag: "\"1\""))
            let first = try await harness.add("web", "/list.m3u?token=hunter2")
            let report = try #require(first.report)
            report.checkSums()
            #expect(first.state == .done && report.added == 11 && report.read == 12)
            let ids = try await harness.catalog.ids()

            let again = try await harness.refresh("web")
            #expect(again.state == .done && again.report?.isNotModified == true)
            #expect(again.report?.unchanged == 11 && again.report?.read == 12)
            again.report?.checkSums()
            #expect(harness.server.requests.map { $0["if-none-match"] } == [nil, "\"1\""])

            let more = SampleList.mixed + "#EXTINF:-1,Brand New TV\nhttp://a.example/new.m3u8\n"
            harness.server.serve("/list.m3u", .init(more, etag: "\"2\""))
            #expect(try await harness.refresh("web").report?.added == 1)
            #expect(try await harness.catalog.ids().isSuperset(of: ids))
            let feed = try await harness.feed("web")
            #expect(feed.failures == 0 && feed.problem == nil && feed.tried != nil)
            #expect(feed.refreshMinutes == 1_440)
            // A day later, a twentieth sooner or later.
            let pause = try #require(feed.due).timeIntervalSince(try #require(feed.tried)) / 86_400
            #expect((0.95...1.05).contains(pause))
        }
    }

    @Test func `compressed guides and playlists come through, and the playlist's own guide is offered and fetched`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            let list = SampleList.mixed.replacingOccurrences(
                of: "#EXTM3U",
                with:
                    "#EXTM3U url-tvg=\"\(harness.server.url("/none.xml")),\(harness.server.url("/g.xml?key=hunter2"))\""
            )
            harness.server.serve("/list.m3u", .init(list))
            harness.server.serve("/g.xml", .init(SampleGuide.text(channels: [("news.tv", "News 24")], [])))
            let report = try #require(try await harness.add("web", "/list.m3u").report)
            let shown = "http://\(harness.server.host)/…"
            #expect(report.offeredGuides == [shown, shown])
            #expect(try await harness.source("web").offeredGuides == [shown, shown])
            var request = Catalog.AddSource(source: "epg", kind: .guide)
            (request.guideOf, request.guideNumber) = ("web", 1)
            let job = try await harness.add(request)
            #expect(job.state == .done, "\(job)")
            #expect(job.report?.matchedChannels == 1)
            // What is a source by its address needs no advice either.
            #expect(try await harness.source("web").offeredGuides == [shown, shown])
            try await harness.add(
                Catalog.AddSource(source: "none", kind: .guide, address: harness.server.url("/none.xml")))
            #expect(try await harness.source("web").offeredGuides == nil)
            #expect(try await harness.refresh("web").report?.offeredGuides == nil)
            request.source = "third"
            request.guideNumber = 2
            let failure = await #expect(throws: RPCError.self) { _ = try await client.send(request) }
            #expect(failure?.code == .failedPrecondition)
        }
    }

    @Test func `relative addresses are completed by where the list came from in the end; in a file they lead nowhere`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            let list = """
                #EXTM3U url-tvg="guide.xml"
                #EXTINF:-1 tvg-id="one.tv",Channel One
                one/index.m3u8
                #EXTINF:-1,Channel Two
                /two.m3u8
                #EXTINF:-1,Channel Three
                ../three.m3u8?quality=high
                #EXTINF:-1,Channel Four
                http://a.example/four.m3u8

                """
            var moved = FeedServer.Response("", status: 302)
            moved.fields = ["Location": "/lists/tv/list.m3u"]
            harness.server.serve("/list.m3u", moved)
            harness.server.serve("/lists/tv/list.m3u", .init(list))
            let report = try #require(try await harness.add("web", "/list.m3u?key=hunter2").report)
            report.checkSums()
            #expect([report.read, report.added, report.refused] == [4, 4, 0])
            var found: [String: String] = [:]
            for card in try await harness.catalog.all(Catalog.Search(text: "", kinds: [.channel])) {
                found[card.title] = try await client.send(Catalog.ResolveStream(id: card.id)).url
            }
            #expect(
                found == [
                    "Channel One": harness.server.url("/lists/tv/one/index.m3u8"),
                    "Channel Two": harness.server.url("/two.m3u8"),
                    "Channel Three": harness.server.url("/lists/three.m3u8?quality=high"),
                    "Channel Four": "http://a.example/four.m3u8",
                ])
            harness.server.serve("/lists/tv/guide.xml", .init(SampleGuide.text(channels: [("one.tv", "One")], [])))
            var request = Catalog.AddSource(source: "epg", kind: .guide)
            request.guideOf = "web"
            #expect(try await harness.add(request).report?.matchedChannels == 1)
            #expect(try await harness.refresh("web").report?.unchanged == 4)
            let file = try await harness.catalog.playlist(try harness.catalog.file("a.m3u", list), source: "file")
            #expect(file.report?.refused == 3)
        }
    }

    @Test
    func
        `whatever the server answers in place of the list, the last good state stays, and it is tried again later and later`()
        async throws
    {
        try await FeedHarness.with { harness, _ in
            harness.server.serve("/list.m3u", .init(SampleList.mixed, etag: "\"1\""))
            try await harness.add("web", "/list.m3u")
            let ids = try await harness.catalog.ids()
            var cut = FeedServer.Response(SampleList.mixed)
            cut.missing = 1_000
            let bad: [(FeedServer.Response?, String)] = [
                (nil, "does not exist"), (.init("", status: 500), "500"), (.init("", status: 403), "login"),
                (.init("<html><body>Blocked</body></html>"), "a web page"), (.init(""), "not one link"),
                (.init("{\"user_info\":{\"auth\":0}}"), "JSON"), (cut, "broke off"),
            ]
            var last: TimeInterval = 0
            for (number, (response, words)) in bad.enumerated() {
                harness.server.serve("/list.m3u", response)
                let job = try await harness.refresh("web")
                #expect(job.state == .failed, "\(words)")
                #expect(job.problem?.contains(words) == true, "\(job.problem ?? "")")
                #expect(job.canRetry == nil, "the next answer may be another one")
                #expect(try await harness.feed("web").isHeld == nil)
                #expect(try await harness.catalog.ids() == ids, "\(words)")
                let feed = try await harness.feed("web")
                #expect(feed.problem == job.problem)
                #expect(Int(feed.failures) == number + 1)
                let pause = try #require(feed.due).timeIntervalSince(try #require(feed.tried))
                // The pauses double, each shortened by up to a half: every second one is longer for certain.
                #expect(pause >= 150 && pause <= 21_600)
                if number % 2 == 0 {
                    #expect(pause >= last)
                    last = pause
                }
            }
            harness.server.serve("/list.m3u", .init(SampleList.mixed, etag: "\"2\""))
            #expect(try await harness.refresh("web").state == .done)
            let feed = try await harness.feed("web")
            #expect(feed.failures == 0 && feed.problem == nil)
        }
    }

    @Test func `a list that shrinks waits for a confirmation, also by schedule`() async throws {
        try await FeedHarness.with { harness, _ in
            harness.server.serve("/list.m3u", .init(SampleList.mixed))
            try await harness.add("web", "/list.m3u")
            let ids = try await harness.catalog.ids()
            let short = SampleList.mixed.split(separator: "\n").prefix(5).joined(separator: "\n")
            harness.server.serve("/list.m3u", .init(short))
            harness.catalog.clock.advance(days: 2)
            try await harness.refreshDue()
            #expect(try await harness.feed("web").problem?.contains("allow shrinking") == true)
            #expect(try await harness.feed("web").isHeld == true)
            #expect(try await harness.catalog.ids() == ids)
            let job = try await harness.refresh("web", allowsShrinking: true)
            #expect(job.state == .done && job.report?.removed == 9)
        }
    }

    @Test func `what is due is fetched, once; what is disabled, or not due, is not`() async throws {
        try await FeedHarness.with { harness, client in
            for name in ["a", "b", "c"] {
                harness.server.serve("/\(name)", .init("#EXTINF:-1,Station \(name)\nhttp://a.example/\(name)\n"))
                var request = Catalog.AddSource(source: name, kind: .playlist, address: harness.server.url("/\(name)"))
                request.refreshMinutes = name == "c" ? 0 : 60
                try await harness.add(request)
            }
            var change = Catalog.UpdateSource(source: "b")
            change.isDisabled = true
            #expect(try await client.send(change).feed?.isDisabled == true)
            #expect(try await harness.feed("b").due == nil)
            let before = harness.server.requests.count
            try await harness.refreshDue()
            #expect(harness.server.requests.count == before)
            harness.catalog.clock.advance(days: 1)
            try await harness.refreshDue()
            #expect(harness.server.requests[before...].map(\.target) == ["/a"])
            #expect(try await harness.catalog.ids().count == 3)
            let later = try await harness.catalog.client()
            let refused = await #expect(throws: RPCError.self) {
                _ = try await later.send(Catalog.RefreshSource(source: "b"))
            }
            #expect(refused?.code == .failedPrecondition)
            change.isDisabled = false
            _ = try await later.send(change)
            // The service's own schedule is told.
            try #require(try await comes { harness.server.requests.last?.target == "/b" })
        }
    }

    @Test func `a silent server delays no other job, and its own is stopped at once`() async throws {
        try await FeedHarness.with { harness, client in
            harness.server.serve("/list.m3u", .init(SampleList.mixed))
            try await harness.add("web", "/list.m3u")
            let ids = try await harness.catalog.ids()
            var silent = FeedServer.Response("")
            silent.isSilent = true
            harness.server.serve("/list.m3u", silent)
            let before = try await harness.feed("web")
            let started = try await client.send(Catalog.RefreshSource(source: "web"))
            try #require(try await comes { harness.server.requests.count >= 2 })
            _ = try await client.send(Catalog.CancelImport(job: started.job))
            #expect(try await harness.catalog.end(of: started, client).state == .cancelled)
            #expect(try await harness.catalog.ids() == ids)
            #expect(try await harness.feed("web") == before)
        }
    }

    @Test func `an address that may not be fetched from is not tried again by itself, until the source is changed`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            let job = try await harness.add(
                Catalog.AddSource(source: "near", kind: .playlist, address: "http://127.0.0.1:1/x"))
            #expect(job.canRetry == false && job.problem?.contains("not on the public internet") == true)
            var feed = try await harness.feed("near")
            #expect(feed.due == nil && feed.failures == 1 && feed.problem == job.problem)
            harness.catalog.clock.advance(days: 30)
            try await harness.refreshDue()
            #expect(try await harness.feed("near").failures == 1)
            // A person may ask all the same.
            #expect(try await harness.refresh("near").state == .failed)
            feed = try await harness.feed("near")
            #expect(feed.due == nil && feed.failures == 2)
            harness.server.serve("/list.m3u", .init(SampleList.mixed))
            let later = try await harness.catalog.client()
            var change = Catalog.UpdateSource(source: "near")
            change.address = harness.server.url("/list.m3u")
            _ = try await later.send(change)
            // The service's own schedule is told.
            try #require(try await comes { try await harness.feed("near").problem == nil })
            #expect(try await harness.feed("near").due != nil)
        }
    }

    @Test func `nothing secret of an address or account is told or logged, and strangers' networks are not reached`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            let address = "http://user:hunter2@\(harness.server.host)/hunter2/list.m3u?token=hunter2"
            harness.server.serve("/hunter2/list.m3u", .init("", status: 500))
            try await harness.add(Catalog.AddSource(source: "web", kind: .playlist, address: address))
            var panel = Catalog.AddSource(source: "panel", kind: .xtream, address: harness.server.url("/"))
            (panel.username, panel.password) = ("hunter2", "hunter2")
            let job = try await harness.add(panel)
            #expect(job.state == .failed)
            let shown = try await client.send(Catalog.ListSources()).sources.map { "\($0)" } + ["\(job)"]
            #expect(shown.allSatisfy { !$0.contains("hunter2") })
            #expect(!harness.catalog.service.logs.text.contains("hunter2"))
            for bad in ["ftp://a.example/x", "list.m3u", "", "http://", "http://a b/"] {
                let failure = await #expect(throws: RPCError.self) {
                    _ = try await client.send(Catalog.AddSource(source: "x", kind: .playlist, address: bad))
                }
                #expect(failure?.code == .invalidArgument, "\(bad)")
            }
            let near = try await harness.add(
                Catalog.AddSource(source: "near", kind: .playlist, address: "http://127.0.0.1:1/x"))
            #expect(near.problem?.contains("not on the public internet") == true)
        }
    }

    @Test
    func `the same source asked for twice is one; another of its name is refused; removing it forgets it`() async throws
    {
        try await FeedHarness.with { harness, client in
            harness.server.serve("/list.m3u", .init(SampleList.mixed))
            try await harness.add("web", "/list.m3u")
            #expect(try await harness.add("web", "/list.m3u").state == .done)
            let failure = await #expect(throws: RPCError.self) { _ = try await harness.add("web", "/other.m3u") }
            #expect(failure?.code == .failedPrecondition)
            #expect(try await client.send(Catalog.ListSources()).sources.count == 1)
            let removal = try await client.send(Catalog.RemoveSource(source: "web"))
            #expect(try await harness.catalog.end(of: removal, client).state == .done)
            #expect(try await client.send(Catalog.ListSources()).sources.isEmpty)
            #expect(try await harness.catalog.ids().isEmpty)
            // One that never brought anything can be removed, too.
            harness.server.serve("/list.m3u", nil)
            #expect(try await harness.add("web", "/list.m3u").state == .failed)
            let unread = try await client.send(Catalog.RemoveSource(source: "web"))
            #expect(try await harness.catalog.end(of: unread, client).state == .done)
            #expect(try await client.send(Catalog.ListSources()).sources.isEmpty)
        }
    }

    @Test func `killed while it fetches: nothing is left, and the feed is still due`() async throws {
        try await FeedHarness.with(faults: true) { harness, client in
            var silent = FeedServer.Response("")
            silent.isSilent = true
            harness.server.serve("/list.m3u", silent)
            let address = harness.server.url("/list.m3u")
            _ = try await client.send(Catalog.AddSource(source: "web", kind: .playlist, address: address))
            try #require(try await comes { !harness.server.requests.isEmpty })
            await harness.catalog.service.kill()
            harness.server.serve("/list.m3u", .init(SampleList.mixed))
            try await harness.catalog.service.start()
            try #require(try await comes { try await harness.feed("web").tried != nil })
            #expect(try await harness.catalog.ids().count == 12)
            let left = "\(harness.catalog.service.dataDirectory)/home/catalog.fetched"
            try #require(try await comes { !FileManager.default.fileExists(atPath: left) })
        }
    }
}
