import Foundation
import ServiceKit
import TestSupport
import Testing

/// A process that can put sockets into the directory that a command calls through is told what was meant for a service.
struct RunDirectoryTests {
    @Test(arguments: [0o755, 0o770, 0o701])
    func `one that others may enter is not used`(mode: Int) async throws {
        let bench = try GatewayHarness()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: bench.directory.path("run"))
        let outcome = await bench.run("search", "x")
        #expect(outcome.status == .notPermitted)
        #expect(outcome.err.contains("chmod 700"))
        #expect(bench.profiles.sessions == 0)
        #expect(bench.catalog.tokens.isEmpty)
    }

    @Test(arguments: [["search", "x"], ["status"], ["source", "list"]])
    func `a link is not followed`(arguments: [String]) async throws {
        let bench = try GatewayHarness()
        let link = bench.directory.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bench.directory.path("run"))
        let outcome = await bench.run(list: arguments, variables: ["HEARTH_RUN": link])
        #expect(outcome.status == .notPermitted)
        #expect(outcome.err.contains("it is a link"))
        #expect(bench.catalog.tokens.isEmpty)
    }

    @Test
    func `one that is not there is none that others could use`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("search", "x", variables: ["HEARTH_RUN": bench.directory.path("none")])
        #expect(outcome.status == .unavailable)
        #expect(outcome.err.contains("hearth up"))
    }
}
