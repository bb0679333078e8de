import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The dashboard and the alert rules: they name metrics that exist, and promtool accepts and runs them.
@Suite(.tags(.integration))
struct MetricsFileTests {
    private static let dashboard = "deploy/grafana/hearth.json"
    private static let rules = "deploy/prometheus/hearth.rules.yml"

    /// The names of metrics in a text, without the suffixes of histograms and summaries.
    private static func names(in text: String) -> Set<String> {
        Set(
            text.matches(of: /\b(?:hearth|process)_[a-z_]+/).map { match in
                String(match.output).replacing(/_(?:bucket|sum|count)$/, with: "")
            })
    }

    @Test
    func `dashboard and rules name only metrics that a household has`() async throws {
        let suite = try DeployedSuite()
        try await RealCluster.with { cluster in
            let list = suite.checkout.appending(path: "examples-data/demo/channels.m3u")
            let body = [UInt8](try Data(contentsOf: list))
            let server = try ScriptedServer { try $1.respond(200, ["Content-Type": "audio/x-mpegurl"], body) }
            try await cluster.up(variables: ["HEARTH_SOURCE_HOSTS": "127.0.0.1:\(server.port)"])
            // Writes, so that every shard's histogram has values; a file, and a source that is refreshed.
            try await cluster.hearth("import", list.path)
            try await cluster.hearth("source", "add", "http://127.0.0.1:\(server.port)/list.m3u", "--every", "12h")
            var text = ""
            try await cluster.until("events are applied, and the source is imported") {
                text = try await cluster.hearth("metrics").out
                return text.contains("hearth_outbox_lag_seconds{") && text.contains("hearth_import_interval_seconds{")
            }
            let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map {
                $0.split(separator: " ")[2]
            }
            #expect(types.count == Set(types).count, "a metric is announced twice: \(types)")
            // These appear with the first rejected call, and the first that fails.
            let later: Set = [
                "hearth_rpc_refusals_total", "hearth_rpc_failures_total", "hearth_shard_refused_writes_total",
            ]
            let known = Set(types.map(String.init)).union(later)
            for path in [Self.dashboard, Self.rules] {
                let used = Self.names(in: try suite.text(path))
                #expect(used.count > 8)
                #expect(used.subtracting(known) == [], "\(path)")
                // A name that is misspelt is found.
                for name in used {
                    let text = try suite.text(path).replacing(name, with: name + "_x")
                    #expect(!Self.names(in: text).subtracting(known).isEmpty, "\(path), \(name)")
                }
            }
            // What is there is in the dashboard, so that it does not stay behind.
            #expect(known.subtracting(Self.names(in: try suite.text(Self.dashboard))) == [])
        }
    }

    @Test
    func `every metric of operations.md is in the dashboard`() throws {
        let suite = try DeployedSuite()
        let page = try suite.text("docs/operations.md")
        let section = try #require(
            page.components(separatedBy: "### Metrics").last?.components(separatedBy: "\n## ").first)
        let shown = Self.names(in: try suite.text(Self.dashboard))
        #expect(Self.names(in: section).subtracting(shown) == [])
    }

    @Test
    func `the dashboard is JSON with a title and an expression in each panel`() throws {
        let data = Data(try DeployedSuite().text(Self.dashboard).utf8)
        let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(root["panels"] as? [[String: Any]])
        #expect(panels.count > 10)
        var ids: Set<Int> = []
        for panel in panels where panel["type"] as? String != "row" {
            let targets = panel["targets"] as? [[String: Any]] ?? []
            #expect(panel["title"] is String && !targets.isEmpty, "\(panel["id"] ?? "")")
            #expect(targets.allSatisfy { ($0["expr"] as? String)?.isEmpty == false })
            #expect(ids.insert(panel["id"] as? Int ?? 0).inserted)
        }
    }

    @Test(arguments: [
        ["check", "rules", "deploy/prometheus/hearth.rules.yml"],
        ["test", "rules", "deploy/prometheus/hearth.test.yml"],
    ])
    func `promtool accepts the rules, and each fires when it should`(words: [String]) async throws {
        let checkout = try DeployedSuite().checkout
        let promtool = checkout.appending(path: ".venv-test/bin/promtool").path
        try #require(FileManager.default.isExecutableFile(atPath: promtool), "run scripts/setup --tests")
        let result = try await Subprocess.run(
            .path(FilePath(promtool)), arguments: Arguments(words), workingDirectory: FilePath(checkout.path),
            output: .string(limit: 1 << 20), error: .combinedWithOutput)
        #expect(result.terminationStatus == .exited(0), "\(result.standardOutput)")
    }

    @Test
    func `every alert has a case in which it fires and one in which it does not`() throws {
        let suite = try DeployedSuite()
        let alerts = try suite.text(Self.rules).matches(of: /- alert: (\w+)/).map { String($0.1) }
        let cases = try suite.text("deploy/prometheus/hearth.test.yml").matches(of: /- name: (\w+) (fires|is quiet)/)
            .map { "\($0.1) \($0.2)" }
        #expect(alerts.count > 8)
        #expect(Set(cases) == Set(alerts.flatMap { ["\($0) fires", "\($0) is quiet"] }))
    }
}
