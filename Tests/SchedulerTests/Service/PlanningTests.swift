import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import SchedulerAPI
import ServiceKit
import TestSupport
import Testing

@testable import SchedulerService

struct PlanningTests {
    private static let week = "2031-03-24"

    private func withWindows(
        lengths: [ContentID: Int32] = [:], _ body: (ServiceHarness, RPCClient<Scheduler>) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness, lengths: lengths)
            try await harness.useBerlinTime()
            let client = try await harness.scheduler()
            for day in [1, 3, 5] as [Int32] {
                _ = try await client.send(Scheduler.AddWindow(dayOfWeek: day, start: "19:30", end: "23:00"))
            }
            _ = try await client.send(
                Scheduler.AddWindow(
                    profiles: [FakeServiceClients.owner, FakeServiceClients.kid], dayOfWeek: 7, start: "14:00",
                    end: "18:00"))
            try await body(harness, client)
        }
    }

    @Test func `a week is planned into its windows, and says why`() async throws {
        try await withWindows { _, client in
            let fixed = try await client.book("2031-03-24T20:00", minutes: 30)
            let trial = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 5, isTrial: true))
            #expect(try await client.times(Self.week).map(\.slot.id) == [fixed.id])
            let plan = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 5))
            #expect(
                plan.slots.map(\.start) == trial.slots.map(\.start) && plan.slots.map(\.card) == trial.slots.map(\.card)
            )
            #expect(plan.slots.count >= 6 && plan.missing.isEmpty && plan.points == trial.points)
            #expect(plan.withoutLength == 1)
            #expect(plan.slots.allSatisfy { $0.kind == .generated && !$0.reasons.isEmpty && $0.card != nil })
            // In order, from where the viewer stands.
            let begun = plan.slots.filter { $0.card?.series == "begun" }
            #expect(
                begun.first?.card?.id == FakeServiceClients.next.id
                    && begun.allSatisfy { $0.minutes == 45 * $0.episodes }
                    && begun.first?.reasons.contains("you have started it") == true)
            // With a child, for the child; and nothing that was watched.
            let sunday = plan.slots.filter { $0.start.hasPrefix("2031-03-30") }
            #expect(
                !sunday.isEmpty
                    && sunday.allSatisfy { $0.card?.rating == .g && $0.profiles.contains(FakeServiceClients.kid) })
            #expect(!plan.slots.contains { $0.card?.id == "f12" })
            let times = try await client.times(Self.week)
            #expect(times.count == plan.slots.count + 1 && times.contains { $0.slot == fixed })
            for (one, next) in zip(times, times.dropFirst()) { #expect(one.end <= next.start) }
            // Again: what was generated makes room, what was booked stays.
            let again = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 5))
            #expect(again.replaced == Int32(plan.slots.count))
            #expect(
                again.slots.map(\.start) == plan.slots.map(\.start) && again.slots.map(\.card) == plan.slots.map(\.card)
            )
            #expect(try await client.times(Self.week).contains { $0.slot == fixed })
        }
    }

    @Test func `a kids profile plans the time that it has alone, with what it may see`() async throws {
        try await withWindows { harness, client in
            let plan = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 1))
            let kid = try await harness.scheduler(.kids)
            _ = try await kid.send(Scheduler.AddWindow(dayOfWeek: 6, start: "14:00", end: "18:00"))
            let own = try await kid.send(Scheduler.GenerateWeek(first: Self.week, seed: 1))
            #expect(own.replaced == 0 && !own.slots.isEmpty)
            #expect(
                own.slots.allSatisfy {
                    $0.profiles == [FakeServiceClients.kid] && $0.card?.rating == .g && $0.start.hasPrefix("2031-03-29")
                })
            // The Sunday that it shares with an adult stays as that one has it.
            let times = try await client.times(Self.week).map(\.slot)
            #expect(plan.slots.allSatisfy { times.contains($0) })
        }
    }

    @Test func `what was booked or deleted since a plan was made is left alone`() async throws {
        try await withWindows { harness, client in
            try await client.book("2031-03-25T20:30", minutes: 10)
            try await harness.tell(
                .init(profileDeleted: .init(profile: FakeServiceClients.adult), mustBeUnderstood: true))
            let slots = [
                try Slot.once("taken", of: [FakeServiceClients.owner], "2031-03-25T20:00"),
                try Slot.once("gone", of: [FakeServiceClients.owner, FakeServiceClients.adult], "2031-03-26T20:00"),
                try Slot.once("free", of: [FakeServiceClients.owner], "2031-03-27T20:00"),
            ]
            let zone = try HouseholdTimeZone.named("Europe/Berlin")
            let plan = WeekPlan(
                seed: 1,
                model: WeekModel(
                    rooms: [12, 12, 12], items: [.init(unitMinutes: 60, units: 3, run: 1)], rates: [[10, 10, 10]]),
                span: PlanningContext.span(try .day(Self.week), zone), freeMinutes: 180,
                slots: slots.indices.map { .init(slot: slots[$0], placement: .init(item: 0, room: $0, units: 1)) },
                replaced: ["removed"], missing: [])
            let shard = try await #require(harness.shards).shard(for: "home")
            let stored = try await shard.write { try plan.stored(zone, $0) }
            #expect(stored.slots.map(\.slot.id) == ["free"] && stored.replaced.isEmpty)
            #expect(try await client.times(Self.week).map(\.localStart) == ["2031-03-25T20:30", "2031-03-27T20:00"])
        }
    }

    @Test func `a plan keeps nothing twice and nothing out of order, whatever has come in between`() async throws {
        try await withWindows { harness, client in
            let zone = try HouseholdTimeZone.named("Europe/Berlin")
            let (begun, new) = (FakeServiceClients.episodes.prefix(8), FakeServiceClients.episodes.suffix(8))
            func plan(_ name: String, at time: String) throws -> WeekPlan {
                let cards = [
                    begun[2], new[8], begun[3], FakeServiceClients.films[4], FakeServiceClients.films[5], new[9],
                ]
                let slots = try cards.enumerated().map { day, card in
                    var slot = try Slot.once(
                        "\(name) \(card.id)", of: [FakeServiceClients.owner], "2031-03-\(24 + day)T\(time)", minutes: 45
                    )
                    (slot.show, slot.origin) = (SlotShow(card: card), .generated)
                    return WeekPlan.PlannedSlot(slot: slot, placement: .init(item: 0, room: day, units: 1))
                }
                return WeekPlan(
                    seed: 1,
                    model: WeekModel(
                        rooms: slots.map { _ in 12 }, items: [.init(unitMinutes: 45, units: 6, run: 1)],
                        rates: [slots.map { _ in 10 }]),
                    span: PlanningContext.span(try .day(Self.week), zone), freeMinutes: 360, slots: slots, replaced: [],
                    missing: [])
            }
            let plans = [try plan("first", at: "20:00"), try plan("second", at: "21:00")]
            // The first part's time, one of the films, and what metadata-gateway says of the other.
            try await client.book("2031-03-24T20:15", minutes: 10)
            _ = try await client.send(Scheduler.BookSlot(start: "2031-03-30T20:00", content: "f5"))
            _ = try await client.send(Scheduler.SetShow(content: "f6", approval: .no))
            let shard = try await #require(harness.shards).shard(for: "home")
            let stored = try await shard.write { db in try plans.map { try $0.stored(zone, db).slots.map(\.slot.id) } }
            #expect(stored == [["first new1", "first new2"], ["second begun3", "second begun4"]])
        }
    }

    @Test func `what is said again by a repeated call does not undo what was said after it`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let options = CallOptions(
                token: client.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            let first = Scheduler.SetShow(content: "f1", approval: .yes, isMaybe: true)
            let response = try await client.send(first, options: options)
            _ = try await client.send(Scheduler.SetShow(content: "f1", isMaybe: false))
            #expect(try await client.send(first, options: options) == response)
            #expect(try await client.send(Scheduler.ListShows()).shows.map(\.isMaybe) == [false])
        }
    }

    @Test func `what a profile watches and keeps is a reason for that profile alone`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let both = [FakeServiceClients.owner, FakeServiceClients.adult]
            _ = try await client.send(Scheduler.AddWindow(profiles: both, dayOfWeek: 2, start: "19:30", end: "23:30"))
            let plan = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 5))
            let own = Set(Scoring.source.values.filter(\.isPrivate).compactMap(\.text))
            let explained = plan.slots.filter { !own.isDisjoint(with: $0.reasons) }
            #expect(!explained.isEmpty && explained.allSatisfy { own.contains($0.reasons[0]) })
            #expect(try await client.times(Self.week).map(\.slot) == plan.slots)
            for person in [TestCaller.adult, .kids] {
                let other = try await harness.scheduler(person)
                let slots = try await other.times(Self.week).map(\.slot)
                #expect(slots.count == plan.slots.count)
                #expect(slots.allSatisfy { own.isDisjoint(with: $0.reasons) })
                #expect(slots.allSatisfy { $0.card == nil || !$0.reasons.isEmpty }, "there is another reason, too")
                let feed = try await other.send(Scheduler.ExportCalendar(first: Self.week)).text
                #expect(!feed.contains("you have") && !feed.contains("your "))
            }
            try await harness.tell(
                .init(profileDeleted: .init(profile: FakeServiceClients.owner), mustBeUnderstood: true))
            let shard = try await #require(harness.shards).shard(for: "home")
            #expect(try await shard.read { try String.fetchAll($0, sql: "SELECT text FROM privateReason") } == [])
        }
    }

    @Test func `where little fits there are alternatives that take longer, or it is said why not`() async throws {
        try await withWindows { _, client in
            _ = try await client.send(Scheduler.AddWindow(dayOfWeek: 2, start: "19:30", end: "20:20"))
            func veto() async throws -> SlotVetoed {
                let slot = try await client.send(Scheduler.BookSlot(start: "2031-03-25T19:30", content: "new1"))
                return try await client.send(Scheduler.VetoSlot(id: slot.id, version: slot.version))
            }
            let vetoed = try await veto()
            #expect(vetoed.alternatives.count == 5 && vetoed.shortage == nil)
            // What fits comes first; the rest says that it does not.
            let isLonger = vetoed.alternatives.map {
                $0.reasons.contains("it is longer than the free time")
            }
            #expect(
                isLonger == vetoed.alternatives.map { $0.minutes > 50 } && isLonger == [false, true, true, true, true])
            try await client.book("2031-03-25T20:20")
            let tight = try await veto()
            #expect(tight.alternatives.count == 1 && tight.shortage?.contains("the 50 minutes") == true)
        }
    }

    @Test func `a veto frees the time, offers what fits, and is remembered`() async throws {
        try await withWindows { _, client in
            let plan = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 1))
            let film = try #require(plan.slots.first { $0.card?.kind == .movie && $0.profiles.count == 1 })
            let others = try await client.times(Self.week).filter { $0.slot.id != film.id }
            let vetoed = try await client.send(Scheduler.VetoSlot(id: film.id, version: film.version))
            #expect(vetoed.start == film.start && vetoed.alternatives.count >= 3 && vetoed.missing.isEmpty)
            #expect(vetoed.shortage == nil)
            #expect(vetoed.alternatives.map(\.points) == vetoed.alternatives.map(\.points).sorted(by: >))
            #expect(vetoed.alternatives.allSatisfy { !$0.reasons.isEmpty && $0.card.id != film.card?.id })
            // Nothing of the week is offered twice, and everything else stays where it is.
            let planned = Set(others.compactMap(\.slot.card?.id))
            #expect(vetoed.alternatives.allSatisfy { !planned.contains($0.card.id) })
            #expect(try await client.times(Self.week) == others)
            for alternative in vetoed.alternatives {
                let slot = try await client.send(Scheduler.BookSlot(alternative))
                #expect(slot.start == film.start)
                _ = try await client.send(Scheduler.RemoveSlot(id: slot.id, version: slot.version))
            }
            let again = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 1))
            #expect(!again.slots.contains { $0.card?.id == film.card?.id })
            #expect(await client.failure(of: Scheduler.VetoSlot(id: film.id, version: 1))?.problem == .unknownSlot)
        }
    }

    @Test func `a veto without the catalog names it, and is remembered of the whole series`() async throws {
        try await withWindows { harness, client in
            let slot = try await client.send(
                Scheduler.BookSlot(start: "2031-03-24T20:00", minutes: 45, content: FakeServiceClients.next.id))
            #expect(slot.card?.id == FakeServiceClients.next.id)
            harness.clients.stop("catalog")
            let vetoed = try await client.send(Scheduler.VetoSlot(id: slot.id, version: slot.version))
            #expect(vetoed.missing == ["catalog"])
            // What others keep of titles can be on instead.
            #expect(Set(vetoed.alternatives.map(\.card.id)) == ["f1", "f2"])
            #expect(await client.failure(of: Scheduler.GetSlot(id: slot.id))?.problem == .unknownSlot)
            let shows = try await client.send(Scheduler.ListShows()).shows
            #expect(shows.map(\.card) == [Card(id: "begun", kind: .series, title: "Begun", rating: .r)])
            #expect(shows.map(\.vetoedBy) == [[FakeServiceClients.owner]])
            try harness.clients.play("catalog", FakeServiceClients.catalog())
            try await FakeServiceClients.connect(harness.clients)
            let plan = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 5))
            #expect(plan.missing.isEmpty && !plan.slots.contains { $0.card?.series == "begun" })
        }
    }

    @Test func `a length that the library lacks is requested from metadata-gateway, and nothing else`() async throws {
        try await withWindows(lengths: ["tmdb:movie:13": 100, "tmdb:movie:1": 7]) { harness, client in
            let plan = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 1))
            #expect(plan.withoutLength == 0 && plan.missing.isEmpty)
            harness.clients.stop("metadata-gateway")
            let without = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 1))
            #expect(without.withoutLength == 1 && without.missing == ["metadata-gateway"])
            #expect(without.candidates == plan.candidates - 1 && !without.slots.isEmpty)
            // What the library says stands: outside the first film is called otherwise, and takes seven minutes.
            let first = plan.slots.first { $0.card?.id == "f1" }
            #expect(first?.minutes == 83 && first?.card?.title == "Film 1" && first?.card?.rating == .r)
        }
    }

    @Test func `a booking takes as long as its title does outside`() async throws {
        try await withWindows(lengths: ["tmdb:movie:13": 100]) { harness, client in
            let booked = try await client.send(Scheduler.BookSlot(start: "2031-03-25T20:00", content: "f13"))
            let own = try await client.send(
                Scheduler.BookSlot(start: "2031-03-26T20:00", minutes: 95, content: "f13"))
            #expect(booked.minutes == 100 && own.minutes == 95)
            harness.clients.stop("metadata-gateway")
            let later = Scheduler.BookSlot(start: "2031-03-27T20:00", content: "f13")
            #expect(await client.failure(of: later)?.field == "minutes")
        }
    }

    @Test func `a series that is not there any more takes no other one out of the plan`() async throws {
        try await withWindows { harness, client in
            let week = Scheduler.GenerateWeek(first: Self.week, seed: 1, isTrial: true)
            let all = try await client.send(week).candidates
            harness.clients.stop("catalog")
            try harness.clients.play(
                "catalog",
                FakeServiceClients.catalog { id in
                    if id == "begun" { throw RPCError(.notFound, "There is no such title.") }
                    return FakeServiceClients.episodes.filter { $0.series == id }
                })
            try await FakeServiceClients.connect(harness.clients)
            let plan = try await client.send(week)
            #expect(plan.missing.isEmpty && plan.candidates == all - 1)
        }
    }

    @Test(arguments: ["playback-state", "catalog", "profiles"])
    func `without a neighbour the rest is planned, and the neighbour named`(_ missing: String) async throws {
        try await withWindows { harness, client in
            harness.clients.stop(missing)
            let plan = try await client.send(Scheduler.GenerateWeek(first: Self.week, seed: 1))
            #expect(plan.missing == [missing])
            #expect(!plan.slots.isEmpty)
            // Where a viewer stands is playback-state's to say: without it no series is planned.
            #expect(plan.slots.contains { $0.card?.kind == .episode } == (missing == "profiles"))
            let sunday = plan.slots.filter { $0.start.hasPrefix("2031-03-30") }
            #expect(sunday.allSatisfy { $0.card?.rating == .g })
        }
    }

    @Test func `the week is shown by the household's clocks`() async throws {
        try await withWindows { harness, client in
            try await client.book("2031-03-03T02:30", minutes: 30, rule: "FREQ=DAILY")
            let night = try await client.send(
                Scheduler.GetWeek(first: Self.week, profiles: [FakeServiceClients.owner], from: "00:00", to: "06:00"))
            #expect(night.timeZone == "Europe/Berlin")
            #expect(night.days.map { $0.rows[0].cells.count } == [12, 12, 12, 12, 12, 12, 10])
            let taken = night.days.map {
                $0.rows[0].cells.filter { !$0.slots.isEmpty }.map { "\($0.time) \($0.label)" }
            }
            #expect(taken == Array(repeating: ["02:30 TV"], count: 6) + [["03:30 TV"]])
            let whole = try await client.send(Scheduler.GetWeek(first: Self.week))
            let first = try #require(whole.days[0].rows.first { $0.profile == FakeServiceClients.owner }).cells.first
            #expect(first?.time == "02:30" && first?.label == "TV", "as wide as what is in it")
            let evening = try await client.send(Scheduler.GetWeek(first: Self.week, from: "18:00", to: "23:00"))
            let cells = try #require(evening.days[0].rows.first { $0.profile == FakeServiceClients.owner }).cells
            #expect(cells.count == 10 && cells[3].window != nil && cells[0].window == nil && cells[3].label == "Free")
            // A household that has moved: the same clocks, another time, and no night on which they skip an hour.
            let before = try await client.times(Self.week)
            try await harness.setZone("America/New_York")
            try await harness.restart()
            let after = try await client.times(Self.week)
            #expect(after.map(\.localStart) == (24...30).map { "2031-03-\($0)T02:30" })
            #expect(after.map(\.start) == before.map { $0.start.addingTimeInterval(5 * 3_600) })
        }
    }

    @Test func `what is on now, and next`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            let client = try await harness.scheduler()
            #expect(try await client.send(Scheduler.Now()) == ProgrammeNow(timeZone: "UTC", now: [], next: []))
            let now = Int(harness.runtime.wallTime.millisecondsSince1970 / 60_000)
            let on = try await client.book(CivilDateTime(minutesSince1970: now - 30).description, minutes: 240)
            let next = try await client.book(CivilDateTime(minutesSince1970: now + 210).description, minutes: 30)
            try await client.book(CivilDateTime(minutesSince1970: now + 300).description, minutes: 30)
            let response = try await client.send(Scheduler.Now())
            #expect(response.now.map(\.slot) == [on] && response.next.map(\.slot) == [next])
        }
    }

    @Test func `nothing of a deleted profile stays`() async throws {
        try await withWindows { harness, client in
            let partner = try await harness.scheduler(.adult)
            let adult = FakeServiceClients.adult
            try await partner.book("2031-03-25T20:00")
            let both = try await partner.book("2031-03-26T20:00", with: [adult, FakeServiceClients.owner])
            _ = try await partner.send(Scheduler.AddWindow(dayOfWeek: 2, start: "19:30", end: "23:00"))
            _ = try await partner.send(Scheduler.SetShow(content: "f1", approval: .no))
            let directory = try #require(harness.shards)
            func traces() async throws -> [String] {
                try await directory.shard(for: "home").read { try ProfileTable.all($0) }
            }
            #expect(try await traces().contains(adult))
            for _ in 0..<2 {
                try await harness.tell(.init(profileDeleted: .init(profile: adult), mustBeUnderstood: true))
            }
            #expect(try await traces() == [FakeServiceClients.kid, FakeServiceClients.owner].sorted())
            // What was shared stays with the other one.
            #expect(try await client.times(Self.week).map(\.slot.id) == [both.id])
            #expect(try await client.send(Scheduler.GetSlot(id: both.id)).profiles == [FakeServiceClients.owner])
            #expect(try await client.send(Scheduler.ListShows()).shows.isEmpty)
            // A token that outlives its profile makes nothing of it again.
            let late = Scheduler.BookSlot(start: "2031-03-27T20:00", minutes: 5)
            #expect(await partner.failure(of: late)?.problem == .profileGone)
        }
    }
}
