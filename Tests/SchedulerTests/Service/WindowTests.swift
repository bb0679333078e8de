import HearthModel
import ProfilesAPI
import RPC
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerService

struct WindowTests {
    @Test(arguments: TestTransport.allCases)
    func `windows are added, changed and removed`(_ transport: TestTransport) async throws {
        try await ServiceHarness.with(SchedulerService.self, transport) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let together = [FakeServiceClients.owner, FakeServiceClients.kid]
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
            #expect(
                conflict?.detail(ChangedMeanwhile.self) == ChangedMeanwhile(yours: 1, current: 2, window: changed))
            _ = try await client.send(Scheduler.RemoveWindow(id: window.id, version: 2))
            #expect(try await client.send(Scheduler.ListWindows()).windows.isEmpty)
        }
    }

    @Test(arguments: 1...7) func `a week begins on the household's first day`(_ first: Int) async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            try await harness.useBerlinTime()
            let monday = try #require(CivilDate(try await client.send(Scheduler.GetWeek()).days[0].date))
            #expect(monday.weekday.number == 1)
            try await harness.tell(
                ProfilesEvent(
                    settingsChanged: HouseholdSettings(
                        name: "Home", timeZone: "Europe/Berlin", kidsSeeUnrated: true, kidsSeeUnratedChannels: true,
                        preferences: HouseholdPreferences(firstDayOfWeek: Int32(first)))))
            let days = try await client.send(Scheduler.GetWeek()).days.compactMap { CivilDate($0.date) }
            #expect(days.first?.weekday.number == first && days.count == 7)
            // Whatever the day, it is in the week that is shown: seven days back at most.
            #expect((monday - 6...monday + 6).contains(try #require(days.first)))
            #expect(try await client.send(Scheduler.GetWeek(first: "2027-01-06")).days[0].date == "2027-01-06")
        }
    }

    @Test func `what is no window is refused by name`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
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
            let strange = Scheduler.AddWindow(profiles: ["stranger"], dayOfWeek: 1, start: "20:00", end: "21:00")
            #expect(await client.failure(of: strange)?.problem == .unknownProfile)
            #expect(
                await client.failure(of: Scheduler.RemoveWindow(id: "w", version: 1))?.problem == .unknownWindow)
        }
    }

    private static let owner = [FakeServiceClients.owner]
    private static let both = [FakeServiceClients.owner, FakeServiceClients.adult]

    /// A window of the owner on Friday from 20:00 to 23:00, and one from Sunday 22:00 to Monday 02:00.
    @Test(
        arguments: [
            (5, "20:00", "23:00", owner, false), (5, "19:00", "20:30", owner, false),
            (5, "22:59", "23:30", owner, false),
            (5, "21:00", "21:30", owner, false), (5, "18:00", "24:00", owner, false),
            (4, "23:00", "20:01", owner, false),
            (7, "23:30", "24:00", owner, false), (1, "01:00", "03:00", owner, false),
            (1, "00:00", "24:00", owner, false),
            (6, "22:30", "22:15", owner, false),
            (5, "19:00", "20:00", owner, true), (5, "23:00", "24:00", owner, true), (4, "20:00", "20:00", owner, nil),
            (1, "02:00", "03:00", owner, true), (4, "23:00", "20:00", owner, true), (6, "22:30", "22:00", owner, true),
            (6, "20:00", "23:00", owner, true),
            (5, "20:00", "23:00", both, true), (7, "23:00", "24:00", both, true),
        ] as [(Int32, String, String, [String], Bool?)])
    func `windows of the same profiles never overlap`(
        day: Int32, start: String, end: String, profiles: [String], isFree: Bool?
    ) async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let friday = try await client.send(Scheduler.AddWindow(dayOfWeek: 5, start: "20:00", end: "23:00"))
            let sunday = try await client.send(Scheduler.AddWindow(dayOfWeek: 7, start: "22:00", end: "02:00"))
            let request = Scheduler.AddWindow(profiles: profiles, dayOfWeek: day, start: start, end: end)
            let refusal = await client.failure(of: request)
            guard isFree != nil else {
                #expect(refusal?.field == "end")
                return
            }
            #expect((refusal == nil) == isFree)
            guard let refusal else { return }
            #expect(refusal.code == .failedPrecondition && refusal.problem == .windowTaken)
            let inTheWay = try #require(refusal.detail(WindowClash.self)?.inTheWay)
            #expect([friday, sunday].contains(inTheWay) && refusal.message.contains(inTheWay.id))
            #expect(try await client.send(Scheduler.ListWindows()).windows.count == 2)
            // Another one cannot be changed into it, and itself is in nothing's way.
            let third = try await client.send(Scheduler.AddWindow(dayOfWeek: 3, start: "05:00", end: "06:00"))
            var edit = Scheduler.EditWindow(id: third.id, version: 1)
            (edit.dayOfWeek, edit.start, edit.end) = (day, start, end)
            #expect(await client.failure(of: edit)?.problem == .windowTaken)
            (edit.dayOfWeek, edit.start, edit.end) = (3, "05:30", "06:30")
            #expect(try await client.send(edit).version == 2)
        }
    }

    @Test func `a grid without given hours is as wide as what is in it`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            func hours(_ from: String? = nil, _ to: String? = nil, of profile: String? = nil) async throws -> [String] {
                let week = try await client.send(
                    Scheduler.GetWeek(first: "2031-03-03", profiles: profile.map { [$0] }, from: from, to: to))
                let cells = week.days[1].rows.first?.cells ?? []
                return [cells.first?.time, cells.last?.time].compactMap(\.self) + ["\(cells.count)"]
            }
            #expect(try await hours() == ["18:00", "22:30", "10"])
            _ = try await client.send(Scheduler.AddWindow(dayOfWeek: 6, start: "09:15", end: "10:00"))
            #expect(try await hours() == ["09:00", "22:30", "28"])
            try await client.book("2031-03-07T23:20", minutes: 20)
            #expect(try await hours() == ["09:00", "23:30", "30"])
            _ = try await client.send(Scheduler.AddWindow(dayOfWeek: 5, start: "23:00", end: "01:10"))
            #expect(try await hours() == ["09:00", "01:00", "33"])
            // Others' do not count where only some are shown, and what is asked for is what is shown.
            #expect(try await hours(of: FakeServiceClients.adult) == ["18:00", "22:30", "10"])
            #expect(try await hours("20:00", "21:00") == ["20:00", "20:30", "2"])
            #expect(try await hours("20:00") == ["20:00", "01:00", "11"])
            #expect(try await hours(nil, "20:00") == ["09:00", "19:30", "22"])
            // More than a day of hours: the days themselves.
            try await client.book("2031-03-06T00:40", minutes: 20)
            #expect(try await hours() == ["00:00", "23:30", "48"])
        }
    }

    @Test func `a kids profile plans for itself alone`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let (kid, owner) = (try await harness.scheduler(.kids), try await harness.scheduler())
            let own = try await kid.send(Scheduler.AddWindow(dayOfWeek: 6, start: "10:00", end: "12:00"))
            #expect(own.profiles == [FakeServiceClients.kid])
            let both = Scheduler.AddWindow(
                profiles: [FakeServiceClients.kid, FakeServiceClients.owner], dayOfWeek: 6, start: "20:00", end: "21:00"
            )
            #expect(await kid.failure(of: both)?.problem == .notYours)
            let others = try await owner.send(both)
            #expect(await kid.failure(of: Scheduler.RemoveWindow(id: others.id, version: 1))?.problem == .notYours)
            let slot = try await owner.book("2031-03-03T20:00")
            #expect(await kid.failure(of: Scheduler.RemoveSlot(id: slot.id, version: 1))?.problem == .notYours)
            #expect(await kid.failure(of: Scheduler.VetoSlot(id: slot.id, version: 1))?.problem == .notYours)
        }
    }
}
