import Foundation
import ServiceKit
import TestSupport
import Testing

struct ConfigCommandTests {
    @Test
    func `every service's own settings are shown with where they come from, and secrets are not shown`() async throws {
        let bench = try GatewayHarness(up: [])
        let file = try bench.directory.write(
            "catalog:\n  source-hosts: [nas.lan, box]\n  log-level: debug\nmetadata-gateway:\n  tmdb-key: canary\n",
            to: "hearth.yaml")
        let outcome = await bench.run("config", "--config", file, variables: ["HEARTH_DOWNLOAD_FLOOR_MB": "5"])
        let rows = outcome.out.split(separator: "\n").map(String.init)
        #expect(
            rows.contains { $0.hasPrefix("catalog.source-hosts") && $0.contains("nas.lan, box") && $0.contains(file) })
        #expect(rows.contains { $0.hasPrefix("catalog.log-level") && $0.contains("debug") })
        #expect(
            rows.contains { $0.hasPrefix("downloads.download-floor-mb") && $0.contains("HEARTH_DOWNLOAD_FLOOR_MB") })
        #expect(
            rows.contains {
                $0.hasPrefix("downloads.download-quota-mb") && $0.contains("10000") && $0.contains("default")
            })
        #expect(rows.contains { $0.hasPrefix("metadata-gateway.tmdb-key ") && $0.contains("(secret)") })
        #expect(!outcome.out.contains("canary"))
        let one = await bench.run("config", "--config", file, "--service", "metadata-gateway")
        #expect(one.out.contains("tmdb-key-file") && !one.out.contains("source-hosts") && !one.out.contains("canary"))
    }

    @Test
    func `the sample is a file of comments, and in force each of its settings is right`() async throws {
        let bench = try GatewayHarness(up: [])
        // Also where the configuration is broken.
        let broken = try bench.directory.write("data: [\n", to: "broken.yaml")
        let sample = await bench.run("config", "--sample", "--config", broken).out
        #expect(sample.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
        let settings = sample.split(separator: "\n").filter { !$0.hasPrefix("##") }.map { $0.dropFirst() }
            .joined(separator: "\n")
        let file = try bench.directory.write(settings, to: "hearth.yaml")
        for service in ServiceSettings.knownServices {
            let effective = try ServiceSettings.effective(
                arguments: ["--config", file], environment: ["HOME": "/"], service: service)
            #expect(effective.contains { $0.name == "data" && $0.value == "/srv/hearth" }, "\(service)")
        }
        let plain = try bench.directory.write(sample, to: "plain.yaml")
        #expect(await bench.run("config", "--config", plain).status == .success)
    }

    @Test
    func `the committed schema is what the settings are`() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let committed = try String(contentsOf: root.appending(path: "deploy/hearth.schema.json"), encoding: .utf8)
        let written = try await GatewayHarness(up: []).run("config", "--schema").out
        #expect(committed == written, "to mend: hearth config --schema > deploy/hearth.schema.json")
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        let expected = CommonSettings.names.union(ServiceSettings.clusterSettings).union(ServiceSettings.knownServices)
        #expect(Set(properties.keys) == expected)
        #expect(schema["additionalProperties"] as? Bool == false)
    }
}
