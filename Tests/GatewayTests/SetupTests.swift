import Foundation
import HearthModel
import MetadataGatewayAPI
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct SetupTests {
    private func names(_ outcome: GatewayHarness.Outcome) throws -> [String] {
        (try outcome.json()["profiles"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    @Test
    func `everything has an option, and a second run changes nothing`() async throws {
        let bench = try GatewayHarness()
        let pin = try bench.directory.write("4711\n", to: "pin")
        let arguments = [
            "setup", "--unattended", "--time-zone", "Europe/Berlin", "--adult", "Kim", "--kid", "Noa",
            "--no-kids-see-unrated", "--json",
        ]
        let first = try await bench.run(list: arguments + ["--pin-file", pin]).json()
        #expect((first["changed"] as? [String])?.count == 5)
        #expect((first["next"] as? [String])?.contains("hearth home --profile Kim") == true)
        #expect(bench.profiles.pin == "4711")
        #expect(try names(await bench.run("profile", "list", "--json")) == ["Olga", "Kids", "Kim", "Noa"])
        let household = try await bench.run("household", "--json").json()
        #expect(household["timeZone"] as? String == "Europe/Berlin" && household["kidsSeeUnrated"] as? Bool == false)
        let second = try await bench.run(list: arguments).json()
        #expect(second["changed"] as? [String] == [])
        #expect((second["unchanged"] as? [String])?.count == 4)
        #expect(try names(await bench.run("profile", "list", "--json")).count == 4)
        #expect(bench.questions.isEmpty)
    }

    @Test
    func `a terminal asks for what is missing, Enter leaves it, and the PIN is not echoed`() async throws {
        let bench = try GatewayHarness()
        bench.type("Europe/Paris", "fr", "Kim, Lou", "", "no", "1234", "1234", "", "")
        let outcome = await bench.run("setup")
        #expect(outcome.status == .success)
        #expect(bench.questions.first == "Time zone [UTC]: ")
        #expect(bench.questions.contains { $0.hasPrefix("*A PIN") } && bench.questions.contains("*Once more: "))
        #expect(bench.questions.contains { $0.hasPrefix("Country") && $0.hasSuffix("[none]: ") })
        #expect(bench.profiles.pin == "1234" && !outcome.out.contains("1234"))
        #expect(
            outcome.out.contains("The time zone is Europe/Paris now.\nThe country is FR now.")
                && outcome.out.contains("Next:"))
        #expect(try names(await bench.run("profile", "list", "--json")) == ["Olga", "Kids", "Kim", "Lou"])
    }

    @Test
    func `what would fail half-way is rejected before anything is changed`() async throws {
        let bench = try GatewayHarness()
        let pin = try bench.directory.write("12", to: "pin")
        let wrong = await bench.run("setup", "--unattended", "--adult", "Kim", "--pin-file", pin)
        #expect(wrong.status == .usage && wrong.err.contains("4 to 8 digits"))
        #expect(await bench.run("setup", "--unattended", "--adult", "Kim", "--kid", "kim").err.contains("(NAME_TWICE)"))
        let gone = await bench.run(
            "setup", "--unattended", "--adult", "Kim", "--list", bench.directory.path("gone.m3u"))
        #expect(gone.status == .noInput && gone.err.contains("gone.m3u cannot be read"))
        #expect(try names(await bench.run("profile", "list", "--json")) == ["Olga", "Kids"])
    }

    @Test
    func `the TMDB key is in a private file that the configuration names, and nowhere else`() async throws {
        let bench = try GatewayHarness()
        let key = try bench.directory.write("canary-key\n", to: "given")
        let run = ["setup", "--unattended", "--tmdb-key-file", key]
        let first = await bench.run(list: run)
        #expect(first.status == .success && !first.out.contains("canary"))
        let stored = bench.directory.path(".config/hearth/tmdb-key")
        #expect(try String(contentsOfFile: stored, encoding: .utf8) == "canary-key")
        let mode = try FileManager.default.attributesOfItem(atPath: stored)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let config = await bench.run("config", "--service", "metadata-gateway")
        #expect(config.out.contains(stored) && !config.out.contains("canary"))
        #expect(await bench.run(list: run).out.contains("already"))
    }

    @Test
    func `a missing TMDB key is said as what is missing, and fails no health check`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "metadata-gateway"])
        try bench.respond(to: MetadataGateway.GetSourceStatus.self) { _ in SourceStatus(hasKey: false) }
        let status = try await bench.run("status", "--json").json()
        let service = try #require((status["services"] as? [[String: Any]])?.first)
        #expect(service["state"] as? String == "degraded" && service["note"] as? String == "no TMDB key")
        #expect(service["errors"] as? Int == 0)
        let check = await bench.run("status", "metadata-gateway")
        #expect(check.status == .success && check.out.contains("Degraded: metadata-gateway, no TMDB key"))
        try bench.respond(to: MetadataGateway.GetSourceStatus.self) { _ in SourceStatus(hasKey: true) }
        #expect(!(await bench.run("status").out.contains("Degraded")))
    }

    @Test(arguments: [
        ("", "metadata-gateway:\n  k: \"v\"\n"),
        ("data: /x", "data: /x\nmetadata-gateway:\n  k: \"v\"\n"),
        ("metadata-gateway:\n  k: old # note\n", "metadata-gateway:\n  k: \"v\"\n"),
        (
            "metadata-gateway:\n    a: b\ncatalog:\n  k: x\n",
            "metadata-gateway:\n    k: \"v\"\n    a: b\ncatalog:\n  k: x\n"
        ),
        ("# top\nmetadata-gateway:\n  # why\n\n  a: b\n", "# top\nmetadata-gateway:\n  k: \"v\"\n  # why\n\n  a: b\n"),
    ])
    func `a setting is written into the configuration, and every other line stays`(before: String, after: String) {
        #expect(ConfigurationEditor.edited(before, "metadata-gateway", "k", "v") == after)
        #expect(ConfigurationEditor.edited(after, "metadata-gateway", "k", "v") == after)
    }

    @Test
    func `a configuration of an unusual form is left alone`() async throws {
        let bench = try GatewayHarness()
        let text = "metadata-gateway: {tmdb-address: \"https://a.example\"}\n"
        let file = try bench.directory.write(text, to: "hearth.yaml")
        let key = try bench.directory.write("key", to: "given")
        let outcome = await bench.run("setup", "--unattended", "--tmdb-key-file", key, "--config", file)
        #expect(outcome.status == .configuration && outcome.err.contains("was not changed"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }
}
