import ServiceKit
import TestSupport
import Testing

struct PINCommandTests {
    @Test
    func `it is typed twice without being seen, or comes from a file`() async throws {
        let bench = try GatewayHarness()
        bench.type("1234", "1234")
        #expect(await bench.run("household", "pin", "set").status == .success)
        #expect(bench.profiles.pin == "1234")
        #expect(bench.questions == ["*The new PIN, 4 to 8 digits: ", "*Once more: "])
        let file = try bench.directory.write("987654\n", to: "pin")
        #expect(await bench.run("household", "pin", "set", "--pin-file", file).status == .success)
        #expect(bench.profiles.pin == "987654")
        #expect(await bench.run("household", "pin", "remove").out == "The PIN is removed.\n")
        #expect(bench.profiles.pin == nil)
        let none = await bench.run("household", "pin", "remove")
        #expect(none.status == .failure && none.err.contains("(NO_PIN)"))
    }

    @Test(arguments: ["123", "123456789", "12a4", ""])
    func `what is no PIN, or was typed otherwise the second time, sets none`(pin: String) async throws {
        let bench = try GatewayHarness()
        bench.type(pin, pin)
        #expect(await bench.run("household", "pin", "set").status == .usage)
        bench.type("1234", "1235")
        let differ = await bench.run("household", "pin", "set")
        #expect(differ.status == .usage && differ.err.contains("(PINS_DIFFER)"))
        bench.type()
        let unattended = await bench.run("household", "pin", "set")
        #expect(unattended.status == .usage && unattended.err.contains("--pin-file"))
        #expect(bench.profiles.pin == nil)
    }

    @Test
    func `where it is needed it is asked for, and only there`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("household", "--no-kids-see-unrated").status == .success)
        #expect(bench.questions == [])
        bench.type("1234", "1234")
        _ = await bench.run("household", "pin", "set")
        bench.type("1234")
        #expect(await bench.run("household", "--kids-see-unrated").status == .success)
        #expect(bench.questions.last == "*The household's PIN: ")
        bench.type("4321")
        let wrong = await bench.run("household", "--no-kids-see-unrated")
        #expect(wrong.status == .notPermitted && wrong.err.contains("(pinWrong)"))
        // Another profile would not help.
        #expect(wrong.err.contains("Try again") && !wrong.err.contains("--profile"))
        bench.type()
        let script = await bench.run("household", "--no-kids-see-unrated")
        #expect(script.status == .notPermitted && script.err.contains("--pin-file FILE"))
        let file = try bench.directory.write("1234", to: "pin")
        #expect(await bench.run("household", "--no-kids-see-unrated", "--pin-file", file).status == .success)
    }

    @Test(arguments: [
        ["household", "--pin", "1234"], ["search", "--pin=1234"], ["profile", "rename", "a", "b", "--pin", "1"],
    ])
    func `it is never taken from the command line, and the advice is not another option of a like name`(
        arguments: [String]
    ) async throws {
        let outcome = await (try GatewayHarness()).run(list: arguments)
        #expect(outcome.status == .usage)
        #expect(outcome.err.contains("not given on the command line") && outcome.err.contains("--pin-file"))
        #expect(!outcome.err.contains("--run"))
    }

    @Test
    func `a file with it and nothing to change is refused: it would change nothing`() async throws {
        let bench = try GatewayHarness()
        let file = try bench.directory.write("1234", to: "pin")
        let outcome = await bench.run("household", "--pin-file", file)
        #expect(outcome.status == .usage && outcome.err.contains("hearth household pin set"))
    }

    @Test
    func `a change of what kids see ends the tokens that are kept`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("search", "x", "--profile", "Kids")
        _ = await bench.run("search", "x", "--profile", "Kids")
        let sessions = bench.profiles.sessions
        #expect(sessions == 1)
        let changed = await bench.run("household", "--no-kids-see-unrated")
        #expect(changed.out.contains("All devices follow at once"))
        _ = await bench.run("search", "x", "--profile", "Kids")
        // One for the change, and the next one of the kids.
        #expect(bench.profiles.sessions == sessions + 2)
    }

    @Test
    func `what applies to channels is said, not what was asked for`() async throws {
        let bench = try GatewayHarness()
        let both = await bench.run("household", "--no-kids-see-unrated", "--kids-see-unrated-channels").out
        #expect(both.contains("kids see channels without a rating  no, as all titles without a rating"))
        #expect(both.contains("--kids-see-unrated shows both"))
        let shown = await bench.run("household", "--kids-see-unrated").out
        #expect(shown.contains("kids see channels without a rating  yes\n"))
    }
}
