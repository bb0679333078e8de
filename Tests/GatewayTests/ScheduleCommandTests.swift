import SchedulerAPI
import ServiceKit
import Testing

@testable import GatewayCommands

struct ScheduleCommandTests {
    private func bench() throws -> GatewayHarness { try GatewayHarness(up: ["profiles", "scheduler"]) }

    @Test
    func `the week is a grid, in which neighbouring cells of one slot are one`() async throws {
        let bench = try bench()
        #expect(
            await bench.run("schedule").out == """
                p1
                          19:30       20:00       20:30       21:00
                fri 01-08 |Free       |Film                   |

                START             MIN  TITLE  KIND       WHO  ID
                2027-01-08T20:00   95  Film   generated  p1   s1
                Times of Europe/Berlin.

                """)
        #expect((try await bench.run("schedule", "week", "--json").json()["days"] as? [Any])?.count == 1)
        #expect(await bench.run("schedule", "now").out.contains("now  2027-01-08T20:00  2027-01-08T21:35  Film"))
        #expect(await bench.run("schedule", "calendar").out == "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    }

    @Test
    func `the words for moods are listed with their shows`() async throws {
        let bench = try bench()
        try bench.respond(to: Scheduler.ListMoods.self) { _ in
            MoodList(moods: [
                Mood(word: "rainy day", shows: 2, isSuggested: false), Mood(word: "calm", shows: 0, isSuggested: true),
            ])
        }
        #expect(
            await bench.run("schedule", "moods").out == """
                MOOD       SHOWS  SUGGESTED
                rainy day      2
                calm           0  yes

                """)
        let json = try await bench.run("schedule", "moods", "--json").json()
        #expect((json["moods"] as? [[String: Any]])?.first?["word"] as? String == "rainy day")
    }

    @Test
    func `windows are added, listed and removed`() async throws {
        let bench = try bench()
        #expect(await bench.run("schedule", "window").out.hasPrefix("No windows."))
        #expect(
            await bench.run("schedule", "window", "add", "fri", "20:00", "23:00", "--label", "Late").out
                == "fri 20:00 to 23:00 is window w1.\n")
        #expect(await bench.run("schedule", "window").out.contains("fri  20:00  23:00  Late"))
        #expect(await bench.run("schedule", "window", "remove", "w1").out == "Window w1 is gone.\n")
        let unknown = await bench.run("schedule", "window", "remove", "w1")
        #expect(unknown.status == .failure && unknown.err.contains("(unknownWindow)"))
        #expect(await bench.run("schedule", "window", "add", "someday", "20:00", "23:00").status == .usage)
        let stranger = await bench.run("schedule", "window", "add", "fri", "20:00", "23:00", "--with", "Stranger")
        #expect(stranger.status == .usage)
    }

    @Test(
        arguments: [
            ("mon", [1]), ("Monday", [1]), ("tues", [2]), ("thu", [4]), ("SUN", [7]), ("mon-fri", [1, 2, 3, 4, 5]),
            ("monday-friday", [1, 2, 3, 4, 5]), ("mon\u{2013}wed", [1, 2, 3]), ("mon - wed", [1, 2, 3]),
            ("fri-mon", [1, 5, 6, 7]), ("sat,sun", [6, 7]), ("sun, sat", [6, 7]), ("mon-wed,wed,sat", [1, 2, 3, 6]),
            ("tue-tue", [2]), ("daily", [1, 2, 3, 4, 5, 6, 7]), ("every day", [1, 2, 3, 4, 5, 6, 7]),
            ("Weekdays", [1, 2, 3, 4, 5]), ("weekend", [6, 7]), ("weekdays,sat", [1, 2, 3, 4, 5, 6]),
        ] as [(String, [Int32])])
    func `days are named alone, as ranges, as lists and by words`(text: String, numbers: [Int32]) {
        #expect(WeekdaysArgument(argument: text)?.numbers == numbers)
    }

    @Test(arguments: [
        "monkey", "mo", "someday", "", "mon-", "mon-fri-sun", "mon,", "mon,,tue", "mon..fri", "sunny",
        "weekdays-sun", "1", "mon tue", "wednesdays",
    ])
    func `what names no day is refused with what is accepted`(text: String) async throws {
        let bench = try bench()
        let refused = await bench.run("schedule", "window", "add", text, "20:00", "23:00")
        #expect(refused.status == .usage)
        #expect(refused.err.contains("mon-fri") && refused.err.contains("daily"), "\(refused.err)")
        #expect(await bench.run("schedule", "window").out.hasPrefix("No windows."))
    }

    @Test
    func `several days make a window each, and those before a refused one are told`() async throws {
        let bench = try bench()
        #expect(
            await bench.run("schedule", "window", "add", "sat,sun", "20:00", "23:00").out
                == "sat 20:00 to 23:00 is window w1.\nsun 20:00 to 23:00 is window w2.\n")
        let refused = await bench.run("schedule", "window", "add", "thu-sat", "20:00", "23:00")
        #expect(refused.out == "thu 20:00 to 23:00 is window w3.\nfri 20:00 to 23:00 is window w4.\n")
        #expect(refused.status == .failure && refused.err.contains("(windowTaken)"))
        let json = try await bench.run("schedule", "window", "add", "mon,tue", "20:00", "23:00", "--json").json()
        #expect((json["windows"] as? [Any])?.count == 2)
    }

    @Test
    func `a window over midnight is said on purpose`() async throws {
        let bench = try bench()
        func add(_ day: String, _ start: String, _ end: String, _ flags: String...) async -> GatewayHarness.Outcome {
            await bench.run(list: ["schedule", "window", "add", day, start, end] + flags)
        }
        for (start, end) in [("22:00", "21:00"), ("22:00", "01:00"), ("23:30", "23:00"), ("00:30", "00:15")] {
            let refused = await add("sun", start, end)
            #expect(refused.status == .usage && refused.err.contains("--next-day"), "\(start) \(end)")
        }
        for (start, end) in [("20:00", "21:00"), ("20:00", "24:00")] {
            #expect(await add("sun", start, end, "--next-day").status == .usage, "\(start) \(end)")
        }
        #expect(await add("sun", "22:00", "01:00", "--next-day").out == "sun 22:00 to 01:00 is window w1.\n")
        #expect(await add("mon", "22:00", "24:00").status == .success)
        #expect(await add("tue", "22:00", "00:00").status == .success)
    }

    @Test
    func `slots are booked, moved, removed and vetoed from the version that there is`() async throws {
        let bench = try bench()
        #expect(
            await bench.run("schedule", "book", "2027-01-09T20:15", "--minutes", "90", "--label", "Quiz").out
                == "Quiz is on at 2027-01-09T20:15 for 90 minutes, as s2.\n")
        #expect(
            await bench.run("schedule", "move", "s1", "2027-01-08T21:00").out == "Film is on at 2027-01-08T21:00 now.\n"
        )
        #expect(await bench.run("schedule", "remove", "s1").out == "Film is out.\n")
        let vetoed = await bench.run("schedule", "veto", "s1").out
        #expect(vetoed.hasPrefix("Film is out. The time from 2027-01-08T20:00 on is free.\n"))
        #expect(vetoed.contains("1  Other     90  it fits the time  m2"))
        #expect(
            await bench.run("schedule", "veto", "s1", "--take", "1").out
                == "Other is on at 2027-01-08T20:00 instead, as s2.\n")
        #expect(await bench.run("schedule", "remove", "s9").err.contains("(unknownSlot)"))
        #expect(await bench.run("schedule", "veto", "s1", "--take", "0").status == .usage)
    }

    @Test
    func `a veto without the catalog is one, and says what it had to do without`() async throws {
        let bench = try bench()
        bench.scheduler.setMissing(["catalog"])
        let vetoed = await bench.run("schedule", "veto", "s1")
        #expect(vetoed.status == .success)
        #expect(vetoed.out.hasPrefix("Film is out. The time from 2027-01-08T20:00 on is free.\n"))
        #expect(vetoed.err.hasPrefix("Planned without catalog: not reached."), "\(vetoed.err)")
        let taken = await bench.run("schedule", "veto", "s1", "--take", "1")
        #expect(taken.out == "Other is on at 2027-01-08T20:00 instead, as s2.\n")
        #expect(taken.err == vetoed.err)
    }

    @Test
    func `a plan says why, and which services it had to do without`() async throws {
        let bench = try bench()
        bench.scheduler.setMissing(["catalog", "playback-state"])
        let plan = await bench.run("schedule", "generate", "--seed", "4", width: 200)
        #expect(plan.out.contains("it is in your queue, it fits the time"))
        #expect(plan.out.contains("1 slot of 12 titles, 25 minutes left free, 1000 points, seed 4"))
        #expect(plan.err.hasPrefix("Planned without catalog and playback-state: not reached."))
        #expect(plan.err.contains("3 titles of unknown length left out"))
        #expect(plan.status == .success)
        #expect(await bench.run("schedule", "show").out == "No opinion of a show is set.\n")
        #expect(await bench.run("schedule", "show", "m1", "--approve", "yes", "--mood", "dark").out.contains("dark"))
    }

    @Test
    func `without the service it says so`() async throws {
        let bench = try GatewayHarness(up: ["profiles"])
        let outcome = await bench.run("schedule")
        #expect(outcome.status == .unavailable && outcome.err.contains("scheduler"))
    }
}
