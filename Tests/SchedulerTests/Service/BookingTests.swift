import HearthModel
import RPC
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerService

struct BookingTests {
    @Test(arguments: TestTransport.allCases)
    func `no profile is booked twice, and the second change of two is a conflict`(
        _ transport: TestTransport
    ) async throws {
        try await ServiceHarness.with(SchedulerService.self, transport) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let film = try await client.send(Scheduler.BookSlot(start: "2031-03-03T20:00", content: "f1"))
            #expect(film.minutes == 83 && film.kind == .booked && film.title == "Film 1" && film.version == 1)
            let clash = await client.failure(of: Scheduler.BookSlot(start: "2031-03-03T21:22", minutes: 10))
            #expect(clash?.code == .failedPrecondition && clash?.problem == .slotTaken)
            let detail = try #require(clash?.detail(SlotClash.self))
            #expect(detail.inTheWay.slot.id == film.id && detail.inTheWay.localEnd == "2031-03-03T21:23")
            try await client.book("2031-03-03T21:23", minutes: 10)
            // Another person is free.
            try await client.book("2031-03-03T20:00", with: [FakeServiceClients.adult])

            var edit = Scheduler.EditSlot(id: film.id, version: 1)
            edit.start = "2031-03-04T20:00"
            let moved = try await client.send(edit)
            #expect(moved.version == 2 && moved.start == "2031-03-04T20:00")
            edit.start = "2031-03-05T20:00"
            let conflict = await client.failure(of: edit)
            #expect(conflict?.code == .aborted)
            #expect(conflict?.detail(ChangedMeanwhile.self) == ChangedMeanwhile(yours: 1, current: 2, slot: moved))
            #expect(try await client.send(Scheduler.GetSlot(id: film.id)) == moved)
            // A move onto something else is refused, too.
            edit.version = 2
            edit.start = "2031-03-03T21:25"
            #expect(await client.failure(of: edit)?.problem == .slotTaken)
        }
    }

    @Test func `what recurs is there by its rule, without the days that were taken out`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            try await harness.useBerlinTime()
            let client = try await harness.scheduler()
            // Its first time is the first Friday.
            let slot = try await client.book("2031-03-03T20:00", rule: "freq=weekly;byday=fr,sa")
            #expect(
                slot.kind == .recurring && slot.start == "2031-03-07T20:00" && slot.rule == "FREQ=WEEKLY;BYDAY=FR,SA")
            #expect(
                try await client.times("2031-03-24").map(\.localStart) == ["2031-03-28T20:00", "2031-03-29T20:00"])
            let removed = try await client.send(Scheduler.RemoveSlot(id: slot.id, version: 1, day: "2031-03-28"))
            #expect(removed.slot?.exceptions == ["2031-03-28"] && removed.slot?.version == 2)
            #expect(try await client.times("2031-03-24").map(\.day) == ["2031-03-29"])
            try await client.book("2031-03-28T20:00")
            let wrong = Scheduler.RemoveSlot(id: slot.id, version: 2, day: "2031-03-27")
            #expect(await client.failure(of: wrong)?.problem == .unknownSlot)
            let hourly = await client.failure(
                of: Scheduler.BookSlot(start: "2031-03-03T20:00", minutes: 5, rule: "FREQ=HOURLY"))
            #expect(
                hourly?.problem == .badRule && hourly?.field == "rule" && hourly?.message.contains("HOURLY") == true)
            let never = Scheduler.BookSlot(start: "2031-03-03T20:00", minutes: 5, rule: "FREQ=DAILY;UNTIL=20310101")
            #expect(await client.failure(of: never)?.problem == .badRule)
            #expect(try await client.send(Scheduler.RemoveSlot(id: slot.id, version: 2)).slot == nil)
            #expect(try await client.times("2031-03-31").isEmpty)
        }
    }

    @Test func `a series from long ago pushes out nothing that was booked since`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            let client = try await harness.scheduler()
            let today = HouseholdTimeZone.utc.wall(at: Int(harness.runtime.wallTime.millisecondsSince1970 / 1_000)).date
            let weekday = try CivilDate.day("2020-01-01").weekday.number
            let next = today + 1 + (weekday + 13 - today.weekday.number) % 7
            let weekly = try await client.book("2020-01-01T20:00", rule: "FREQ=WEEKLY")
            let booked = try await client.book("\(next)T21:00")
            var edit = Scheduler.EditSlot(id: weekly.id, version: 1)
            edit.minutes = 180
            let refusal = await client.failure(of: edit)
            #expect(refusal?.problem == .slotTaken)
            #expect(refusal?.detail(SlotClash.self)?.inTheWay.slot == booked)
            let old = Scheduler.BookSlot(start: "2020-01-01T21:30", minutes: 60, rule: "FREQ=WEEKLY")
            #expect(await client.failure(of: old)?.problem == .slotTaken)
            let week = try await client.send(Scheduler.GetWeek(first: "\(next)", from: "00:00", to: "24:00"))
            #expect(week.displaced.isEmpty && week.times.map(\.slot) == [weekly, booked])
        }
    }

    @Test func `what would be over already is not booked`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await harness.useBerlinTime()
            let client = try await harness.scheduler()
            let berlin = try #require(HouseholdTimeZone("Europe/Berlin"))
            let now = berlin.wall(at: Int(harness.runtime.wallTime.millisecondsSince1970 / 1_000)).minutesSince1970
            func at(_ minutes: Int) -> String { CivilDateTime(minutesSince1970: now + minutes).description }
            for (start, minutes, rule) in [
                ("2001-01-01T20:00", 60, nil), (at(-1_440), 60, nil), (at(-120), 60, nil),
                ("2001-01-01T20:00", 60, "FREQ=DAILY;COUNT=5"), ("2001-01-01T20:00", 60, "FREQ=WEEKLY;UNTIL=20020101"),
            ] as [(String, Int32, String?)] {
                let refusal = await client.failure(
                    of: Scheduler.BookSlot(start: start, minutes: minutes, rule: rule))
                #expect(refusal?.code == .failedPrecondition && refusal?.problem == .inThePast, "\(start)")
                #expect(refusal?.field == "start" && refusal?.message.contains("Choose a later time.") == true)
            }
            // What is on now can be, and so can a series that goes on.
            let slot = try await client.book(at(-120), minutes: 600)
            try await client.book("2001-01-01T03:00", minutes: 5, rule: "FREQ=YEARLY")
            // It cannot be moved into the past.
            var edit = Scheduler.EditSlot(id: slot.id, version: 1)
            edit.start = at(-2_880)
            #expect(await client.failure(of: edit)?.problem == .inThePast)
            edit.start = nil
            edit.label = "Now"
            #expect(try await client.send(edit).title == "Now")
        }
    }

    @Test(arguments: ["\0nul", "a\u{1}b", "bell\u{7}", "\u{1b}[31mred", "x\u{7f}", "c1\u{85}\u{9b}", "\u{b}\0"])
    func `labels with control characters are refused`(label: String) async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            let client = try await harness.scheduler()
            let refusal = await client.failure(
                of: Scheduler.BookSlot(start: "2031-05-05T20:00", minutes: 30, label: label))
            #expect(refusal?.code == .invalidArgument && refusal?.field == "label")
            let slot = try await client.send(
                Scheduler.BookSlot(start: "2031-05-05T20:00", minutes: 30, label: "Tab\tand\nline"))
            #expect(slot.title == "Tab and line")
            var edit = Scheduler.EditSlot(id: slot.id, version: 1)
            edit.label = label
            #expect(await client.failure(of: edit)?.field == "label")
            let window = Scheduler.AddWindow(dayOfWeek: 1, start: "20:00", end: "21:00", label: label)
            #expect(await client.failure(of: window)?.field == "label")
        }
    }

    @Test func `the youngest who watches decides what can be on`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let both = [FakeServiceClients.owner, FakeServiceClients.kid]
            let forAdults = Scheduler.BookSlot(profiles: both, start: "2031-03-03T18:00", content: "f1")
            #expect(await client.failure(of: forAdults)?.problem == .notForEverybody)
            _ = try await client.send(Scheduler.BookSlot(profiles: both, start: "2031-03-03T18:00", content: "f3"))
            // What an adult has on is not for those who may not see it.
            let film = try await client.send(Scheduler.BookSlot(start: "2031-03-04T20:00", content: "f1"))
            let kid = try await harness.scheduler(.kids)
            let seen = try await kid.send(Scheduler.GetSlot(id: film.id))
            #expect(seen.card == nil && seen.title == "Taken")
            let feed = try await kid.send(Scheduler.ExportCalendar(first: "2031-03-03")).text
            #expect(
                feed.contains("SUMMARY:Film 3\r\n") && feed.contains("SUMMARY:Taken\r\n") && !feed.contains("Film 1"))
            // Partners who have to like it say so first.
            let requested = Scheduler.BookSlot(
                profiles: [FakeServiceClients.owner, FakeServiceClients.adult], start: "2031-03-05T20:00",
                content: "f1",
                partnerMustLike: true)
            #expect(await client.failure(of: requested)?.problem == .notForEverybody)
            let partner = try await harness.scheduler(.adult)
            _ = try await partner.send(Scheduler.SetShow(content: "f1", approval: .yes))
            _ = try await client.send(requested)
        }
    }

    @Test func `who hides adult content watches none of it, and is not told of any`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let (owner, adult, hiding) = (FakeServiceClients.owner, FakeServiceClients.adult, FakeServiceClients.hiding)
            func booking(_ profiles: [String], _ start: String) -> Scheduler.BookSlot {
                Scheduler.BookSlot(profiles: profiles, start: start, content: FakeServiceClients.late.id)
            }
            let refusal = await client.failure(of: booking([owner, hiding], "2031-03-03T20:00"))
            #expect(refusal?.problem == .notForEverybody && refusal?.message.contains("Late Film") == true)
            let slot = try await client.send(booking([owner, adult], "2031-03-03T20:00"))
            // Another's time can be changed, and what is in it stays unsaid.
            let other = try await harness.scheduler(.hidingAdult)
            var edit = Scheduler.EditSlot(id: slot.id, version: slot.version)
            edit.start = "2031-03-04T20:00"
            let hidden = await other.failure(of: edit)
            #expect(hidden?.problem == .notForEverybody && hidden?.message.contains("\"Taken\"") == true)
        }
    }

    @Test func `repeated calls have one effect, and the same answer`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            func twice<Request: RPCRequest>(_ request: Request) async throws -> Request.Response
            where Request.Service == Scheduler, Request.Response: Equatable {
                var key = client.defaults
                key.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
                let first = try await client.send(request, options: key)
                #expect(try await client.send(request, options: key) == first, "\(Request.method)")
                return first
            }
            let slot = try await twice(Scheduler.BookSlot(start: "2031-03-03T20:00", content: "f1"))
            #expect(try await client.times("2031-03-03").count == 1)
            var edit = Scheduler.EditSlot(id: slot.id, version: 1)
            edit.start = "2031-03-04T20:00"
            #expect(try await twice(edit).version == 2)
            #expect(try await twice(Scheduler.VetoSlot(id: slot.id, version: 2)).alternatives.count >= 3)
            #expect(try await client.times("2031-03-03").isEmpty)
            let window = try await twice(Scheduler.AddWindow(dayOfWeek: 2, start: "19:00", end: "23:00"))
            let plan = try await twice(Scheduler.GenerateWeek(first: "2031-03-03"))
            #expect(try await client.times("2031-03-03").map(\.slot) == plan.slots)
            _ = try await twice(Scheduler.RemoveWindow(id: window.id, version: 1))
        }
    }

    /// Twelve phones at once want times that overlap.
    @Test func `of bookings at the same moment those that fit are taken`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            let client = try await harness.scheduler()
            let taken = await withTaskGroup { group in
                for number in 0..<12 {
                    group.addTask {
                        let start = TimeOfDay(minutes: 18 * 60 + number * 20)
                        let request = Scheduler.BookSlot(start: "2031-03-03T\(start)", minutes: 60)
                        return await client.failure(of: request)?.problem
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(taken.allSatisfy { $0 == nil || $0 == .slotTaken })
            let times = try await client.times("2031-03-03")
            #expect(times.count == taken.count { $0 == nil } && (2...4).contains(times.count))
            for (one, next) in zip(times, times.dropFirst()) { #expect(one.end <= next.start) }
        }
    }
}
