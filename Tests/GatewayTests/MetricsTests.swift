import Foundation
import HTTPFetch
import RPC
import RPCDiagnostics
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct MetricsTests {
    @Test
    func `what is up, and what was called, is there by service and method`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("search", "alien")
        bench.stop("catalog")
        try bench.start("catalog")
        _ = await bench.run("search", "alien")
        let outcome = await bench.run("metrics")
        #expect(outcome.status == .success)
        let lines = Set(outcome.out.split(separator: "\n").map(String.init))
        #expect(lines.contains(#"hearth_up{service="catalog"} 1"#))
        #expect(lines.contains(#"hearth_serving{service="profiles"} 1"#))
        let search = #"service="catalog",method="hearth.catalog.v1.Catalog/Search""#
        #expect(lines.contains("hearth_rpc_calls_total{\(search)} 1"))
        #expect(lines.contains("hearth_rpc_handler_seconds_count{\(search)} 1"))
        #expect(lines.contains { $0.hasPrefix("hearth_rpc_handler_seconds{\(search),quantile=\"0.99\"} ") })
    }

    @Test
    func `durations are histograms by method, those of streams apart, and the queue is one by service`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("search", "alien")
        let lines = Set(await bench.run("metrics").out.split(separator: "\n").map(String.init))
        let search = #"service="catalog",method="hearth.catalog.v1.Catalog/Search""#
        #expect(lines.contains("# TYPE hearth_rpc_call_duration_seconds histogram"))
        #expect(lines.contains("hearth_rpc_call_duration_seconds_bucket{\(search),le=\"10\"} 1"))
        #expect(lines.contains("hearth_rpc_call_duration_seconds_bucket{\(search),le=\"+Inf\"} 1"))
        #expect(lines.contains("hearth_rpc_call_duration_seconds_count{\(search)} 1"))
        #expect(lines.contains { $0.hasPrefix("hearth_rpc_call_duration_seconds_bucket{\(search),le=\"0.00025\"} ") })
        #expect(lines.contains { $0.hasPrefix("hearth_rpc_queue_duration_seconds_count{service=\"catalog\"} ") })
        #expect(!lines.contains { $0.hasPrefix("hearth_rpc_stream_duration_seconds_bucket{\(search)") })
    }

    @Test
    func `who does not answer is there as not up, and the rest is whole`() async throws {
        let bench = try GatewayHarness()
        // Profiles gives the token before it goes.
        _ = await bench.run("search", "alien")
        bench.stop("catalog")
        let lines = Set(await bench.run("metrics").out.split(separator: "\n").map(String.init))
        #expect(lines.contains(#"hearth_up{service="catalog"} 0"#))
        #expect(lines.contains(#"hearth_up{service="profiles"} 1"#))
        #expect(!lines.contains { $0.hasPrefix("hearth_rpc_calls_total{service=\"catalog\"") })
        #expect(lines.contains { $0.hasPrefix("hearth_rpc_calls_total{service=\"profiles\"") })
    }

    @Test
    func `every line is a comment, or a value of a metric that was announced, once`() async throws {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        _ = await bench.run("home")
        let text = await bench.run("metrics").out
        let pattern = ##"([a-z_]+?)(?:_count|_bucket|_sum)?\{(?:[a-z]+="[^"\\\n]*",?)+\} [0-9.e+-]+"##
        let value = try Regex(pattern, as: (Substring, Substring).self)
        var (announced, seen): (Set<String>, Set<String>) = ([], [])
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                #expect(announced.insert(String(line.split(separator: " ")[2])).inserted, "\(line)")
            } else if !line.hasPrefix("# HELP ") {
                let match = try #require(line.wholeMatch(of: value), "\(line)")
                #expect(announced.contains(String(match.1)), "\(line)")
                #expect(seen.insert(String(line.split(separator: " ").dropLast().joined())).inserted, "\(line)")
            }
        }
        #expect(announced.count >= 8 && seen.count > 50)
    }

    @Test
    func `what services report of themselves is there under its own name, histograms with their buckets`() async throws
    {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) { server in
            server.diagnostics.onGetMetrics = {
                [
                    Sys.Metric(name: "process_cpu_seconds_total", kind: "gauge", labels: [:], value: 1.25),
                    Sys.Metric(name: "shard_bytes", kind: "gauge", labels: ["file": "log"], value: 4_096),
                    Sys.Metric(
                        name: "shard_commit_seconds", kind: "histogram", labels: [:], value: 0.75,
                        buckets: [Sys.Bucket(upTo: 0.5, count: 1), Sys.Bucket(upTo: 1, count: 2)], count: 3),
                ]
            }
        }
        let text = await bench.run("metrics").out
        #expect(
            text.contains(
                """
                # TYPE process_cpu_seconds_total counter
                process_cpu_seconds_total{service="catalog"} 1.25
                # TYPE hearth_shard_bytes gauge
                hearth_shard_bytes{service="catalog",file="log"} 4096
                # TYPE hearth_shard_commit_seconds histogram
                hearth_shard_commit_seconds_bucket{service="catalog",le="0.5"} 1
                hearth_shard_commit_seconds_bucket{service="catalog",le="1"} 2
                hearth_shard_commit_seconds_bucket{service="catalog",le="+Inf"} 3
                hearth_shard_commit_seconds_sum{service="catalog"} 0.75
                hearth_shard_commit_seconds_count{service="catalog"} 3
                """))
    }

    @Test
    func `what a label holds cannot break out of it`() {
        var text = PrometheusText()
        text.add("a_total", .counter, "One\nline \\.", [.init(labels: [("x", "say \"hi\"\\\n")], value: 2.5)])
        text.add("none", .gauge, "Has no values.", [])
        #expect(
            text.text == """
                # HELP a_total One\\nline \\\\.
                # TYPE a_total counter
                a_total{x="say \\"hi\\"\\\\\\n"} 2.5

                """)
    }

    @Test
    func `the door answers Prometheus`() async throws {
        let address = try #require(ListenAddress(argument: "127.0.0.1:0"))
        let server = MetricsServer(address: address) { "a_total 1\n" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try #require(try await server.port())
            var configuration = FetchConfiguration()
            configuration.addresses = AddressPolicy(allowedHosts: ["127.0.0.1", "localhost"])
            let fetcher = try HTTPFetcher(configuration)
            let page = try await fetcher.fetch(FetchRequest(FetchURL("http://127.0.0.1:\(port)/metrics")))
            #expect(page.head.status == 200)
            #expect(page.head["content-type"] == PrometheusText.contentType)
            #expect(page.body == Array("a_total 1\n".utf8))
            let health = try await fetcher.fetch(FetchRequest(FetchURL("http://127.0.0.1:\(port)/healthz")))
            #expect(health.head.status == 200 && health.body == Array("ok\n".utf8))
            #expect(try await fetcher.fetch(FetchRequest(FetchURL("http://127.0.0.1:\(port)/"))).head.status == 404)
            await server.stop()
            await fetcher.shutDown()
            group.cancelAll()
        }
    }

    @Test
    func `a page of another name cannot read it, though its name leads here`() {
        for own in ["127.0.0.1", "127.0.0.1:9464", "localhost:9464"] { #expect(MetricsServer.isOwn(host: own)) }
        #expect(MetricsServer.isOwn(host: nil))
        for foreign in ["evil.example", "evil.example:9464", "127.0.0.1.evil.example", ""] {
            #expect(!MetricsServer.isOwn(host: foreign), "\(foreign)")
        }
    }

    @Test
    func `only loopback addresses are taken`() async throws {
        #expect(ListenAddress(argument: "9464")?.port == 9464)
        #expect(ListenAddress(argument: "127.0.0.1:1")?.port == 1)
        for refused in ["127.0.0.1:", "127.0.0.1:99999", "", "localhost:1", "1.2.3:1", "1.2.3.04:1", ":1", "1:2:3"] {
            #expect(ListenAddress(argument: refused) == nil, "\(refused)")
        }
        for open in ["0.0.0.0:9464", "192.168.1.2:9464"] {
            #expect(ListenAddress(argument: open).map { !$0.isLoopback && $0.description == open } == true)
            // Without a name that others may address it by.
            let bench = try GatewayHarness()
            #expect(await bench.run("metrics", "--listen", open).status == .usage)
        }
    }

    @Test
    func `beyond loopback it accepts IP addresses and the names that were given`() throws {
        let open = MetricsServer(address: try #require(ListenAddress(argument: "0.0.0.0:0")), hosts: ["Metrics"]) { "" }
        for accepted in ["metrics:9464", "METRICS", "10.1.2.3:9464", "localhost", nil] {
            #expect(open.accepts(host: accepted), "\(accepted ?? "")")
        }
        for foreign in ["evil.example:9464", "10.1.2.3.evil.example", ""] {
            #expect(!open.accepts(host: foreign), "\(foreign)")
        }
        let local = MetricsServer(address: try #require(ListenAddress(argument: "9464"))) { "" }
        #expect(!local.accepts(host: "10.1.2.3:9464"))
        #expect(local.accepts(host: "127.0.0.1:9464"))
    }
}
