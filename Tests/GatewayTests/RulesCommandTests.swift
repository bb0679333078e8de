import HearthModel
import ProfilesAPI
import ServiceKit
import Testing

/// The rules of a kids profile as commands change them.
struct RulesCommandTests {
    @Test
    func `rules are added, moved and removed in their order, and printed with the default`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("rules").out.contains("Kids has no rules"))
        _ = await bench.run("rules", "add", "block", "--genre", "Horror", "--kind", "movie")
        let added = await bench.run("rules", "add", "allow", "--group", "Kids", "--at", "1")
        let lines = added.out.split(separator: "\n").map(String.init)
        #expect(lines[1].hasPrefix("1  allow   group \"Kids\"") && lines[2].contains("kind \"movie\""), "\(lines)")
        #expect(lines.contains { $0.contains("(allowUnrated)") } && lines.contains { $0.contains("sees nothing") })
        #expect(lines.last == "All devices follow at once: they sign in again.")
        let moved = await bench.run("rules", "move", "2", "1", "--of", "kids")
        #expect(moved.out.split(separator: "\n")[1].contains("Horror"))
        _ = await bench.run("rules", "default", "BLOCKALL")
        let removed = await bench.run("rules", "remove", "1")
        #expect(!removed.out.contains("Horror") && removed.out.contains("(blockAll)"))
        let json = try await bench.run("rules", "list", "--json").json()
        #expect(((json["rules"] as? [String: Any])?["rules"] as? [Any])?.count == 1)
        #expect(await bench.run("rules", "clear").out.contains("has no rules"))
    }

    @Test
    func `a preset replaces all rules, and a preview counts without a change`() async throws {
        let bench = try GatewayHarness()
        let presets = await bench.run("rules", "preset").out
        for preset in ViewingPreset.all { #expect(presets.contains(preset.name)) }
        let preview = await bench.run("rules", "preview", "--preset", "children")
        #expect(preview.out.contains("0 / 0 / 4") && preview.out.contains("Hidden: 7 / 0 / 0"))
        #expect(await bench.run("rules").out.contains("no rules"))
        #expect(await bench.run("rules", "preset", "Children").out.contains("Jeunesse"))
    }

    @Test
    func `changes end the tokens at hand, and the PIN is asked for`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("rules")
        let sessions = bench.profiles.sessions
        _ = await bench.run("rules", "default", "allowRated")
        _ = await bench.run("rules")
        #expect(bench.profiles.sessions == sessions + 1)
        bench.type("4711", "4711")
        _ = await bench.run("household", "pin", "set")
        #expect(await bench.run("rules", "clear").err.contains("(pinRequired)"))
        bench.type("4711")
        #expect(await bench.run("rules", "clear").out.contains("no rules"))
    }

    @Test
    func `what cannot be is refused, and says what can`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("rules", "add", "hide", "--group", "a").status == .usage)
        let rated = await bench.run("rules", "add", "allow", "--rating", "r")
        #expect(rated.status == .usage && rated.err.contains("must be G, PG, PG-13 or Unrated"))
        _ = await bench.run("profile", "create", "Kim", "--kids")
        let which = await bench.run("rules")
        #expect(which.status == .usage && which.err.contains("several kids profiles: Kids, Kim"))
        #expect(await bench.run("rules", "--of", "Kids").status == .success)
    }
}
