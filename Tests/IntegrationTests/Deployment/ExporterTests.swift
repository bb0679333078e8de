import Cluster
import Foundation
import Glibc
import RPC
import ServiceKit
import Subprocess
import Synchronization
import TestSupport
import Testing

/// The unit and the block of `hearth metrics`: held against those of the services, and run.
@Suite(.tags(.integration))
struct ExporterTests {
    /// The process of a command that runs beside the test.
    private final class StartedProcess: Sendable {
        let process = Mutex<RunningProcess?>(nil)
    }

    private static let unitPath = "\(UnitRules.folder)/hearth-metrics.service"

    @Test
    func `the unit differs from a service's only in what an exporter needs`() throws {
        let suite = try DeployedSuite()
        let unit = UnitFile(try suite.text(Self.unitPath))
        let service = UnitFile(try suite.text(UnitRules.template))
        // Its own values, and those that it has not.
        let own: [String: [String]] = [
            "Unit.Description": ["Metrics of Hearth"], "Service.Type": ["exec"],
            "Service.ExecStart": [
                "\(UnitRules.executables)/hearth metrics --listen ${METRICS_LISTEN} --host ${METRICS_HOST}"
            ],
            "Service.Environment": [
                "HEARTH_DATA=/var/lib/hearth HEARTH_RUN=/run/hearth METRICS_LISTEN=127.0.0.1:9464 METRICS_HOST=localhost"
            ],
            "Service.EnvironmentFile": ["-/etc/hearth/metrics.env"],
            "Service.MemoryMax": ["256M"], "Service.TasksMax": ["64"], "Service.LimitNOFILE": ["1024"],
            "Service.IPAddressAllow": ["localhost"], "Service.RestrictAddressFamilies": ["AF_UNIX AF_INET"],
            "Service.TimeoutStartSec": [], "Service.TimeoutStopSec": [], "Service.WatchdogSec": [],
            "Service.PrivateNetwork": [],
        ]
        let keys = Set((unit.assignments + service.assignments).map { "\($0.section).\($0.key)" })
        for key in keys.sorted() {
            let parts = key.split(separator: ".").map(String.init)
            #expect(unit.values(parts[0], parts[1]) == own[key] ?? service.values(parts[0], parts[1]), "\(key)")
        }
        let conffile = try suite.text("deploy/debian/metrics.env")
        for variable in unit.variables.keys where variable.hasPrefix("METRICS_") {
            #expect(conffile.contains("#   \(variable)="), "\(variable)")
        }
    }

    @Test(arguments: ["hearth-metrics.service", "hearth-health@catalog.service"])
    func `systemd takes the units that are no service's, and finds them hardened`(unit: String) async throws {
        let suite = try DeployedSuite()
        let directory = try TemporaryDirectory()
        let manager = FileManager.default
        try directory.directory("etc/systemd")
        try manager.copyItem(
            atPath: suite.checkout.appending(path: UnitRules.folder).path, toPath: directory.path("etc/systemd/system"))
        try directory.directory("lib/systemd")
        try manager.copyItem(atPath: "/lib/systemd/system", toPath: directory.path("lib/systemd/system"))
        let programs = try directory.directory(String(UnitRules.executables.dropFirst()))
        for program in ["hearth", "catalog"] {
            try manager.copyItem(atPath: "/usr/bin/true", toPath: "\(programs)/\(program)")
        }
        for words in [
            ["verify", "--root=\(directory.path)", unit],
            // The threshold is in tenths.
            ["security", "--offline=true", "--threshold=15", "--root=\(directory.path)", unit],
        ] {
            let result = try await Subprocess.run(
                .name("systemd-analyze"), arguments: Arguments(words), output: .string(limit: 1 << 20),
                error: .combinedWithOutput)
            #expect(result.terminationStatus == .exited(0), "\(result.standardOutput)")
        }
    }

    /// The exporter's command of a deployment, with its port and its paths here.
    private static func command(
        _ source: DeploymentRunTests.Source, port: UInt16, _ cluster: RealCluster
    ) throws -> DeployedCommand {
        let suite = try DeployedSuite()
        var command: DeployedCommand
        switch source {
        case .systemd:
            let unit = UnitFile(try suite.text(unitPath))
            command = DeployedCommand(unit: unit, service: DeployedSuite.exporter)
            command.words = command.words.map { word in
                word.hasPrefix("${") ? unit.variables[String(word.dropFirst(2).dropLast())] ?? "" : word
            }
        case .compose:
            let blocks = try ComposeRules.load(suite)["services"] as? [String: [String: Any]] ?? [:]
            command = DeployedCommand(
                block: blocks[DeployedSuite.exporter] ?? [:], service: DeployedSuite.exporter,
                image: ImageFacts(try suite.text(ImageFacts.path)))
        }
        let from = "\(KubernetesRules.exporterPort)"
        command.words = command.words.map {
            $0.replacing(from, with: "\(port)").replacing("0.0.0.0", with: "127.0.0.1")
        }
        command.health = command.health?.map { $0.replacing(from, with: "\(port)") }
        return command.moved([
            ("/var/lib/hearth", cluster.data), ("/run/hearth", cluster.run),
            (UnitRules.executables, cluster.executables),
        ])
    }

    @Test(arguments: DeploymentRunTests.Source.allCases)
    func `it serves before a service runs, then the services' metrics, and ends well`(
        source: DeploymentRunTests.Source
    ) async throws {
        try await RealCluster.with { cluster in
            let fixture = try DeploymentFixture(source, cluster)
            let port = try FreePorts.make(1)[0]
            let command = try Self.command(source, port: port, cluster)
            let started = StartedProcess()
            async let end = fixture.run(command) { process in started.process.withLock { $0 = process } }
            try await cluster.until("the exporter is well: \(fixture.log)") {
                try await ExporterProbe.page("/healthz", port: port).contains("200 OK")
            }
            let ends = try await fixture.running(["profiles"]) {
                try await cluster.until("profiles is there: \(fixture.log)") {
                    try await ExporterProbe.page("/metrics", port: port).contains("hearth_up{service=\"profiles\"} 1")
                }
                if let health = command.health { #expect(try await ExporterProbe.succeeds(health)) }
            }
            #expect(ends == ["profiles": .exited(0)], "\(fixture.log)")
            started.process.withLock { $0 }?.send(SIGTERM)
            #expect(await end == .exited(0), "\(fixture.log)")
        }
    }
}
