import Cluster
import Foundation
import RPC
import ServiceKit
import Subprocess
import SystemPackage
import TestSupport
import Testing

extension Tag {
    /// Runs the real executables.
    @Tag static var integration: Self
}

/// The real executables, with directories of their own. They are found beside the tests, or in `HEARTH_EXECUTABLES`: a directory
/// in which some are of another build.
final class RealCluster: Sendable {
    let directory: TemporaryDirectory
    let executables: String

    /// How long a command may take; far more than it does on a busy machine.
    private static let patience = "120"
    private static let outputLimitBytes = 4 << 20

    /// What a command came to.
    struct Outcome: Sendable {
        var code: Int32
        var out: String
        var err: String

        /// The last line of results as JSON.
        func json() throws -> [String: Any] {
            let last = out.split(separator: "\n").last.map(String.init) ?? "{}"
            return try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any] ?? [:]
        }
    }

    private init(upgradable: Bool = false) throws {
        directory = try TemporaryDirectory()
        let built =
            ProcessInfo.processInfo.environment["HEARTH_EXECUTABLES"]
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
        for name in ["hearth", "profiles", "catalog"] {
            let path = "\(built)/\(name)"
            guard FileManager.default.isExecutableFile(atPath: path) else { throw CocoaError(.fileNoSuchFile) }
        }
        executables = upgradable ? directory.path("bin") : built
        guard upgradable else { return }
        try directory.directory("bin")
        try FileManager.default.copyItem(atPath: "\(built)/hearth", toPath: "\(executables)/hearth")
        for service in ServiceSettings.knownServices {
            try Self.write("#!/bin/sh\nexec \(built)/\(service) \"$@\"\n", to: "\(executables)/\(service)")
        }
    }

    private static func write(_ program: String, to path: String) throws {
        try Data(program.utf8).write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Puts another file in the place of a service's executable, by renaming as an upgrade does. Only of an upgradable cluster.
    func upgrade(_ service: String) throws {
        let path = "\(executables)/\(service)"
        let program = try String(contentsOfFile: path, encoding: .utf8)
        try Self.write(program + "# upgraded\n", to: path)
    }

    /// Runs `body` with directories of its own; whatever still runs in them afterwards is stopped.
    ///
    /// - Parameter upgradable: whether its executables are its own, see ``upgrade(_:)``.
    static func with(upgradable: Bool = false, _ body: (RealCluster) async throws -> Void) async throws {
        let cluster = try RealCluster(upgradable: upgradable)
        do {
            try await body(cluster)
            _ = try await cluster.hearth("down")
        } catch {
            _ = try await cluster.hearth("down")
            throw error
        }
    }

    var run: String { directory.path("run") }
    var data: String { directory.path("data") }
    var paths: ServicePaths { ServicePaths(runDirectory: run) }

    /// Runs a `hearth` command.
    @discardableResult
    func hearth(_ arguments: String..., variables: [String: String] = [:]) async throws -> Outcome {
        let patience = arguments.contains("--timeout") ? [] : ["--timeout", Self.patience]
        return try await execute("hearth", arguments + patience, variables: variables)
    }

    /// Starts the cluster in the background, and fails the test when it does not come up.
    func up(_ arguments: String..., variables: [String: String] = [:]) async throws {
        let outcome = try await execute(
            "hearth", ["up", "--detach", "--timeout", Self.patience] + arguments, variables: variables)
        try #require(outcome.code == 0, "\(outcome.out)\(outcome.err)\(log)")
    }

    /// Runs an executable to its end.
    func execute(_ name: String, _ arguments: [String], variables: [String: String] = [:]) async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(FilePath("\(executables)/\(name)")), arguments: Arguments(arguments),
            environment: environment(variables),
            output: .string(limit: Self.outputLimitBytes), error: .string(limit: Self.outputLimitBytes))
        var code: Int32 = -1
        if case .exited(let exit) = result.terminationStatus { code = exit }
        return Outcome(code: code, out: result.standardOutput, err: result.standardError)
    }

    /// Runs a service by itself, and returns how it ended.
    func runService(_ name: String, _ arguments: [String] = []) async -> ProcessTermination {
        await SubprocessLauncher().run(
            ServiceCommand(
                service: name, executable: "\(executables)/\(name)",
                arguments: ["--data", data, "--run", run] + arguments)
        ) { _ in
        } line: { _ in
        }
    }

    /// The part of a cluster's configuration that gives a service its settings.
    static func configuration(of service: String, _ settings: [String: String]) -> String {
        let lines = settings.sorted { $0.key < $1.key }.map { "  \($0.key): \"\($0.value)\"\n" }
        return "\(service):\n" + lines.joined()
    }

    private func environment(_ variables: [String: String]) -> Environment {
        var all = ["HEARTH_DATA": data, "HEARTH_RUN": run, "HOME": directory.path, "XDG_CONFIG_HOME": directory.path]
        // Others run at the same time.
        all["HEARTH_WEB_LISTEN"] = "127.0.0.1:0"
        all.merge(variables) { _, new in new }
        return .inherit.updating(
            Dictionary(uniqueKeysWithValues: all.map { (Environment.Key(stringLiteral: $0.key), Optional($0.value)) }))
    }

    /// What the cluster in the background wrote.
    var log: String { (try? String(contentsOfFile: paths.clusterLog, encoding: .utf8)) ?? "" }

    /// A service's process, as it says itself.
    func process(of service: String) throws -> Int32 {
        try #require(ServiceRegistration.read(at: paths.notice(of: service))?.processID, "\(service) has no notice")
    }

    /// Looks until something is so; fails the test when it is not after a long while.
    func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
        let isDone = try await comes(isSo)
        try #require(isDone, "not within \(TestTimeout.longest): \(what)\n\(log)")
    }

    /// Whether a process is there.
    static func isAlive(_ process: Int32) -> Bool { FileManager.default.fileExists(atPath: "/proc/\(process)/fd") }
}
