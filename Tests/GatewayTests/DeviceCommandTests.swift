import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

struct DeviceCommandTests {
    @Test
    func `pair shows which device it is, and asks before it approves`() async throws {
        let bench = try GatewayHarness()
        bench.type("n")
        let refused = await bench.run("pair", "wdjb-mjht")
        #expect(refused.status == .usage && refused.err.contains("(NOT_CONFIRMED)"))
        #expect(bench.questions.last?.contains("TV in the kitchen (tvOS) will be signed in as you.") == true)
        #expect(bench.profiles.devices.pairing("WDJBMJHT")?.state == .pending)
        bench.type("y")
        let approved = await bench.run("pair", "WDJB-MJHT")
        #expect(approved.out == "TV in the kitchen is approved and signs in now.\n")
        #expect(bench.profiles.devices.pairing("WDJBMJHT")?.state == .approved)
        #expect(await bench.run("pair", "WDJB-MJHT", "--deny").out == "TV in the kitchen is denied.\n")
        #expect(bench.profiles.devices.pairing("WDJBMJHT")?.state == .denied)
        #expect(await bench.run("pair", "WDJB-MJHT", "--deny", "--member", "m-1").status == .usage)
        let unknown = await bench.run("pair", "BBBB-BBBB", "--yes")
        #expect(unknown.status == .failure && unknown.err.contains("(unknownPairing)"))
    }

    @Test
    func `devices are named as they are listed, and revoked after a question`() async throws {
        let bench = try GatewayHarness()
        let list = await bench.run(list: ["device"], isTerminal: true).out
        #expect(list.contains("Tablet") && list.contains("iPadOS") && list.contains("signed in"))
        #expect(list.contains("1 of at most 50"))
        #expect(await bench.run(list: ["device", "disable", "@1"], isTerminal: true).out == "Tablet is disabled.\n")
        #expect(await bench.run("device", "list").out.contains("disabled"))
        #expect(await bench.run("device", "enable", "tab").out == "Tablet is enabled.\n")
        #expect(await bench.run("device", "rename", "Tablet", "Slate").out == "Tablet is Slate now.\n")
        #expect(await bench.run("device", "revoke", "Slate").err.contains("(NOT_CONFIRMED)"))
        #expect(await bench.run("device", "revoke", "Slate", "--yes").out == "Slate is signed out.\n")
        #expect(await bench.run("device").out.contains("No devices yet."))
        #expect(await bench.run("device", "sign-out", "--yes").out == "No device was signed in.\n")
    }

    private func files(_ bench: GatewayHarness) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.directory.path("data")).filter {
            $0.hasPrefix("sign-in-")
        }
    }

    @Test
    func `sign-in shows the code, waits for the approval, and commands act by it from then on`() async throws {
        let bench = try GatewayHarness()
        bench.profiles.devices.refuse([.authorizationPending, .authorizationPending])
        let signedIn = await bench.run("sign-in", "--name", "Laptop")
        #expect(signedIn.status == .success)
        #expect(signedIn.out.hasPrefix("Code: KLMN-PQRS\nApprove it where you are signed in: hearth pair KLMN-PQRS\n"))
        #expect(signedIn.out.hasSuffix("This machine is signed in as Olga.\n"))
        #expect(!(signedIn.out + signedIn.err).contains("secret"))
        let started = try #require(bench.profiles.devices.started.first)
        #expect(started.device.name == "Laptop" && started.household == "home" && started.device.isShared == nil)
        let file = try #require(try files(bench).first)
        let path = bench.directory.path("data/\(file)")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        for _ in 0..<2 { #expect(await bench.run("search", "x").status == .success) }
        #expect(bench.catalog.tokens == Array(repeating: AccessToken("device-token-of-p-owner-1"), count: 2))
        #expect(bench.profiles.sessions == 0)
        // Each refresh token is stored before it is needed.
        let stored = try String(contentsOfFile: path, encoding: .utf8)
        #expect(stored.contains("home.d-machine.1"))
        let again = await bench.run("sign-in")
        #expect(again.status == .usage && again.err.contains("(SIGNED_IN)"))
        let out = await bench.run("sign-out")
        #expect(out.out == "This machine is signed out.\n" && bench.profiles.devices.token == nil)
        #expect(try files(bench).isEmpty)
        #expect(await bench.run("search", "x").status == .success)
        #expect(bench.profiles.sessions == 1)
    }

    @Test(arguments: [ProfilesProblem.Code.accessDenied, .expiredToken])
    func `a code that is denied or expires signs nothing in`(rule: ProfilesProblem.Code) async throws {
        let bench = try GatewayHarness()
        bench.profiles.devices.refuse([.authorizationPending, rule])
        let outcome = await bench.run("sign-in")
        #expect(outcome.status != .success && outcome.err.contains("(\(rule.rawValue))"))
        #expect(outcome.err.contains("`hearth sign-in` begins again"))
        #expect(try files(bench).isEmpty)
    }

    @Test func `a shared machine says so`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("sign-in", "--shared").status == .success)
        #expect(bench.profiles.devices.started.first?.device.isShared == true)
    }

    @Test
    func `another profile is one command's, with the PIN where one is asked for`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("sign-in")
        #expect(await bench.run("search", "x", "--profile", "Kids").status == .success)
        bench.profiles.devices.guardOwner(with: "1234")
        let refused = await bench.run("search", "x")
        #expect(refused.status == .notPermitted && refused.err.contains("(pinRequired)"))
        bench.type("1234")
        #expect(await bench.run("search", "x").status == .success)
        #expect(bench.questions.last == "*The household's PIN: ")
        let profiles = bench.catalog.tokens.map {
            String(decoding: $0?.bytes ?? [], as: UTF8.self).split(separator: "-")[4]
        }
        #expect(profiles == ["kids", "owner"])
    }

    @Test
    func `commands by the owner key beside a sign-in have tokens of their own`() async throws {
        let bench = try GatewayHarness()
        let other = try bench.directory.directory("other")
        _ = await bench.run("sign-in")
        for _ in 0..<2 {
            _ = await bench.run("search", "x")
            _ = await bench.run("search", "x", "--data", other)
        }
        let tokens = ["device-token-of-p-owner-1", "token-of-p-owner-1"].map { AccessToken($0) }
        #expect(bench.catalog.tokens == tokens + tokens)
    }

    @Test
    func `a machine that was signed out says so, and does not act by the owner key instead`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("sign-in")
        bench.profiles.devices.token = "another"
        let outcome = await bench.run("search", "x")
        #expect(outcome.status == .notPermitted && outcome.err.contains("(signedOut)"))
        #expect(outcome.err.contains("hearth sign-out") && bench.profiles.sessions == 0)
        let out = await bench.run("sign-out")
        #expect(out.status == .success && out.err.contains("may still be in the list"))
        #expect(await bench.run("search", "x").status == .success)
        #expect(bench.profiles.sessions == 1)
    }

    @Test
    func `a sign-in that others may read is refused`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("sign-in")
        let path = bench.directory.path("data/\(try #require(try files(bench).first))")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let outcome = await bench.run("search", "x")
        #expect(outcome.status == .notPermitted && outcome.err.contains("sign-in-home.json"))
    }
}
