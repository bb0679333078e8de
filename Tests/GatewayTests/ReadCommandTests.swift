import RPC
import ReadingListAPI
import ServiceKit
import TestSupport
import Testing

struct ReadCommandTests {
    private func bench() throws -> GatewayHarness { try GatewayHarness(up: ["profiles", "reading-list"]) }

    @Test
    func `pages are saved once, and listed with their counts`() async throws {
        let bench = try bench()
        #expect(await bench.run("read").out.hasPrefix("No links to read. Save some first.\n"))
        #expect(
            await bench.run("read", "save", "https://example.org/a", "--title", "Alpha", "--tag", "one").out
                == "Saved Alpha (article) as l1.\n")
        #expect(
            await bench.run("read", "save", "https://example.org/a").out == "Alpha is on the list already, as l1.\n")
        #expect(
            await bench.run("read", "list").out == """
                TITLE  TYPE     SITE         TAGS  ID
                Alpha  article  example.org  one   l1
                1 of 1 (to read 1, archived 0, video 0, audio 0, article 1, featured 0)

                """)
        let json = try await bench.run("read", "list", "--json").json()
        #expect((json["links"] as? [Any])?.count == 1)
        let wrong = await bench.run("read", "save", "nonsense")
        #expect(wrong.status == .usage)
        #expect(wrong.err.contains("(notAWebAddress)"))
    }

    @Test
    func `links are changed, and ids of which there is no link are named`() async throws {
        let bench = try bench()
        for page in ["a", "b"] { _ = await bench.run("read", "save", "https://example.org/\(page)") }
        let done = await bench.run("read", "done", "l1", "l9")
        #expect(done.status == .failure && done.out == "1 link moved to the archive.\n")
        #expect(done.err.contains("No link has the ID l9.") && done.err.contains("hearth read list"))
        for command in [["done"], ["unread"], ["star"], ["delete"], ["tag", "--add", "x"]] {
            let gone = await bench.run(list: ["read"] + command + ["l9"])
            #expect(gone.status == .failure && gone.out == "", "\(command)")
        }
        #expect(await bench.run("read", "unread", "l1").out == "1 link moved back to the list.\n")
        #expect(await bench.run("read", "star", "l1").out == "1 link starred.\n")
        #expect(await bench.run("read", "star", "l1", "--off").out == "1 link without a star now.\n")
        #expect(await bench.run("read", "tag", "l1", "--add", "x").out == "1 link tagged.\n")
        #expect(await bench.run("read", "edit", "l1", "--title", "New").out == "l1 is New now.\n")
        #expect(
            await bench.run("read", "types", "l1", "video", "audio").out == "New is video and audio.\n")
        #expect(await bench.run("read", "delete", "l1").out == "1 link deleted.\nUndo: hearth read undo d1\n")
        #expect(await bench.run("read", "undo", "d1").out == "1 link back.\n")
        #expect(await bench.run("read", "domains").out == "SITE         LINKS\nexample.org      2\n")
        #expect(await bench.run("read", "tags").out == "TAG  LINKS\none      1\n")
        #expect(await bench.run("read", "rules").out == "SITE         TYPES\nexample.org  video and audio\n")
        #expect(await bench.run("read", "rules", "--remove", "example.org").out == "1 link changed.\n")
        let unknown = await bench.run("read", "edit", "l9", "--title", "x")
        #expect(unknown.status == .failure)
        #expect(unknown.err.contains("(unknownLink)"))
        for wrong in [
            ["read", "tag", "l1"], ["read", "edit", "l1"], ["read", "types", "l1", "--site"],
            ["read", "list", "--limit", "0"],
        ] {
            #expect(await bench.run(list: wrong).status == .usage)
        }
    }

    @Test
    func `an import tells what was new, what was there, and what was refused and why`() async throws {
        let bench = try bench()
        let file = try bench.directory.write("https://example.org/a\n", to: "links.txt")
        var job = LinkImport(id: "i1", file: "links.txt")
        job.state = .done
        (job.report.read, job.report.added, job.report.duplicate, job.report.refused) = (4, 2, 1, 1)
        job.report.refusals = [RefusedLink(line: 3, url: "nonsense", reason: "The address is not a whole address.")]
        bench.readingList.setImport(job)
        #expect(
            await bench.run("read", "import", file).out == """
                links.txt: 4 entries read
                  new                  2
                  on the list already  1
                  refused              1
                  line 3: nonsense: The address is not a whole address.

                """)
        let json = try await bench.run("read", "import", file, "--json").json()
        #expect((json["report"] as? [String: Any])?["added"] as? Int == 2)
        #expect(await bench.run("read", "import", "/none.txt").status == .noInput)
        job.state = .failed
        job.problem = "There is no such file."
        bench.readingList.setImport(job)
        #expect(await bench.run("read", "import", file).status == .failure)
    }
}
