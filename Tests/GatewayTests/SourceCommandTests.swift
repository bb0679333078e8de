import CatalogAPI
import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct SourceCommandTests {
    private func job(_ kind: ImportKind, _ change: (inout ImportReport) -> Void = { _ in }) -> ImportJob {
        var job = ImportJob(id: "job-1", kind: kind, source: "example")
        var report = ImportReport()
        change(&report)
        (job.state, job.report) = (.done, report)
        return job
    }

    @Test
    func
        `what an address is is found out, and everything that was said reaches the catalog; the password out of a file`()
        async throws
    {
        let bench = try GatewayHarness()
        bench.catalog.setJobs([job(.playlist)])
        let secret = try bench.directory.write("hunter2\n", to: "pw.txt")
        let file = try bench.directory.write("#EXTM3U\n", to: "mine.m3u")
        for arguments in [
            ["https://tv.example.org/list.m3u?token=x", "--every", "12h"],
            ["https://tv.example.org/epg.xml.gz", "--every", "never"],
            [
                "panel.example:8080", "--username", "alice", "--password-file", secret, "--name", "mine", "--every",
                "2d",
            ],
            ["--guide-of", "mine"],
        ] {
            let outcome = await bench.run(list: ["source", "add"] + arguments)
            #expect(outcome.status == .success, "\(arguments): \(outcome.err)")
        }
        #expect(
            bench.catalog.imports == [
                "add tv.example.org playlist https://tv.example.org/list.m3u?token=x - - 720 -",
                "add tv.example.org guide https://tv.example.org/epg.xml.gz - - 0 -",
                "add mine xtream panel.example:8080 alice ******* 2880 -", "add mine guide guide - - - - mine",
            ])
        let refused = await bench.run("source", "add", file, "--name", "mine")
        #expect(refused.status == .usage)
        #expect(refused.err.contains("hearth import \(file) --source mine imports it"))
        for wrong in [
            ["source", "add"], ["source", "add", "x", "--guide-of", "y"], ["source", "add", "x", "--every", "soon"],
        ] {
            #expect(await bench.run(list: wrong).status == .usage, "\(wrong)")
        }
    }

    @Test
    func `the list shows where sources come from, when they are fetched, and what is wrong`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("source").out.contains("hearth source add"))
        var web = CatalogSource(name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 0))
        web.channels = 1_234
        var feed = SourceFeed(address: "https://tv.example.org/…", refreshMinutes: 60, isDisabled: false)
        (feed.failures, feed.problem) = (3, "The server is away.")
        web.feed = feed
        let hand = CatalogSource(
            name: "hand", kind: .guide, path: "/tmp/g.xml", imported: Date(timeIntervalSince1970: 1))
        bench.catalog.setSources([hand, web])
        let out = await bench.run("source").out
        for words in [
            "https://tv.example.org/…", "1,234", "failed 3 times", "web: The server is away.", "by hand", "never",
        ] {
            #expect(out.contains(words), "\(words) in \(out)")
        }
        let json = await bench.run("source", "list", "--json").out
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let objects = try #require(list["sources"] as? [[String: Any]])
        #expect(objects.map { $0["name"] as? String } == ["hand", "web"])
        #expect(list["jobs"] == nil)
    }

    @Test
    func `what waits to be confirmed is no failure, and says with what; a name is quoted where it is to be typed`()
        async throws
    {
        let bench = try GatewayHarness()
        var web = CatalogSource(
            name: "Bob's list", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 9))
        var feed = SourceFeed(address: "https://tv.example.org/…", refreshMinutes: 60, isDisabled: false)
        (feed.failures, feed.problem, feed.isHeld) = (1, "This is what was undone before.", true)
        (web.feed, web.offeredGuides, web.undoable, web.undoableUntil) = (feed, ["https://…"], "job-7", .distantFuture)
        bench.catalog.setSources([web])
        let out = await bench.run("source").out
        #expect(out.contains("held") && !out.contains("failed"), "\(out)")
        for words in [
            #"hearth source refresh 'Bob'\''s list' --shrink"#, #"hearth source add --guide-of 'Bob'\''s list'"#,
            #"hearth source undo 'Bob'\''s list'"#,
        ] {
            #expect(out.contains(words), "\(words) in \(out)")
        }
    }

    @Test(arguments: [
        ("example", "example"), ("/tmp/a-b_c.m3u8", "/tmp/a-b_c.m3u8"), ("Große", "Große"),
        ("my list", "'my list'"),
        ("", "''"), ("a'b", #"'a'\''b'"#), ("$HOME", "'$HOME'"), ("a;b", "'a;b'"),
    ])
    func `words are quoted for a shell only where they must be`(_ text: String, _ word: String) {
        #expect(text.shellWord == word)
    }

    @Test
    func `what runs and waits is told, and stopped by its source's name`() async throws {
        let bench = try GatewayHarness()
        var running = ImportJob(id: "job-1", kind: .playlist, source: "web")
        (running.state, running.done, running.total) = (.running, 13_100_000, 67_100_000)
        let waiting = ImportJob(id: "job-2", kind: .removal, source: "web")
        bench.catalog.setOpenJobs([running, waiting])
        let out = await bench.run("source").out
        #expect(out.contains("web: reading  19 %  13.1 MB of 67.1 MB\nweb: waiting for another import\n"), "\(out)")
        #expect(out.contains("hearth source cancel web"))
        let json = await bench.run("source", "--json").out
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let jobs = try #require(list["jobs"] as? [[String: Any]])
        #expect(jobs.map { $0["id"] as? String } == ["job-1", "job-2"])
        var (first, second) = (waiting, running)
        (first.state, second.state) = (.cancelled, .cancelled)
        bench.catalog.setJobs([first, second])
        let cancelled = await bench.run("source", "cancel", "web")
        #expect(
            cancelled.out == "web: removal stopped; nothing was changed.\nweb: playlist stopped; nothing was changed.\n"
        )
        // What waits is stopped first: it would begin otherwise.
        #expect(bench.catalog.imports == ["cancel job-2", "cancel job-1"])
        bench.catalog.setOpenJobs([])
        #expect(await bench.run("source", "cancel", "web").err.contains("There is no source \"web\"."))
        bench.catalog.setSources([
            CatalogSource(name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 0))
        ])
        #expect(await bench.run("source", "cancel", "web").err.contains("web has no running or queued job."))
    }

    @Test
    func `what was stopped is one list in JSON; what came to its end before it heard says how`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setOpenJobs([
            ImportJob(id: "job-1", kind: .playlist, source: "web"), ImportJob(id: "job-2", kind: .guide, source: "web"),
        ])
        func ended(_ id: String, _ kind: ImportKind, _ state: ImportState) -> ImportJob {
            var job = ImportJob(id: id, kind: kind, source: "web")
            job.state = state
            return job
        }
        bench.catalog.setJobs([ended("job-2", .guide, .cancelled), ended("job-1", .playlist, .done)])
        let stopped = await bench.run("source", "cancel", "web", "--json")
        let jobs = try #require(try JSONSerialization.jsonObject(with: Data(stopped.out.utf8)) as? [[String: Any]])
        #expect(jobs.map { $0["id"] as? String } == ["job-2", "job-1"])
        #expect(jobs.map { $0["state"] as? String } == ["cancelled", "done"])
        #expect(stopped.status == .success)
        bench.catalog.setJobs([ended("job-2", .guide, .cancelled), ended("job-1", .playlist, .failed)])
        let failed = await bench.run("source", "cancel", "web")
        #expect(failed.out == "web: guide stopped; nothing was changed.\n")
        #expect(failed.status != .success && failed.err.contains("The import failed"))
        bench.catalog.setJobs([ended("job-2", .guide, .failed), ended("job-1", .playlist, .cancelled)])
        let both = await bench.run("source", "cancel", "web")
        #expect(both.out == "web: playlist stopped; nothing was changed.\n" && both.status != .success)
    }

    @Test
    func `refresh, dry run, undo, disable, enable and remove do what they say`() async throws {
        let bench = try GatewayHarness()
        var web = CatalogSource(name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 0))
        web.feed = SourceFeed(address: "https://tv.example.org/…", refreshMinutes: 60, isDisabled: false)
        web.undoable = "job-7"
        bench.catalog.setSources([web])
        bench.catalog.setJobs([job(.playlist) { $0.isNotModified = true }])
        #expect(await bench.run("source", "refresh").out == "example: not modified, its server reports.\n")
        bench.catalog.setJobs([job(.playlist) { ($0.isDryRun, $0.added) = (true, 5) }])
        #expect(
            await bench.run("source", "refresh", "web", "--dry-run", "--shrink").out.hasPrefix(
                "This is what would change;"))
        #expect(await bench.run("source", "undo", "web").status == .success)
        #expect(
            await bench.run("source", "undo", "web").out.hasSuffix("  1 import before it can be undone.\n"))
        let now = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970)
        web.undoHistory = ["job-7", "job-5", "job-4"].map {
            UndoableImport(job: $0, at: now.addingTimeInterval(-7_200), until: now.addingTimeInterval(86_400))
        }
        web.undoableUntil = web.undoHistory?.first?.until
        bench.catalog.setSources([web])
        #expect(await bench.run("source").out.contains(", and then 2 before it: hearth source undo web\n"))
        #expect(
            await bench.run("source", "undo", "web").out.hasSuffix(
                "  3 imports before it can be undone, the next one of 2 h 0 min ago.\n"))
        #expect(await bench.run("source", "disable", "web").out == "web is disabled; its titles stay.\n")
        #expect(await bench.run("source", "enable", "web").status == .success)
        #expect(await bench.run("source", "change", "web", "--every", "30m").status == .success)
        bench.catalog.setJobs([job(.removal) { $0.removed = 3 }])
        #expect(
            await bench.run("source", "remove", "web", "--yes").out == "example is removed, and 3 titles with it.\n")
        #expect(
            bench.catalog.imports == [
                "refresh web false false", "refresh web true true", "undo web job-7", "undo web job-7",
                "undo web job-7", "update web off -",
                "update web on -",
                "update web - 30", "remove web",
            ])
        let unknown = await bench.run("source", "undo", "wab")
        #expect(unknown.status == .failure && unknown.err.contains("Did you mean \"web\"?"))
    }

    @Test
    func
        `the report of a source's last import is read afterwards: why it failed, and the last one that changed something`()
        async throws
    {
        let bench = try GatewayHarness()
        var web = CatalogSource(name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 0))
        web.feed = SourceFeed(address: "https://tv.example.org/…", refreshMinutes: 60, isDisabled: false)
        (web.asksAboutAdult, web.undoable, web.lastJob) = (true, "job-7", "job-9")
        bench.catalog.setSources([web, CatalogSource(name: "new", kind: .guide, path: "y", imported: Date())])
        #expect(
            await bench.run("source").out.contains(
                "web has adult titles. To hide them from adults, too: hearth profile hide-adult"))
        var failed = ImportJob(id: "job-9", kind: .playlist, source: "web")
        (failed.state, failed.problem) = (.failed, "The server is away.")
        failed.ended = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970 - 7_200)
        var before = job(.playlist) { ($0.added, $0.cut, $0.adultFound, $0.asksAboutAdult) = (5, 2, 1, true) }
        before.source = "web"
        bench.catalog.setJobs([failed, before])
        let outcome = await bench.run("source", "report", "web")
        #expect(outcome.status == .success, "\(outcome.err)")
        for words in [
            "web, 2 h 0 min ago:", "failed: The server is away.", "The last import that changed something:",
            "  added  5",
            "  2 texts cut, being too long.", "  1 adult title found; kids never see them.",
            "hearth profile show-adult",
        ] {
            #expect(outcome.out.contains(words), "\(words) in \(outcome.out)")
        }
        bench.catalog.setJobs([before])
        let json = try await bench.run("source", "report", "web", "--json").json()
        #expect(json["added"] as? Int == 5 && json["asksAboutAdult"] as? Bool == true)
        bench.catalog.setJobs([failed])
        let why = try await bench.run("source", "report", "web", "--json").json()
        #expect(why["state"] as? String == "failed" && why["problem"] as? String == "The server is away.")
        #expect(why["ended"] as? String != nil)
        #expect(await bench.run("source", "report", "new").err.contains("(NO_REPORT)"))
        #expect(await bench.run("source", "report", "wab").err.contains("Did you mean \"web\"?"))
    }
}
