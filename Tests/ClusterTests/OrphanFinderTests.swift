import Foundation
import RPC
import TestSupport
import Testing

@testable import Cluster

struct OrphanFinderTests {
    private let directory = "/tmp/leftovers-\(SystemRuntime.shared.random())"
    private let runtime = SystemRuntime.shared

    private var leftovers: OrphanFinder {
        OrphanFinder(
            plan: ClusterPlan(
                services: ["catalog"], executables: "/nowhere", dataDirectory: "\(directory)/data",
                runDirectory: "\(directory)/run", drain: .seconds(1)),
            runtime: runtime)
    }

    /// Runs `body` beside a process that looks like a service, and returns how that ended.
    ///
    /// - Parameters:
    ///   - parent: the supervisor that its environment names.
    ///   - trap: what its shell does before it waits.
    private func beside(
        arguments: [String], parent: Int32 = 1, trap: String = "",
        _ body: @escaping @Sendable (RunningProcess) async throws -> Void
    ) async throws -> ProcessTermination {
        let script = "\(trap) echo ready; while :; do read -t 1000 <> <(:); done"
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        let command = ServiceCommand(
            service: "catalog", executable: "/bin/bash",
            arguments: ["-c", "exec -a /opt/catalog bash -c '\(script)' catalog \(words)"],
            environment: ["HEARTH_PARENT": "\(parent)"])
        let (process, lines) = (Record<RunningProcess>(), Record<String>())
        return try await withThrowingTaskGroup(of: ProcessTermination?.self) { group in
            group.addTask {
                await SubprocessLauncher().run(command) { started in
                    process.add(started)
                } line: {
                    lines.add($0)
                }
            }
            group.addTask {
                _ = try await comes { lines.all == ["ready"] }
                let running = try #require(process.all.first)
                defer { running.send(9) }
                try await body(running)
                return nil
            }
            var end: ProcessTermination?
            for try await one in group { end = one ?? end }
            return try #require(end)
        }
    }

    private var own: [String] { ["--die-with-parent", "--run", "\(directory)/run"] }

    @Test(arguments: ["--run", "--data"])
    func `one that was started for these directories and lost its supervisor is found`(flag: String) async throws {
        let path = "\(directory)/\(flag.dropFirst(2))"
        _ = try await beside(arguments: ["--die-with-parent", flag, path]) { process in
            let isFound = try await comes {
                leftovers.find().map { "\($0.service) \($0.process)" } == ["catalog \(process.id)"]
            }
            #expect(isFound)
        }
    }

    @Test
    func `others are not: of other directories, started by hand, or with a supervisor that lives`() async throws {
        let supervisor = ProcessInfo.processInfo.processIdentifier
        for (arguments, parent) in [
            (["--die-with-parent", "--run", "\(directory)/other"], Int32(1)),
            (["--run", "\(directory)/run"], 1), (own, supervisor),
        ] {
            _ = try await beside(arguments: arguments, parent: parent) { _ in #expect(leftovers.find() == []) }
        }
    }

    @Test(arguments: [false, true])
    func `it ends by SIGTERM, also when it is stopped`(isStopped: Bool) async throws {
        let end = try await beside(arguments: own) { process in
            if isStopped { process.send(19) }
            #expect(await leftovers.end(leftovers.find(), within: TestTimeout.longest) == [])
        }
        #expect(end == .signalled(15))
    }

    @Test
    func `one that does not listen is killed`() async throws {
        let end = try await beside(arguments: own, trap: "trap \"\" TERM;") { _ in
            #expect(await leftovers.end(leftovers.find(), within: .milliseconds(50)) == [])
        }
        #expect(end == .signalled(9))
    }
}
