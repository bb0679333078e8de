import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

struct SessionTests {
    @Test
    func `the owner key fetches a token, which is kept until it is time for the next`() async throws {
        let bench = try GatewayHarness()
        for _ in 0..<3 { #expect(await bench.run("search", "x").status == .success) }
        #expect(bench.profiles.sessions == 1)
        #expect(bench.catalog.tokens == Array(repeating: AccessToken("token-of-p-owner-1"), count: 3))
    }

    @Test
    func `a token that is to be renewed is, and goes on when profiles is down`() async throws {
        let bench = try GatewayHarness()
        bench.profiles.setRenewal(after: -1)
        for _ in 0..<2 { #expect(await bench.run("search", "x", "--no-note").status == .success) }
        #expect(bench.profiles.sessions == 2)
        bench.stop("profiles")
        #expect(await bench.run("search", "x", "--no-note").status == .success)
        #expect(bench.catalog.tokens.last == AccessToken("token-of-p-owner-2"))
    }

    @Test
    func `without a token at hand a command says that profiles is missing`() async throws {
        let bench = try GatewayHarness(up: ["catalog"])
        let outcome = await bench.run("search", "x")
        #expect(outcome.status == .unavailable)
        #expect(outcome.err.contains("profiles cannot be reached"))
    }

    @Test
    func `the kept token is for its owner alone, and is in no output`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("search", "x", "--json")
        #expect(!(outcome.out + outcome.err).contains("token-of"))
        let run = bench.directory.path("run")
        let names = try FileManager.default.contentsOfDirectory(atPath: run).filter { $0.hasPrefix("session-") }
        #expect(names.count == 1)
        for name in names {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(run)/\(name)")[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test(arguments: [true, false])
    func `a token that is given is used, and none is asked for`(byVariable: Bool) async throws {
        let bench = try GatewayHarness()
        let outcome =
            byVariable
            ? await bench.run("search", "x", variables: ["HEARTH_TOKEN": "mine"])
            : await bench.run("search", "x", "--token", "mine")
        #expect(outcome.status == .success)
        #expect(bench.catalog.tokens == [AccessToken("mine")])
        #expect(bench.profiles.sessions == 0)
    }

    @Test
    func `where no cluster ever ran the command says so`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("search", "x", "--run", bench.directory.path)
        #expect(outcome.status == .unavailable)
        #expect(outcome.err.contains("No cluster has run in \(bench.directory.path) yet"))
    }

    @Test
    func `a kept token that does not count any more is replaced by itself, once`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("search", "x")
        bench.catalog.refuse(AccessToken("token-of-p-owner-1"))
        #expect(await bench.run("search", "x").status == .success)
        #expect(bench.catalog.tokens.last == AccessToken("token-of-p-owner-2"))
        bench.catalog.refuse(AccessToken("token-of-p-owner-3"))
        bench.catalog.refuse(AccessToken("token-of-p-owner-2"))
        let outcome = await bench.run("search", "x")
        #expect(outcome.status == .notPermitted)
        #expect(bench.profiles.sessions == 3)
    }

    @Test
    func `profiles with long names have tokens of their own`() async throws {
        let bench = try GatewayHarness()
        let stem = String(repeating: "x", count: 79)
        for name in ["a", "b"] { _ = await bench.run("profile", "create", stem + name) }
        for name in ["a", "b", "a"] { _ = await bench.run("search", "x", "--profile", stem + name) }
        let profiles = bench.catalog.tokens.map { token in
            String(decoding: token?.bytes ?? [], as: UTF8.self).split(separator: "-")[3]
        }
        #expect(profiles == ["2", "3", "2"])
    }

    @Test
    func `an owner key that others may read is refused`() async throws {
        let bench = try GatewayHarness()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: bench.directory.path("run/owner.key"))
        let outcome = await bench.run("search", "x")
        #expect(outcome.status == .notPermitted)
        #expect(outcome.err.contains("owner.key"))
    }

    @Test
    func `--profile acts as another, and each has a token of its own`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("search", "x")
        _ = await bench.run("search", "x", "--profile", "Kids")
        #expect(
            bench.catalog.tokens == [AccessToken("token-of-p-owner-1"), AccessToken("token-of-p-kids-2")])
        let unknown = await bench.run("search", "x", "--profile", "Stranger")
        #expect(unknown.status == .failure)
        #expect(unknown.err.contains("(unknownProfile)"))
    }

    @Test
    func `profile use is remembered, --profile goes before it, and use without a name takes it back`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("profile", "use", "kids").out == "Commands act as Kids from now on.\n")
        _ = await bench.run("search", "x")
        _ = await bench.run("search", "x", "--profile", "Olga")
        #expect(await bench.run("profile", "use").out == "Commands act as the owner again.\n")
        _ = await bench.run("search", "x")
        let profiles = bench.catalog.tokens.map {
            String(decoding: $0?.bytes ?? [], as: UTF8.self).split(separator: "-")[3]
        }
        #expect(profiles == ["kids", "owner", "owner"])
    }

    @Test
    func `another household has other tokens`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("search", "x")
        _ = await bench.run("search", "x", "--household", "lake-house")
        #expect(bench.profiles.sessions == 2)
        let wrong = await bench.run("search", "x", "--household", "../x")
        #expect(wrong.status == .configuration)
    }

    @Test
    func `household create proves the owner key, and beginning empty asks first`() async throws {
        let bench = try GatewayHarness()
        let made = await bench.run("household", "create", "lake-house")
        #expect(made.status == .success)
        #expect(made.out.contains("--household lake-house"))
        let requested = await bench.run("household", "begin-empty", "reading-list")
        #expect(requested.status == .usage)
        #expect(requested.err.contains("gives up for good: saved links"))
        let unknown = await bench.run("household", "begin-empty", "reading-lists", "--yes")
        #expect(unknown.status == .usage)
        let none = await bench.run("household", "begin-empty", "reading-list", "--yes")
        #expect(none.status == .configuration)
        #expect(none.err.contains("There is no household"))
        try FileManager.default.createDirectory(
            atPath: bench.directory.path("data/home"), withIntermediateDirectories: true)
        let given = await bench.run("household", "begin-empty", "reading-list", "--yes")
        #expect(given.status == .success)
        #expect(FileManager.default.fileExists(atPath: bench.directory.path("data/home/reading-list.begin-empty")))
    }

    @Test
    func `a kept token of another household is renewed by itself, and what stays refused exits with 78`() async throws {
        for (code, sessions) in [(HouseholdProblem.Code.otherHousehold, 2), (.shardMissing, 1)] {
            let bench = try GatewayHarness()
            _ = await bench.run("search", "x")
            bench.profiles.fail(
                with: RPCError(
                    .failedPrecondition, "Not this household's.", executed: .no,
                    details: [RPCErrorDetail(HouseholdProblem(code))]))
            let outcome = await bench.run("profile", "list")
            #expect(outcome.status == .configuration)
            #expect(outcome.err.contains("(\(code.rawValue))"))
            #expect(bench.profiles.sessions == sessions)
        }
    }
}
