import Household
import RPC
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerService

struct WindowTests {
    @Test(arguments: TestTransport.allCases)
    func `windows are added, changed and removed`(_ transport: TestTransport) async throws {
        try await ServiceHarness.with(SchedulerService.self, transport) { harness in
            try await FakeNeighbours.play(in: harness)
            let client = try await harness.scheduler()
            let together = [FakeNeighbours.owner, FakeNeighbours.kid]
            let window = try await client.send(
                Scheduler.AddWindow(
                    profiles: together, dayOfWeek: 5, start: "20:00", end: "01:00", label: " Film  night "))
            #expect(window.profiles == together.sorted() && window.label == "Film night" && window.version == 1)
            var edit = Scheduler.EditWindow(id: window.id, version: 1)
            (edit.end, edit.isFamilyFriendly) = ("24:00", true)
            let changed = try await client.send(edit)
            #expect(
                changed.version == 2 && changed.end == "24:00" && changed.start == "20:00" && changed.isFamilyFriendly)
            try await harness.restart()
            #expect(try await client.send(Scheduler.ListWindows()) == WindowList(windows: [changed], timeZone: "UTC"))
            // Made from the first version: the second of two phones.
            edit.label = "Mine"
            let conflict = await client.failure(of: edit)
            #expect(conflict?.code == .aborted && conflict?.problem == .changedMeanwhile)
            #expect(conflict?.detail(ChangedMeanwhile.self) == ChangedMeanwhile(yours: 1, current: 2, window: changed))
            _ = try await client.send(Scheduler.RemoveWindow(id: window.id, version: 2))
            #expect(try await client.send(Scheduler.ListWindows()).windows.isEmpty)
        }
    }

    @Test func `what is no window is refused by name`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeNeighbours.play(in: harness)
            let client = try await harness.scheduler()
            func field(_ request: Scheduler.AddWindow) async -> String? { await client.failure(of: request)?.field }
            #expect(await field(Scheduler.AddWindow(dayOfWeek: 8, start: "20:00", end: "21:00")) == "dayOfWeek")
            #expect(await field(Scheduler.AddWindow(dayOfWeek: 1, start: "24:00", end: "21:00")) == "start")
            #expect(await field(Scheduler.AddWindow(dayOfWeek: 1, start: "20:00", end: "20:00")) == "end")
            #expect(
                await field(Scheduler.AddWindow(profiles: [], dayOfWeek: 1, start: "20:00", end: "21:00")) == "profiles"
            )
            let long = String(repeating: "x", count: 61)
            #expect(
                await field(Scheduler.AddWindow(dayOfWeek: 1, start: "20:00", end: "21:00", label: long)) == "label")
            let strange = Scheduler.AddWindow(profiles: ["nobody"], dayOfWeek: 1, start: "20:00", end: "21:00")
            #expect(await client.failure(of: strange)?.problem == .unknownProfile)
            #expect(
                await client.failure(of: Scheduler.RemoveWindow(id: "w", version: 1))?.problem == .unknownWindow)
        }
    }

    @Test func `a kids profile plans for itself alone`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeNeighbours.play(in: harness)
            let (kid, owner) = (try await harness.scheduler(.kids), try await harness.scheduler())
            let own = try await kid.send(Scheduler.AddWindow(dayOfWeek: 6, start: "10:00", end: "12:00"))
            #expect(own.profiles == [FakeNeighbours.kid])
            let both = Scheduler.AddWindow(
                profiles: [FakeNeighbours.kid, FakeNeighbours.owner], dayOfWeek: 6, start: "20:00", end: "21:00")
            #expect(await kid.failure(of: both)?.problem == .notYours)
            let others = try await owner.send(both)
            #expect(await kid.failure(of: Scheduler.RemoveWindow(id: others.id, version: 1))?.problem == .notYours)
            let slot = try await owner.book("2031-03-03T20:00")
            #expect(await kid.failure(of: Scheduler.RemoveSlot(id: slot.id, version: 1))?.problem == .notYours)
            #expect(await kid.failure(of: Scheduler.VetoSlot(id: slot.id, version: 1))?.problem == .notYours)
        }
    }
}
