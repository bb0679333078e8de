import ServiceKit
import TestSupport
import Testing

struct LimitsCommandTests {
    @Test func `limits are set one by one, shown with today, and removed`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "catalog", "playback-state"])
        let set = await bench.run(
            "limits", "set", "--of", "Kids", "--weekday-minutes", "60", "--weekday-hours", "07:00-19:30")
        #expect(set.status == .success && set.out.contains("07:00-19:30"))
        _ = await bench.run(
            "limits", "set", "--of", "Kids", "--weekend-minutes", "120", "--weekend-hours", "08:00-12:00,20:00-01:00",
            "--may-finish")
        let shown = await bench.run("limits", "show", "--of", "Kids")
        #expect(shown.out.contains("weekdays  60") && shown.out.contains("weekends  120"))
        #expect(shown.out.contains("07:00-19:30") && shown.out.contains("08:00-12:00, 20:00-01:00"))
        #expect(shown.out.contains("Watched today: 25 min of 60. It may watch for 35 min more."))
        _ = await bench.run("limits", "set", "--of", "Kids", "--weekday-minutes", "none", "--weekday-hours", "none")
        #expect(await bench.run("limits", "--of", "Kids").out.contains("weekdays  any"))
        #expect(await bench.run("limits", "clear", "--of", "Kids").out == "Kids has no limits now.\n")
    }

    @Test func `without playback-state the limits are shown, and what is missing is named`() async throws {
        let bench = try GatewayHarness()
        let shown = await bench.run("limits", "show", "--of", "Kids")
        #expect(shown.status == .success && shown.out.contains("is not known"))
    }

    @Test func `the household's PIN is asked for`() async throws {
        let bench = try GatewayHarness()
        bench.type("1234", "1234")
        _ = await bench.run("household", "pin", "set")
        bench.type("1234")
        #expect(await bench.run("limits", "set", "--of", "Kids", "--weekday-minutes", "60").status == .success)
        #expect(bench.questions.last == "*The household's PIN: ")
    }

    @Test(arguments: [
        ["--weekday-minutes", "1441"], ["--weekday-minutes", "-5"], ["--weekend-hours", "7-9"],
        ["--weekend-hours", "07:00-07:00"], ["--weekend-hours", "07:00-25:00"], ["--weekday-hours", ""], [],
    ])
    func `what is no limit is refused by its name`(arguments: [String]) async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run(list: ["limits", "set", "--of", "Kids"] + arguments)
        #expect(outcome.status == .usage)
        #expect(arguments.isEmpty || outcome.err.contains(arguments[0]))
    }

    @Test func `a week is reported day by day`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "catalog", "playback-state"])
        let report = await bench.run("limits", "report", "--of", "Kids", "--week", "2026-W48")
        #expect(report.out.contains("Kids in 2026-W48: 75 min"))
        #expect(report.out.contains("Film m2") && report.out.contains("hours"))
    }
}
