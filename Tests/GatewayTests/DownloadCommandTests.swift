import DownloadsAPI
import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

struct DownloadCommandTests {
    private func bench() throws -> GatewayHarness { try GatewayHarness(up: ["profiles", "downloads"]) }

    @Test
    func `downloads are started once and listed`() async throws {
        let bench = try bench()
        #expect(await bench.run("download").out == "No downloads. Begin one: hearth download start TITLE\n")
        #expect(
            await bench.run("download", "start", "m1", "--quality", "medium").out
                == "Film m1 is queued, about 1.5 GB, as d1.\n")
        #expect(await bench.run("download", "start", "m1").out == "Film m1 is there already (queued), as d1.\n")
        #expect(
            await bench.run("download", "list").out == """
                TITLE    STATUS  DONE    SIZE  ID
                Film m1  queued   0 %  1.5 GB  d1

                """)
        let json = try await bench.run("download", "--json").json()
        #expect((json["downloads"] as? [Any])?.count == 1)
        #expect(await bench.run("download", "start", "m2", "--quality", "huge").status == .usage)
        #expect(await bench.run("download", "list", "--active", "--failed").status == .usage)
    }

    @Test
    func `downloads are changed, and those that are not there are said not to be`() async throws {
        let bench = try bench()
        _ = await bench.run("download", "start", "m1")
        #expect(await bench.run("download", "pause", "d1").out == "Film m1 is paused.\n")
        #expect(await bench.run("download", "resume", "d1").out == "Film m1 is queued.\n")
        #expect(await bench.run("download", "retry", "d1").out == "Film m1 is queued.\n")
        #expect(await bench.run("download", "move", "d1", "2").out == "Film m1 is number 2 now.\n")
        #expect(await bench.run("download", "move", "d1", "0").status == .usage)
        #expect(await bench.run("download", "cancel", "d1", "--yes").out == "1 download cancelled.\n")
        let gone = await bench.run("download", "pause", "d1")
        #expect(gone.status == .failure)
        #expect(gone.err.contains("(unknownDownload)"))
        _ = await bench.run("download", "start", "m1")
        for command in ["delete", "cancel"] {
            let partly = await bench.run("download", command, "d1", "nope", "--yes")
            #expect(partly.status == .failure, "\(command)")
            #expect(partly.out == (command == "delete" ? "1 download deleted.\n" : ""))
            #expect(partly.err.contains("There is no download \"nope\"."))
            #expect(partly.err.contains("(unknownDownload)"))
        }
    }

    @Test
    func `what does not fit is refused with what to do`() async throws {
        let bench = try bench()
        bench.downloads.refuse(
            RPCError(
                .resourceExhausted, "Storage quota exceeded: 9000 of 10000 MB are taken.",
                details: [RPCErrorDetail(DownloadsProblem(.storageQuotaExceeded))]))
        let error = try await bench.run("download", "start", "m1", "--json").error()
        #expect(error["code"] as? String == "storageQuotaExceeded")
        #expect((error["message"] as? String)?.contains("9000 of 10000 MB") == true)
        #expect((error["advice"] as? String)?.contains("hearth download storage") == true)
        #expect(
            await bench.run("download", "storage").out == """
                             USED  RESERVED  AVAILABLE    LIMIT
                profile    2.0 GB    500 MB     7.5 GB  10.0 GB
                household  2.0 GB    500 MB     7.5 GB  10.0 GB
                40.0 GB are free on the disk; 1.0 GB stay free.

                """)
    }

    @Test
    func `downloads are followed to their end, and one that fails fails the command`() async throws {
        let bench = try bench()
        _ = await bench.run("download", "start", "m1")
        let well = await bench.run("download", "follow", "d1")
        #expect(well.status == .success)
        #expect(well.out.contains("completed"))
        let lines = await bench.run("download", "follow", "--json").out.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(await bench.run("download", "follow", "d9").err.contains("(unknownDownload)"))
        bench.downloads.fail(DownloadTrouble(code: .diskFull, message: "The disk is full.", canRetry: true))
        let badly = await bench.run("download", "follow", "d1")
        #expect(badly.status == .failure)
        #expect(badly.err.contains("hearth download retry d1"))
    }

    @Test
    func `bytes are written into a file`() async throws {
        let bench = try bench()
        let path = bench.directory.path("film.mp4")
        #expect(await bench.run("download", "read", "d1", "--to", path).out == "21 B are in \(path).\n")
        #expect(FileManager.default.contents(atPath: path) == FakeDownloads.bytes)
        let part = await bench.run("download", "read", "d1", "--offset", "2", "--length", "4", "--to", path, "--json")
        #expect(part.out == "{\"bytes\":4}\n", "\(part.err)")
        #expect(FileManager.default.contents(atPath: path) == Data("film".utf8))
        bench.stop("downloads")
        let none = bench.directory.path("none.mp4")
        #expect(await bench.run("download", "read", "d1", "--to", none, "--timeout", "1").status != .success)
        #expect(!FileManager.default.fileExists(atPath: none))
    }
}
