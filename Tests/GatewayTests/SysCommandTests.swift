import Foundation
import RPC
import RPCDiagnostics
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import GatewayCommands

struct SysCommandTests {
    @Test
    func `peers and calls of all services, and who does not answer`() async throws {
        let bench = try GatewayHarness()
        let peers = try await bench.run("sys", "peers", "--json").json()
        let services = peers["services"] as? [String: [String: [[String: Any]]]] ?? [:]
        #expect(services.keys.sorted() == ["catalog", "profiles"])
        #expect(services["catalog"]?["peers"]?.map { $0["name"] as? String } == ["neighbour"])
        let table = await bench.run("sys", "peers", "catalog")
        #expect(table.out.hasPrefix("SERVICE"))
        #expect(table.out.contains("neighbour"))
        #expect(await bench.run("sys", "calls").out == "There are no calls.\n")
        bench.stop("catalog")
        let part = await bench.run("sys", "calls")
        #expect(part.status == .success)
        #expect(part.err.contains("catalog"))
        #expect(await bench.run("sys", "calls", "catalog").status == .unavailable)
    }

    @Test
    func `what was called, what of it failed, and what was refused`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("sys", "log-level", "catalog", "debug")
        let table = await bench.run("sys", "stats", "catalog", width: 160)
        #expect(table.out.hasPrefix("SERVICE"))
        let row = table.out.split(separator: "\n").first { $0.contains("sys.v1.Sys/SetLogLevel") }
        #expect(row?.contains("UNIMPLEMENTED 1") == true)
        let json = try await bench.run("sys", "stats", "--json").json()
        let services = json["services"] as? [String: [String: Any]] ?? [:]
        #expect(services.keys.sorted() == ["catalog", "profiles"])
        #expect(services["catalog"]?["violations"] as? Int == 0)
    }

    @Test(arguments: ["stats", "peers", "calls"])
    func `a service that there is not is named, with what was meant`(question: String) async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("sys", question, "catlog")
        #expect(outcome.status == .usage)
        #expect(outcome.err.contains("There is no service \"catlog\"."))
        #expect(outcome.err.contains("Did you mean \"catalog\"?"))
    }

    @Test
    func `what failed is told with its trace`() async throws {
        let bench = try GatewayHarness()
        let refused = await bench.run("sys", "log-level", "catalog", "debug")
        #expect(refused.status == .unavailable)
        #expect(refused.err.contains("(UNIMPLEMENTED)"))
        let json = try await bench.run("sys", "traces", "catalog", "--json").json()
        let services = json["services"] as? [String: [String: [[String: Any]]]] ?? [:]
        let trace = try #require(services["catalog"]?["traces"]?.first)
        #expect(trace["method"] as? String == "sys.v1.Sys/SetLogLevel")
        #expect(trace["code"] as? String == "UNIMPLEMENTED")
        #expect((trace["trace"] as? String)?.count == 32)
        let table = await bench.run("sys", "traces").out
        #expect(table.contains("sys.v1.Sys/SetLogLevel"))
        #expect(table.contains("QUEUE  HANDLER  DATABASE"))
    }

    @Test
    func `the log level is changed for a time`() async throws {
        let bench = try GatewayHarness()
        let requested = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { text in requested.withLock { $0.append(text) } }
        try bench.clients.play("catalog", bench.catalog.handlers) { server in
            server.diagnostics.onSetLogLevel = { level, time in
                note("\(level) \(time?.components.seconds ?? 0)")
                return "info"
            }
        }
        let outcome = await bench.run("sys", "log-level", "catalog", "debug", "--for", "10m")
        #expect(outcome.out == "catalog logs at debug for 10 min 0 s; it was info.\n")
        let json = try await bench.run("sys", "log-level", "catalog", "error", "--json").json()
        #expect(json["before"] as? String == "info")
        #expect(requested.withLock { $0 } == ["debug 600", "error 0"])
        #expect(await bench.run("sys", "log-level", "catalog", "debug", "--for", "soon").status == .usage)
    }

    @Test
    func `faults are injected, listed and cleared where they are allowed`() async throws {
        let refused = try await GatewayHarness().run("chaos", "inject", "catalog", "Search", "--hang")
        #expect(refused.status == .unavailable)
        #expect(refused.err.contains("HEARTH_CHAOS_DIRECTORY"))
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) { $0.allowFaults() }
        let injected = await bench.run(
            "chaos", "inject", "catalog", "ListSources", "--error", "ABORTED", "--count", "1", "--seed", "7")
        #expect(injected.status == .success)
        #expect(injected.out.hasPrefix("catalog: error ListSources, for "))
        let failed = await bench.run("call", "Catalog/ListSources")
        #expect(failed.err.contains("(ABORTED)"))
        #expect(!(await bench.run("call", "Catalog/ListSources").err.contains("(ABORTED)")))
        let listed = try await bench.run("chaos", "list", "catalog", "--json").json()
        let services = listed["services"] as? [String: [String: [[String: Any]]]] ?? [:]
        let fault = try #require(services["catalog"]?["faults"]?.first)
        #expect((fault["hits"] as? Int, fault["seed"] as? Int) == (1, 7))
        #expect(fault["pattern"] as? String == "*/ListSources")
        #expect(await bench.run("chaos", "clear", "catalog").out.contains("*/ListSources"))
        #expect(await bench.run("chaos", "list", "catalog").out == "There are no faults.\n")
    }

    @Test(arguments: [[], ["--hang", "--refuse"], ["--jitter", "1s"], ["--latency", "0"], ["--latency", "fast"]])
    func `a fault is of one kind`(flags: [String]) async throws {
        let outcome = try await GatewayHarness(up: []).run(list: ["chaos", "inject", "catalog", "*"] + flags)
        #expect(outcome.status == .usage)
    }

    @Test
    func `status goes on and tells each change, over a restart`() async throws {
        let bench = try GatewayHarness()
        let health = Mutex<HealthRegistry?>(nil)
        func play() throws {
            try bench.clients.play("catalog", bench.catalog.handlers) { server in
                health.withLock { [registry = server.health] in $0 = registry }
            }
        }
        try play()
        let said = Mutex("")
        let heard: @Sendable (String) -> Bool = { text in said.withLock { $0.contains(text) } }
        let hears: @Sendable (String) -> Void = { text in said.withLock { $0 += text } }
        let watching = SystemRuntime.shared.spawn {
            _ = await bench.run(list: ["status", "catalog", "--watch", "--json"], hears: hears)
        }
        #expect(try await comes { heard(#""service":"catalog","state":"serving","time""#) })
        health.withLock { $0 }?.set("shard", .degraded, reason: "the disk is full")
        // On a busy machine the note also says how long the tasks have waited.
        #expect(try await comes { heard(#""note":"shard: the disk is full"#) && heard(#""state":"degraded","time""#) })
        bench.stop("catalog")
        #expect(try await comes { heard(#""service":"catalog","state":"unreachable""#) })
        said.withLock { $0 = "" }
        try play()
        #expect(try await comes { heard(#""service":"catalog","state":"serving""#) })
        watching.cancel()
        _ = await watching.value
    }

    /// Refuses all that watch.
    private struct RejectingInterceptor: ServerInterceptor {
        let refusal: RPCError

        func admit(_ call: inout ServerCall) -> Admission {
            call.method.name == "\(Sys.name)/\(Sys.WatchHealth.method)" ? .refuse(refusal) : .pass
        }
    }

    @Test(arguments: [RPCCode.unauthenticated, .permissionDenied])
    func `watching ends when this caller may not`(code: RPCCode) async throws {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) { server in
            server.interceptors.append(RejectingInterceptor(refusal: RPCError(code, "Not you.", executed: .no)))
        }
        let outcome = await bench.run("status", "catalog", "--watch")
        #expect(outcome.status == .notPermitted)
        #expect(outcome.err.contains("Not you."))
    }

    @Test
    func `what keeps a service from telling is said, and it is not called unreachable for that`() async throws {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) { server in
            server.interceptors.append(RejectingInterceptor(refusal: RPCError(.aborted, "Not now.", executed: .no)))
        }
        let said = Mutex("")
        let hears: @Sendable (String) -> Void = { text in said.withLock { $0 += text } }
        let watching = SystemRuntime.shared.spawn {
            _ = await bench.run(list: ["status", "catalog", "--watch", "--json"], hears: hears)
        }
        #expect(
            try await comes {
                said.withLock { $0.contains(#""note":"Not now.","service":"catalog","state":"ABORTED""#) }
            })
        watching.cancel()
        _ = await watching.value
    }

    @Test(arguments: [("200ms", 0.2), ("90s", 90.0), ("90", 90.0), ("10m", 600.0), ("1.5h", 5_400.0)])
    func `times are numbers with a unit`(text: String, seconds: Double) {
        #expect(TimeSpan(argument: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "m", "0", "0s", "-5s", "5 m", "5x", "soon", "1.2.3s", "inf", "nan", "8761h", "3000000000000h",
        String(repeating: "9", count: 400),
    ])
    func `what is none`(text: String) { #expect(TimeSpan(argument: text) == nil) }
}
