import HearthModel
import ProfilesAPI
import RPC
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerService

/// What the household sees of its programme while one of its profiles is not listed, and what that profile finds later.
struct QuarantineTests {
    private static let settings = HouseholdSettings(
        name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true)

    @Test func `a profile in quarantine is left out of the programme and loses nothing`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let (owner, adult) = (FakeServiceClients.owner, FakeServiceClients.adult)
            let client = try await harness.scheduler()
            let shared = try await client.book("2031-03-03T20:00", with: [owner, adult])
            let alone = try await client.book("2031-03-04T20:00", with: [adult])
            let window = try await client.send(
                Scheduler.AddWindow(profiles: [owner, adult], dayOfWeek: 5, start: "20:00", end: "22:00"))
            _ = try await harness.scheduler(.adult).send(Scheduler.SetShow(content: "f1", approval: .yes))
            try await harness.tell(
                ProfilesEvent(snapshot: ProfilesSnapshot(profiles: [owner], settings: Self.settings)))

            #expect(try await client.times("2031-03-03").map(\.slot.id) == [shared.id])
            #expect(try await client.times("2031-03-03").map(\.slot.profiles) == [[owner]])
            #expect(await client.failure(of: Scheduler.GetSlot(id: alone.id))?.problem == .unknownSlot)
            #expect(try await client.send(Scheduler.ListWindows()).windows.map(\.profiles) == [[owner]])
            #expect(try await client.send(Scheduler.ListShows()).shows.allSatisfy { $0.approvedBy.isEmpty })
            // An edit that does not name the people leaves them as they are.
            var edit = Scheduler.EditSlot(id: shared.id, version: shared.version)
            edit.minutes = 45
            _ = try await client.send(edit)

            try await harness.tell(ProfilesEvent(profileListed: ProfileListed(profile: adult)))
            let slots = try await client.times("2031-03-03").map(\.slot)
            #expect(slots.map(\.id) == [shared.id, alone.id])
            #expect(slots.map(\.profiles) == [[owner, adult].sorted(), [adult]])
            #expect(try await client.send(Scheduler.ListWindows()).windows.map(\.id) == [window.id])
            #expect(try await client.send(Scheduler.ListShows()).shows.map(\.approvedBy) == [[adult]])
        }
    }
}
