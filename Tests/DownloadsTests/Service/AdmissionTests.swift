import DownloadsAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

/// Downloads are begun and given to a kids profile with limits while these allow it, and to no device that downloads nothing.
struct AdmissionTests {
    @Test func `at a limit a child begins no download and gets none`() async throws {
        try await DownloadsHarness.with { downloads, _ in
            downloads.film("m1", someBytes(300_000))
            downloads.film("m2", someBytes(300_000))
            let screenTime = FakeScreenTime()
            try await screenTime.play(in: downloads.harness)
            let child = try await downloads.client(TestCaller.kids.limited)
            #expect(
                await child.failure(of: Downloads.Start(content: "m1"))?.detail(LimitReached.self)?.limit == .minutes)
            #expect(try await child.send(Downloads.List()).downloads.isEmpty)
            screenTime.allow(["m1"])
            let done = try await child.fetched("m1")
            #expect(try await child.send(Downloads.Locate(content: "m1")).path != nil)
            #expect(try await child.read(Downloads.ReadFile(download: done.id)).count == 300_000)
            screenTime.allow([])
            let error = await child.failure(of: Downloads.Locate(content: "m1"))
            #expect(error?.code == .failedPrecondition && error?.detail(PlaybackProblem.self)?.code == .limitReached)
            let reading = await #expect(throws: RPCError.self) {
                _ = try await child.read(Downloads.ReadFile(download: done.id))
            }
            #expect(reading?.detail(LimitReached.self)?.limit == .minutes)
            // Lists tell of it without its path.
            let listed = try await child.send(Downloads.List()).downloads
            #expect(listed.map(\.id) == [done.id] && listed.first?.path == nil)
            #expect(listed.first?.isAvailableOffline == true)
            // The same profile without limits gets it, and so does everything that is no access.
            let free = try await downloads.client(.kids)
            #expect(try await free.send(Downloads.Locate(content: "m1")).path != nil)
            _ = try await child.send(Downloads.Delete(download: done.id))
        }
    }

    @Test func `without playback-state a child with limits begins nothing`() async throws {
        try await DownloadsHarness.with { downloads, _ in
            downloads.film("m1", someBytes(300_000))
            let child = try await downloads.client(TestCaller.kids.limited)
            #expect(await child.failure(of: Downloads.Start(content: "m1"))?.code == .unavailable)
            _ = try await downloads.client(.kids).start("m1")
        }
    }

    @Test func `a device that downloads nothing begins no download, and others of the profile do`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(300_000))
            var caller = TestCaller.adult
            caller.deviceLacks = [.downloads]
            let device = try await downloads.client(caller)
            let error = await device.failure(of: Downloads.Start(content: "m1"))
            #expect(error?.code == .failedPrecondition)
            #expect(error?.detail(DownloadsProblem.self)?.code == .deviceCannotDownload)
            let done = try await client.fetched("m1")
            // It still sees and deletes what the profile has.
            #expect(try await device.send(Downloads.List()).downloads.map(\.id) == [done.id])
        }
    }
}
