import HearthModel
import RPC
import SchedulerAPI
import SchedulerService
import ServiceKit
import TestSupport
import Testing

/// The words for moods that a household can choose from.
struct MoodTests {
    @Test func `suggested words come with those in use, by how many shows have them`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            let fresh = try await client.send(Scheduler.ListMoods()).moods
            #expect(fresh.map(\.word) == ProgrammeShow.suggestedMoods)
            #expect(fresh.allSatisfy { $0.shows == 0 && $0.isSuggested })
            _ = try await client.send(Scheduler.SetShow(content: "f1", moods: ["Rainy  day", "weird"]))
            _ = try await client.send(Scheduler.SetShow(content: "f2", moods: ["weird"]))
            let moods = try await client.send(Scheduler.ListMoods()).moods
            #expect(
                moods.prefix(3) == [
                    Mood(word: "weird", shows: 2, isSuggested: true),
                    Mood(word: "rainy day", shows: 1, isSuggested: false),
                    Mood(word: "calm", shows: 0, isSuggested: true),
                ])
            #expect(moods.count == ProgrammeShow.suggestedMoods.count + 1)
        }
    }

    @Test func `a profile is told nothing of shows that are hidden from it`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let owner = try await harness.scheduler()
            // Of the fakes' films every third one is for children.
            _ = try await owner.send(Scheduler.SetShow(content: "f1", moods: ["gory", "scary"]))
            _ = try await owner.send(Scheduler.SetShow(content: "f3", moods: ["scary", "rainy day"]))
            let moods = try await harness.scheduler(.kids).send(Scheduler.ListMoods()).moods
            #expect(!moods.contains { $0.word == "gory" })
            #expect(moods.filter { $0.shows > 0 }.map(\.word) == ["rainy day", "scary"])
            #expect(moods.first { $0.word == "scary" }?.shows == 1)
        }
    }
}
