import Cluster
import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands
@testable import RPCDiagnostics

struct StatusTests {
    @Test
    func `every service is shown, and what is missing is named, with exit code 0`() async throws {
        let bench = try GatewayHarness()
        let whole = try await bench.run("status", "--json").json()
        #expect(whole["missing"] as? [String] == [])
        bench.stop("catalog")
        let outcome = await bench.run("status")
        #expect(outcome.status == .success)
        #expect(outcome.out.contains("Missing: catalog."))
        let part = try await bench.run("status", "--json").json()
        #expect(part["missing"] as? [String] == ["catalog"])
        let services = part["services"] as? [[String: Any]] ?? []
        #expect(services.map { $0["state"] as? String } == ["unreachable", "serving"])
    }

    @Test
    func `asked after one service, the exit code tells`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("status", "catalog").status == .success)
        bench.stop("catalog")
        #expect(await bench.run("status", "catalog").status == .unavailable)
        #expect(await bench.run("status", "profiles").status == .success)
    }

    @Test
    func `a service that is degraded fails a health check, and is named with the reason`() async throws {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) { server in
            server.health.set("shards", .degraded, reason: "home: catalog.sqlite cannot be opened: no database")
        }
        let check = await bench.run("status", "catalog")
        #expect(check.status == .failure)
        #expect(check.out.contains("Degraded: catalog"))
        #expect(check.out.contains("hearth doctor"))
        #expect(await bench.run("status", "profiles").status == .success)
        let all = await bench.run("status")
        #expect(all.status == .success && all.out.contains("Degraded: catalog"))
    }

    @Test
    func `a service that answers and gets nothing done is said to be stuck`() {
        func reasons(lag: UInt64) -> String? {
            let part = Sys.HealthPart(name: "shards", state: "degraded", reason: "one is closed")
            return Sys.Health(state: "degraded", parts: [part], poolLagMicroseconds: lag).reasons
        }
        #expect(reasons(lag: 99_999) == "shards: one is closed")
        #expect(reasons(lag: 2_500_000) == "shards: one is closed; stuck: its tasks have waited 2500 ms")
    }

    @Test
    func `where nothing runs status says so`() async throws {
        let bench = try GatewayHarness(up: [])
        let outcome = await bench.run("status")
        #expect(outcome.status == .unavailable)
        #expect(outcome.err.contains("(NOT_RUNNING)"))
        #expect(await bench.run("down").out == "No cluster runs in \(bench.directory.path("run")).\n")
        #expect(await bench.run("restart", "catalog").status == .unavailable)
    }

    @Test
    func `services that run without a cluster are named with what stops them`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("down")
        #expect(outcome.status == .success)
        let process = ProcessInfo.processInfo.processIdentifier
        #expect(outcome.err.contains("catalog runs without a cluster"))
        #expect(outcome.err.contains("(systemctl stop hearth@catalog), or with: kill \(process)"))
        let restart = await bench.run("restart", "catalog")
        #expect(restart.status == .unavailable && restart.err.contains("systemctl restart hearth@catalog"))
    }

    @Test
    func `settings are shown with where they come from`() async throws {
        let bench = try GatewayHarness()
        let file = try bench.directory.write("drain-seconds: 3\ncatalog:\n  log-level: debug\n", to: "hearth.yaml")
        let outcome = await bench.run("config", "--config", file, "--household", "lake-house")
        let rows = outcome.out.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains { $0.starts(with: ["household", "lake-house"]) })
        #expect(outcome.out.contains("--household"))
        #expect(outcome.out.contains("drain-seconds in \(file)"))
        #expect(outcome.out.contains("HEARTH_RUN"))
        let catalog = await bench.run("config", "--config", file, "--service", "catalog")
        #expect(catalog.out.contains("catalog.log-level in \(file)"))
    }

    @Test
    func `variables that are no settings are named`() async throws {
        let bench = try GatewayHarness()
        let variables = ["HEARTH_DATTA": "/x", "HEARTH_BLUETOOTH": "on", "HEARTH_TMDB_KEY": "a service's own"]
        let outcome = await bench.run("config", variables: variables)
        #expect(
            outcome.err == "HEARTH_BLUETOOTH is no setting.\nHEARTH_DATTA is no setting; did you mean HEARTH_DATA?\n")
    }

    @Test
    func `garbage in the configuration is refused with its line, whatever the command`() async throws {
        let bench = try GatewayHarness()
        let file = try bench.directory.write("data: /x\nlog-levle: debug\n", to: "hearth.yaml")
        let outcome = await bench.run("search", "x", "--config", file)
        #expect(outcome.status == .configuration)
        #expect(outcome.err.contains("\(file):2:1: there is no setting \"log-levle\"; did you mean \"log-level\"?"))
        let wrong = await bench.run("search", "x", variables: ["HEARTH_DRAIN_SECONDS": "soon"])
        #expect(wrong.status == .configuration)
        #expect(wrong.err.contains("HEARTH_DRAIN_SECONDS"))
    }

    @Test
    func `keys are made, listed, replaced and taken away`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("keys").out.hasPrefix("No keys yet"))
        #expect(await bench.run("keys", "make", "catalog").out.hasPrefix("catalog signs with "))
        #expect(await bench.run("keys", "rotate").status == .success)
        let list = await bench.run("keys", "list")
        #expect(list.out.contains("the service catalog"))
        #expect(list.out.contains("people"))
        let listed = try JSONSerialization.jsonObject(with: Data(await bench.run("keys", "--json").out.utf8))
        let id = try #require(((listed as? [[String: Any]])?.first?["id"]) as? String)
        #expect(await bench.run("keys", "remove", id, "--yes").status == .success)
        #expect(await bench.run("keys", "remove", id, "--yes").status == .failure)
        #expect(await bench.run("keys", "make", "../x").status != .success)
    }

    @Test
    func `keys for other machines are made, listed, replaced, given and taken away`() async throws {
        let bench = try GatewayHarness(up: [])
        #expect(await bench.run("keys", "curve").out.hasPrefix("No keys yet"))
        let made = await bench.run("keys", "curve", "make", "catalog")
        let key = made.out.trimmingCharacters(in: .newlines)
        #expect(key.count == 40)
        #expect(made.err.contains("`hearth keys curve trust catalog '\(key)'`"))
        #expect(try await bench.run("keys", "curve", "make", "catalog", "--json").json()["key"] as? String == key)
        let client = try await bench.run("keys", "curve", "make", "client", "--json").json()["key"] as? String ?? ""
        #expect(
            await bench.run("keys", "curve", "allow", "catalog", client, "desk").out == "desk may call catalog.\n")
        #expect(await bench.run("keys", "curve", "trust", "profiles", key).status == .success)
        let next = try await bench.run("keys", "curve", "rotate", "catalog", "--after", "2h", "--json").json()
        #expect(next["begins"] != nil && next["key"] as? String != key)
        #expect(await bench.run("keys", "curve", "rotate", "catalog").err.contains("is being replaced"))
        let list = await bench.run("keys", "curve", "list", "--json").out
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
        #expect(entries.compactMap { $0["kind"] as? String } == ["own", "own", "client", "server", "own"])
        #expect(entries.compactMap { $0["name"] as? String } == ["desk", "server"])
        #expect(await bench.run("keys", "curve", "remove", "catalog", "desk").status == .success)
        #expect(await bench.run("keys", "curve", "remove", "catalog", "desk").err.contains("knows no \"desk\""))
        #expect(await bench.run("keys", "curve", "make", "catalogue").status == .usage)
        #expect(await bench.run("keys", "curve", "allow", "client", client, "x").status == .usage)
    }

    @Test
    func `a service elsewhere is shown beside the others`() async throws {
        let bench = try GatewayHarness(up: ["profiles"])
        let status = try await bench.run(
            "status", "--json", variables: ["HEARTH_ENDPOINTS": "catalog=tcp://10.0.0.5:7001"]
        ).json()
        #expect(status["missing"] as? [String] == ["catalog"])
        let wrong = await bench.run("status", variables: ["HEARTH_ENDPOINTS": "catalog=10.0.0.5:7001"])
        #expect(wrong.status == .configuration && wrong.err.contains("SERVICE=tcp://HOST:PORT"))
    }

    @Test(arguments: ["-", "--", "-x"])
    func `a key's id may begin with a dash`(start: String) async throws {
        let id = start + "6Ni3QvYJo0Jx3mJYJYF2TjRmkqmNKkZb3ZrZ8J1Y0"
        let outcome = try await GatewayHarness().run("keys", "remove", id, "--yes")
        #expect(outcome.status == .failure)
        #expect(outcome.err.contains("There is no key \"\(id)\"."))
    }

    @Test
    func `up refuses services that there are none of`() async throws {
        let bench = try GatewayHarness(up: [])
        let wrong = await bench.run("up", "--services", "catalogue")
        #expect(wrong.status == .usage)
        #expect(wrong.err.contains("did you mean \"catalog\"?"))
        let missing = await bench.run("up", "--services", "catalog")
        #expect(missing.status == .usage)
        #expect(missing.err.contains("catalog cannot be started"))
        #expect(await bench.run("up").err.contains("there is no service's executable"))
        #expect(await bench.run("up", "--restart-limit", "-1").status == .usage)
    }
}
