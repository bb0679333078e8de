import ArgumentParser
import Foundation
import ServiceKit
import TestSupport
import Testing
import Yams

/// compose.yaml cannot be run everywhere, so it is read and held against what there is.
@Suite("compose.yaml")
struct ComposeTests {
    private let services: [String: [String: Any]]
    private let volumes: Set<String>

    /// The block that makes the volumes the services' own.
    private static let preparation = "volumes"

    init() throws {
        let url = try SharedData.checkout().appending(path: "compose.yaml")
        let file = try Yams.load(yaml: try String(contentsOf: url, encoding: .utf8)) as? [String: Any] ?? [:]
        services = file["services"] as? [String: [String: Any]] ?? [:]
        volumes = Set((file["volumes"] as? [String: Any] ?? [:]).keys)
    }

    /// The executables of the suite, by the folders of their mains.
    private func executables() throws -> Set<String> {
        let folder = try SharedData.checkout().appending(path: "Sources/Services")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/Main").path) }
        return Set(names.map(kebab))
    }

    /// `PlaybackState` as `playback-state`.
    private func kebab(_ name: String) -> String {
        name.enumerated().map { index, letter in
            index > 0 && letter.isUppercase ? "-\(letter.lowercased())" : letter.lowercased()
        }.joined()
    }

    @Test("there is one block for each service, and none for anything else")
    func blocks() throws {
        let blocks = Set(services.keys).subtracting([Self.preparation])
        #expect(blocks == (try executables()))
        #expect(blocks.isSubset(of: ServiceSettings.knownServices))
        #expect(!blocks.isEmpty)
    }

    @Test("each block runs its own service and asks after its health")
    func commands() {
        for (name, block) in services where name != Self.preparation {
            #expect(block["command"] as? [String] == [name])
            let health = block["healthcheck"] as? [String: Any]
            #expect(health?["test"] as? [String] == ["CMD", "hearth", "status", name])
            #expect(block["stop_grace_period"] as? String == "30s")
        }
    }

    @Test("each block shares sockets and data, opens no port, and is no root with a writable root")
    func surroundings() throws {
        for (name, block) in services where name != Self.preparation {
            let mounts = (block["volumes"] as? [String] ?? []).map { $0.split(separator: ":").map(String.init) }
            #expect(mounts.contains { $0.first == "run" && $0.dropFirst().first == "/run/hearth" }, "\(name)")
            #expect(mounts.contains { $0.first == "data" && $0.dropFirst().first == "/var/lib/hearth" }, "\(name)")
            let named = Set(mounts.compactMap(\.first).filter { !$0.hasPrefix(".") })
            #expect(named.isSubset(of: volumes), "\(name)")
            #expect(block["ports"] == nil, "\(name)")
            #expect(block["read_only"] as? Bool == true, "\(name)")
            #expect((block["user"] as? String)?.hasPrefix("0") == false, "\(name)")
        }
    }

    @Test("the variables are settings, and their values are taken")
    func variables() throws {
        for (name, block) in services where name != Self.preparation {
            let variables = (block["environment"] as? [String: String] ?? [:]).filter { $0.key.hasPrefix("HEARTH_") }
            #expect(!variables.isEmpty, "\(name)")
            let known = Set(
                StandardSettings.names.map { "HEARTH_" + $0.uppercased().replacing("-", with: "_") })
            #expect(Set(variables.keys).isSubset(of: known), "\(name)")
            let settings = try ServiceSettings(
                options: try ServiceOptions.parse([]),
                environment: variables.merging(["HOME": "/"]) { first, _ in first },
                service: name)
            #expect(settings.data.value == "/var/lib/hearth")
            #expect(settings.run.value == "/run/hearth")
        }
    }

    @Test("the image holds every executable")
    func image() throws {
        let url = try SharedData.checkout().appending(path: "deploy/Dockerfile")
        let text = try String(contentsOf: url, encoding: .utf8)
        let installed = text.split(separator: "\n").first { $0.contains("install -s") } ?? ""
        for name in try executables().union(["hearth"]) { #expect(installed.contains(" \(name) "), "\(name)") }
    }
}
