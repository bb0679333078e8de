import ServiceKit
import TestSupport
import Testing

struct ProfilePINCommandTests {
    @Test func `a profile's PIN is typed or read, replaced with the current one, and removed`() async throws {
        let bench = try GatewayHarness()
        bench.type("1234", "1234")
        let set = await bench.run("profile", "pin", "set", "Olga")
        #expect(set.status == .success && set.out.contains("Olga has a PIN now"))
        #expect(bench.questions == ["*The new PIN, 4 to 8 digits: ", "*Once more: "])
        #expect(bench.profiles.pin(of: "p-owner") == "1234")
        // The household's stays as it was.
        #expect(bench.profiles.pin == nil)
        #expect(await bench.run("profile", "list", width: 140).out.contains("own"))

        let file = try bench.directory.write("987654\n", to: "pin")
        bench.type("1234")
        #expect(await bench.run("profile", "pin", "set", "Olga", "--pin-file", file).status == .success)
        #expect(bench.questions.last == "*The current PIN: ")
        #expect(bench.profiles.pin(of: "p-owner") == "987654")
        bench.type("1234")
        let wrong = await bench.run("profile", "pin", "remove", "Olga")
        #expect(wrong.status == .notPermitted && wrong.err.contains("(pinWrong)"))
        let removed = await bench.run("profile", "pin", "remove", "Olga", "--current-pin-file", file)
        #expect(removed.out == "The PIN of Olga is removed.\n")
        #expect(bench.profiles.pin(of: "p-owner") == nil)
    }

    @Test func `kids profiles have none, and what is no PIN sets none`() async throws {
        let bench = try GatewayHarness()
        bench.type("1234", "1234")
        let kids = await bench.run("profile", "pin", "set", "Kids")
        #expect(kids.status != .success && kids.err.contains("(pinOfKids)"))
        bench.type("12", "12")
        #expect(await bench.run("profile", "pin", "set", "Olga").status == .usage)
        #expect(bench.profiles.pin(of: "p-owner") == nil)
        let none = await bench.run("profile", "pin", "remove", "Kids")
        #expect(none.status == .failure && none.err.contains("(NO_PIN)"))
    }
}
