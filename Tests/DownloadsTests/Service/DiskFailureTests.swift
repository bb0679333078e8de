import DownloadsAPI
import Foundation
import Glibc
import RPC
import TestSupport
import Testing

@testable import DownloadsService

/// A disk that is full, folders that cannot be removed, a process that dies between two steps.
struct DiskFailureTests {
    /// In a process of its own, whose files may have so many bytes and no more.
    @Test func `a disk that takes no more ends in a state that a retry mends`() async {
        await #expect(processExitsWith: .success) {
            // Without a signal it is an error of the write that does not fit.
            signal(SIGXFSZ, SIG_IGN)
            func limitFiles(_ bytes: rlim_t) {
                var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            }
            try await DownloadsHarness.with { downloads, client in
                let bytes = someBytes(20_000_000)
                downloads.film("m1", bytes)
                limitFiles(12_000_000)
                let failed = try await client.fetched("m1")
                #expect(failed.trouble?.code == .diskFull)
                #expect(failed.trouble?.canRetry == true)
                limitFiles(rlim_t.max)
                _ = try await client.send(Downloads.Retry(download: failed.id))
                let done = try await client.ended(failed.id)
                #expect(DownloadsHarness.bytes(done) == bytes)
                // All that the disk took is good.
                #expect(downloads.server.requests.last == "/m1.mp4 bytes=12000000-")
            }
        }
    }

    @Test func `a disk without room for what is known of files is a full one`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let bytes = someBytes(600)
            downloads.server.serve("/all.ts", .init(bytes: bytes))
            let parts = (0..<600).flatMap { ["#EXTINF:4,", "#EXT-X-BYTERANGE:1@\($0)", "all.ts"] }
            let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4"] + parts + ["#EXT-X-ENDLIST"]
            downloads.server.serve("/parts.m3u8", .init(bytes: Array(lines.joined(separator: "\n").utf8)))
            downloads.server.misbehave("/all.ts") { _, connection, file in
                try connection.respond(200, [:], file)
                return true
            }
            downloads.catalog.add("parts", downloads.server.url("/parts.m3u8"))
            // As many pages as there are, and no more.
            try await downloads.change("PRAGMA max_page_count = 1")
            let failed = try await client.fetched("parts")
            #expect(failed.trouble?.code == .diskFull)
            try await downloads.change("PRAGMA max_page_count = 1000000")
            _ = try await client.send(Downloads.Retry(download: failed.id))
            let done = try await client.ended(failed.id)
            #expect((0..<600).allSatisfy { DownloadsHarness.bytes(done, "t0-\($0).ts") == [bytes[$0]] })
        }
    }

    @Test func `a file that is all there is completed, also on a disk that has become full`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let bytes = someBytes(10_000)
            downloads.film("m1", bytes)
            // What is known of the file is not written before the fetch has all of it in its place.
            try await downloads.fillDisk(forChangesOf: "finished")
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            #expect(DownloadsHarness.bytes(done) == bytes)
        }
    }

    @Test func `a folder that cannot be dealt with keeps nothing waiting`() async throws {
        try await DownloadsHarness.with { downloads, client in
            for name in ["m1", "m2", "m3"] { downloads.film(name, someBytes(1_000)) }
            let first = try await client.fetched("m1")
            try await downloads.change(
                "CREATE TRIGGER stubborn BEFORE DELETE ON trash BEGIN SELECT RAISE(ABORT, 'stubborn'); END")
            _ = try await client.send(Downloads.Delete(download: first.id))
            let second = try await client.fetched("m2")
            #expect(second.status == .completed)
            try await downloads.change("DROP TRIGGER stubborn")
            // It is dealt with when the next is fetched.
            let third = try await client.fetched("m3")
            #expect(downloads.names.filter { !$0.contains("/") } == [second.id, third.id].sorted())
            #expect(try await downloads.trash() == 0)
        }
    }

    /// Between a file's getting its name and that being known.
    @Test func `a file of unknown length is not fetched again when it is all there`() async throws {
        try await DownloadsHarness.with(runtime: FastForwardRuntime()) { downloads, client in
            let bytes = someBytes(300_000)
            downloads.film("m1", bytes)
            downloads.server.misbehave("/m1.mp4") { _, connection, file in
                try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                try connection.send(file)
                try connection.hangUp()
            }
            try await downloads.change(
                "CREATE TRIGGER dies BEFORE INSERT ON piece BEGIN SELECT RAISE(ABORT, 'dies'); END")
            let failed = try await client.fetched("m1")
            #expect(failed.status == .failed)
            try await downloads.change("DROP TRIGGER dies")
            _ = try await client.send(Downloads.Retry(download: failed.id))
            let done = try await client.ended(failed.id)
            #expect(DownloadsHarness.bytes(done) == bytes)
            // The look, and all of it once, however often it was tried.
            #expect(downloads.server.requests.count == 2)
        }
    }

    @Test func `a failure that cannot be kept is not tried again at once`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            downloads.film("m1", someBytes(1_000))
            try await downloads.change(
                """
                CREATE TRIGGER dies BEFORE UPDATE OF phase ON file WHEN NEW.phase = 2
                BEGIN SELECT RAISE(ABORT, 'dies'); END
                """)
            let (tried, tries) = AsyncStream<Void>.makeStream()
            downloads.server.misbehave("/m1.mp4") { request, connection, _ in
                guard request["range"] == nil else { return false }
                try connection.respond(404, [:], "gone")
                tries.yield()
                return true
            }
            _ = try await client.start("m1")
            var count = 0
            for await _ in tried {
                count += 1
                // An address that is refused is asked for again twice in one go.
                if count == 4 * 3 { break }
            }
            #expect(runtime.leaps.count { $0 > DownloadsLimits.longestPause / 2 } >= 3)
        }
    }

    @Test func `what has expired is not given out`() async throws {
        let runtime = FastForwardRuntime()
        try await DownloadsHarness.with(runtime: runtime) { downloads, client in
            downloads.film("m1", someBytes(1_000))
            let done = try await client.fetched("m1")
            runtime.passDays(29)
            let late = try await downloads.client()
            #expect(try await late.read(Downloads.ReadFile(download: done.id)).count == 1_000)
            runtime.passDays(1)
            let later = try await downloads.client()
            #expect(try await later.list().map(\.isExpired) == [true])
            #expect(await later.failure(of: Downloads.Locate(content: "m1"))?.problem?.code == .unknownDownload)
            do {
                _ = try await later.read(Downloads.ReadFile(download: done.id))
                Issue.record("it was read")
            } catch let error as RPCError {
                #expect(error.problem?.code == .wrongState)
            }
        }
    }
}
