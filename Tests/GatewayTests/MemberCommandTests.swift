import ServiceKit
import Testing

/// `hearth member`
struct MemberCommandTests {
    @Test func `members are listed, renamed, disabled and removed by name or row`() async throws {
        let bench = try GatewayHarness()
        #expect(
            await bench.run("member").out == """
                NAME  ROLE   PROFILE  JOINED      ID
                Olga  owner  Olga     2026-01-01  m-1
                Adam  adult           2026-01-01  m-2

                """)
        #expect(await bench.run("member", "rename", "adam", "Adrian").out == "Adam is Adrian now.\n")
        #expect(await bench.run("member", "disable", "m-2").out.hasPrefix("Adrian is disabled.\n"))
        #expect(await bench.run("member", "list").out.contains("since 2026-01-01"))
        #expect(await bench.run("member", "enable", "Adrian").out == "Adrian is enabled.\n")
        let json = try await bench.run("member", "list", "--json").json()
        #expect((json["members"] as? [Any])?.count == 2)
        bench.type("n")
        let kept = await bench.run("member", "remove", "Adrian")
        #expect(kept.status == .usage && kept.err.contains("Nothing was changed"))
        #expect(bench.questions.last?.contains("deleted for good") == true)
        bench.type("n")
        _ = await bench.run("member", "remove", "Adrian", "--keep-profile")
        #expect(bench.questions.last?.contains("as a guest's") == true)
        #expect(await bench.run("member", "remove", "Adrian", "--yes").out == "Adrian is removed.\n")
        #expect(await bench.run("member", "remove", "Adrian", "--yes").err.contains("(unknownMember)"))
    }

    @Test func `roles are a table, and a change of one asks for the PIN and ends the tokens at hand`() async throws {
        let bench = try GatewayHarness()
        let roles = await bench.run("member", "roles").out.split(separator: "\n").map(String.init)
        #expect(roles.first?.split(separator: " ") == ["OWNER", "ADULT", "CHILD", "MAY"])
        #expect(roles.contains { $0.hasPrefix("yes    yes    yes    Watch") })
        #expect(roles.contains { $0.hasPrefix("yes                  Invite members") })
        bench.profiles.members.require(pin: "2468")
        let sessions = bench.profiles.sessions
        #expect(await bench.run("member", "role", "Adam", "child").err.contains("(pinRequired)"))
        bench.type("2468")
        let changed = await bench.run("member", "role", "Adam", "child")
        #expect(changed.out == "Adam is a child now.\nAll devices follow at once: they sign in again.\n")
        #expect(bench.questions.last == "*The household's PIN: ")
        _ = await bench.run("member")
        #expect(bench.profiles.sessions > sessions)
        #expect(await bench.run("member", "role", "Adam", "king").status == .usage)
        #expect(await bench.run("member", "role", "Olga", "child").err.contains("(pinRequired)"))
    }

    @Test func `a household is deleted after a question and for the PIN, says when, and is kept`() async throws {
        let bench = try GatewayHarness()
        bench.type("2468", "2468")
        _ = await bench.run("household", "pin", "set")
        bench.type("y", "2468")
        let deleted = await bench.run("household", "delete")
        #expect(deleted.out == "Home is deleted in 7 d 0 h. `hearth household keep` takes it back.\n")
        #expect(bench.questions.suffix(2).first?.contains("deleted for good in seven days") == true)
        #expect(await bench.run("household").out.contains("deleted in                          7 d 0 h; "))
        #expect(await bench.run("household", "keep").out == "Home stays.\n")
        #expect(!(await bench.run("household").out.contains("deleted in")))
    }

    @Test func `the owner hands on after a question, and is told what that means`() async throws {
        let bench = try GatewayHarness()
        bench.type("y")
        let outcome = await bench.run("member", "hand-on", "Adam")
        #expect(bench.questions.last?.contains("Adam becomes the owner") == true)
        #expect(outcome.out.hasPrefix("Adam is the owner now.\n"))
        #expect(await bench.run("member", "leave", "--yes").err.contains("(ownerNeeded)"))
        #expect(await bench.run("member", "leave").status == .usage)
    }
}
