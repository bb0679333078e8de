import Foundation
import ServiceKit
import TestSupport
import Testing

@testable import Cluster

struct PlanRequestTests {
    private static let plan = ClusterPlan(
        services: ["catalog"], executables: "/bin", dataDirectory: "/data", runDirectory: "/run",
        arguments: ["--log-level", "debug"], drain: .seconds(1))

    @Test
    func `a request carries settings of the environment, and no secrets or directories`() throws {
        let directory = try TemporaryDirectory()
        let paths = ServicePaths(runDirectory: directory.path)
        let variables = [
            "HEARTH_OPEN_CALLS": "9", "HEARTH_LISTEN": "", "HEARTH_TMDB_KEY": "secret", "HEARTH_TOKEN": "secret",
            "HEARTH_DATA": "/other", "PATH": "/bin",
        ]
        let request = PlanRequest(id: "1", Self.plan, environment: variables)
        #expect(request.environment == ["HEARTH_OPEN_CALLS": "9"])
        try request.write(to: paths)
        #expect(PlanRequest.read(at: paths) == request)
        var other = Self.plan
        (other.services, other.arguments) = (["profiles"], [])
        #expect(request.applied(to: other) == Self.plan)
        PlanRequest.remove(from: paths)
        #expect(PlanRequest.read(at: paths) == nil)
    }

    @Test
    func `a changed setting, key file or executable is noticed, and an equal one is not`() throws {
        let directory = try TemporaryDirectory()
        let executable = try directory.write("first", to: "catalog")
        let key = try directory.write("key", to: "key")
        let file = try directory.write("catalog:\n  source-hosts: [nas]\n", to: "hearth.yaml")
        func command(_ service: String, _ environment: [String: String] = [:]) -> ServiceCommand {
            ServiceCommand(
                service: service, executable: executable, arguments: ["--config", file, "--die-with-parent"],
                environment: environment)
        }
        let started = StartedConfiguration(environment: ["HOME": directory.path, "HEARTH_TMDB_KEY_FILE": key])
        for service in ["catalog", "metadata-gateway"] { started.note(command(service)) }
        #expect(!started.isOutdated(command("catalog")))
        #expect(!started.isOutdated(command("catalog", ["HEARTH_OPEN_CALLS": ""])))
        #expect(started.isOutdated(command("catalog", ["HEARTH_OPEN_CALLS": "9"])))
        // Of another service.
        try directory.write("catalog:\n  source-hosts: [nas]\ndownloads:\n  download-floor-mb: 5\n", to: "hearth.yaml")
        #expect(!started.isOutdated(command("catalog")))
        try directory.write("catalog:\n  source-hosts: [nas, box]\n", to: "hearth.yaml")
        #expect(started.isOutdated(command("catalog")) && !started.isOutdated(command("metadata-gateway")))
        try directory.write("another key", to: "key")
        #expect(started.isOutdated(command("metadata-gateway")))
        started.note(command("catalog"))
        #expect(!started.isOutdated(command("catalog")))
        try directory.write("second one", to: "catalog")
        #expect(started.isOutdated(command("catalog")))
        // What cannot be read restarts nothing.
        try directory.write("catalog: [\n", to: "hearth.yaml")
        #expect(!started.isOutdated(command("catalog")))
    }
}
