import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import Cluster

struct ServiceArgumentsTests {
    private let directory: TemporaryDirectory
    private let arguments: ServiceArguments

    init() throws {
        directory = try TemporaryDirectory()
        arguments = ServiceArguments(service: "catalog", paths: ServicePaths(runDirectory: directory.path))
    }

    private func command(_ arguments: String...) -> ServiceCommand {
        ServiceCommand(service: "catalog", executable: "/x/catalog", arguments: arguments, environment: ["A": "b"])
    }

    @Test
    func `they take the place of those that the cluster was started with, and others stay`() throws {
        let before = command("--data", "/d", "--die-with-parent", "--config", "/old.yaml", "--log-level", "info")
        #expect(arguments.applied(to: before) == before)
        try arguments.set(["--config": "/new.yaml"])
        try arguments.set(["--household": "mill"])
        let after = arguments.applied(to: before)
        #expect(
            after.arguments == [
                "--data", "/d", "--die-with-parent", "--log-level", "info", "--config", "/new.yaml", "--household",
                "mill",
            ])
        #expect(after.environment == before.environment)
        arguments.remove()
        #expect(arguments.applied(to: before) == before)
    }
}
