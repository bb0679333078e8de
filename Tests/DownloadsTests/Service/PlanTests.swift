import DownloadsAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

/// Downloads need a plan to begin; what is there plays on without it.
struct PlanTests {
    @Test(arguments: [TestTransport.inProcess, .ipc])
    func `starting, resuming and retrying need premium`(transport: TestTransport) async throws {
        try await DownloadsHarness.with(transport) { downloads, client in
            downloads.film("m1", someBytes(300_000))
            downloads.film("m2", someBytes(300_000))
            let done = try await client.fetched("m1")
            let ended = Int64(downloads.runtime.wallTime.secondsSince1970) - 60
            for (plan, end) in [("free", nil), ("free", ended), ("premium", ended)] {
                let caller = TestCaller.adult.on(plan: plan, until: end)
                let free = try await downloads.client(caller)
                for call in [
                    { _ = try await free.start("m2") },
                    { _ = try await free.send(Downloads.Resume(download: done.id)) },
                    { _ = try await free.send(Downloads.Retry(download: done.id)) },
                ] as [() async throws -> Void] {
                    let error = await #expect(throws: RPCError.self) { try await call() }
                    #expect(error?.code == .failedPrecondition && error?.executed == .no)
                    #expect(error?.detail(FeatureRequired.self)?.feature == .downloads)
                }
                // What is there stays, plays, and can go.
                #expect(try await free.send(Downloads.List()).downloads.map(\.id) == [done.id])
                #expect(try await free.send(Downloads.Locate(content: "m1")).path == done.path)
                #expect(try await free.read(Downloads.ReadFile(download: done.id)).count == 300_000)
            }
            let free = try await downloads.client(TestCaller.adult.on(plan: "free"))
            _ = try await free.send(Downloads.Delete(download: done.id))
            let trial = try await downloads.client(TestCaller.adult.on(plan: "premium", until: ended + 3_600))
            _ = try await trial.start("m2")
        }
    }

    @Test func `a profile beyond the free plan's reads its downloads, and changes none`() async throws {
        try await DownloadsHarness.with { downloads, client in
            downloads.film("m1", someBytes(300_000))
            let done = try await client.fetched("m1")
            let caller = TestCaller.adult.on(plan: "free", isBeyondFree: true)
            let extra = try await downloads.client(caller)
            #expect(try await extra.read(Downloads.ReadFile(download: done.id)).count == 300_000)
            let error = await #expect(throws: RPCError.self) {
                try await extra.send(Downloads.Delete(download: done.id))
            }
            #expect(error?.detail(FeatureRequired.self)?.isProfileReadOnly == true)
            #expect(try await client.send(Downloads.List()).downloads.count == 1)
            let premium = try await downloads.client(TestCaller.adult.on(plan: "premium", isBeyondFree: true))
            _ = try await premium.send(Downloads.Delete(download: done.id))
        }
    }

    /// The second statement of which methods need a plan.
    @Test func `no other method of this service needs a plan`() {
        let needing = Downloads.requests.filter { $0.access.entitlement != nil }.map { $0.method }
        #expect(needing == ["Start", "Resume", "Retry"])
    }
}
