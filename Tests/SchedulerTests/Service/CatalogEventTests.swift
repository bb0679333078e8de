import CatalogAPI
import HearthModel
import RPC
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerService

/// What the catalog tells, and what becomes of slots and shows.
struct CatalogEventTests {
    private func with(
        _ body: (ServiceHarness, FakeEventLog<CatalogEvent>, RPCClient<Scheduler>, ProgrammeSlot) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            let log = FakeEventLog<CatalogEvent>()
            try await FakeServiceClients.play(in: harness, telling: log)
            let client = try await harness.scheduler()
            let slot = try await client.send(Scheduler.BookSlot(start: "2031-03-03T20:00", content: "f1"))
            try await body(harness, log, client, slot)
        }
    }

    @Test func `what is gone keeps its time as no longer available, and comes back with its id`() async throws {
        try await with { harness, log, client, slot in
            #expect(slot.isAvailable)
            log.tell(CatalogEvent(contentsGone: ["f1", "stranger"]))
            let hasGone = try await comes { try await !client.send(Scheduler.GetSlot(id: slot.id)).isAvailable }
            #expect(hasGone)
            let feed = try await client.send(Scheduler.ExportCalendar(first: "2031-03-03")).text
            #expect(feed.contains("SUMMARY:Film 1 (no longer available)\r\n"))
            // Its time can be changed, and it stays gone.
            var edit = Scheduler.EditSlot(id: slot.id, version: 1)
            edit.start = "2031-03-04T20:00"
            #expect(try await !client.send(edit).isAvailable)
            await harness.stop()
            var card = FakeServiceClients.films[0]
            card.title = "Film One"
            log.tell(CatalogEvent(cardsChanged: [card, Card(id: "stranger", kind: .movie, title: "Stranger")]))
            try await harness.start()
            let again = try await harness.scheduler()
            let isBack = try await comes { try await again.send(Scheduler.GetSlot(id: slot.id)).title == "Film One" }
            #expect(isBack)
            #expect(try await again.send(Scheduler.GetSlot(id: slot.id)).isAvailable)
        }
    }

    @Test func `what is gone stays gone until the catalog says otherwise, and is not planned`() async throws {
        try await with { harness, log, client, slot in
            log.tell(CatalogEvent(contentsGone: ["f1"]))
            let hasGone = try await comes { try await !client.send(Scheduler.GetSlot(id: slot.id)).isAvailable }
            #expect(hasGone)
            // Services that have not applied it yet still show its card.
            let again = try await client.send(Scheduler.BookSlot(start: "2031-03-05T20:00", content: "f1"))
            _ = try await client.send(Scheduler.SetShow(content: "f1", isMaybe: true))
            #expect(!again.isAvailable)
            #expect(try await !client.send(Scheduler.GetSlot(id: slot.id)).isAvailable)
            for slot in [slot, again] {
                _ = try await client.send(Scheduler.RemoveSlot(id: slot.id, version: slot.version))
            }
            _ = try await client.send(Scheduler.AddWindow(dayOfWeek: 1, start: "12:00", end: "24:00"))
            let plan = try await client.send(Scheduler.GenerateWeek(first: "2031-03-03", seed: 1))
            #expect(!plan.slots.isEmpty && !plan.slots.contains { $0.card?.id == "f1" })
            log.tell(CatalogEvent(cardsChanged: [FakeServiceClients.films[0]]))
            let isBack = try await comes {
                let week = Scheduler.GenerateWeek(first: "2031-03-03", seed: 1)
                return try await client.send(week).slots.contains { $0.card?.id == "f1" }
            }
            #expect(isBack)
        }
    }

    @Test func `a merge moves slots, and what was said to the title`() async throws {
        try await with { harness, log, client, slot in
            _ = try await client.send(Scheduler.SetShow(content: "f1", approval: .no, isMaybe: true, moods: ["calm"]))
            _ = try await client.send(Scheduler.SetShow(content: "f2", approval: .yes, moods: ["dark"]))
            let partner = try await harness.scheduler(.adult)
            _ = try await partner.send(Scheduler.SetShow(content: "f1", approval: .no))
            log.tell(
                CatalogEvent(cardsMerged: [
                    CardMerged("f1", into: "f2", card: FakeServiceClients.films[1]),
                    CardMerged("f3", into: "f4", card: nil),
                ]))
            let hasMoved = try await comes { try await client.send(Scheduler.GetSlot(id: slot.id)).card?.id == "f2" }
            #expect(hasMoved)
            let shows = try await client.send(Scheduler.ListShows()).shows
            #expect(
                shows == [
                    ProgrammeShow(
                        card: FakeServiceClients.films[1], approvedBy: [FakeServiceClients.owner],
                        refusedBy: [FakeServiceClients.adult], vetoedBy: [], isBingeable: false, isMaybe: true,
                        moods: ["calm", "dark"])
                ])
            // To an id of which nothing is known yet.
            log.tell(CatalogEvent(cardsMerged: [CardMerged("f2", into: "f99", card: nil)]))
            let isThere = try await comes { try await client.send(Scheduler.GetSlot(id: slot.id)).card?.id == "f99" }
            #expect(isThere)
            #expect(try await client.send(Scheduler.GetSlot(id: slot.id)).title == "Film 2")
        }
    }

    @Test func `a snapshot's pieces tell what is gone among their ids, and nothing of others`() async throws {
        try await with { harness, log, client, slot in
            let other = try await client.send(Scheduler.BookSlot(start: "2031-03-05T20:00", content: "f2"))
            log.tell(CatalogEvent(snapshot: CatalogSnapshot(after: nil, through: "f1", cards: [], merged: [])))
            let hasGone = try await comes { try await !client.send(Scheduler.GetSlot(id: slot.id)).isAvailable }
            #expect(hasGone)
            #expect(try await client.send(Scheduler.GetSlot(id: other.id)).isAvailable)
            let rest = CatalogSnapshot(after: "f1", through: nil, cards: [FakeServiceClients.films[1]], merged: [])
            log.tell(CatalogEvent(snapshot: rest))
            log.tell(CatalogEvent(cardsChanged: [FakeServiceClients.films[0]]))
            let isBack = try await comes { try await client.send(Scheduler.GetSlot(id: slot.id)).isAvailable }
            #expect(isBack)
            #expect(try await client.send(Scheduler.GetSlot(id: other.id)).isAvailable)
            // Nothing has stopped it.
            #expect(harness.health?.all.contains { $0.name == "events from catalog" } == false)
        }
    }
}
