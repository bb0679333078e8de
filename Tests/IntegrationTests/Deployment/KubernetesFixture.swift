import Cluster
import Foundation
import Glibc
import RPC
import ServiceKit
import Subprocess
import Synchronization
import SystemPackage
import TestSupport

/// Runs the containers of deploy/kubernetes as processes, each pod with its volumes in folders of its own, and its addresses on
/// ports of this machine.
final class KubernetesFixture: Sendable {
    let suite: DeployedSuite
    let cluster: RealCluster
    private let ports: [String: UInt16]
    private let exporterPort: UInt16
    private let webPort: UInt16
    private let lines = Mutex<[String]>([])
    private let processes = Mutex<[String: RunningProcess]>([:])

    /// A container's command line and variables, as they are run here.
    struct Container: Sendable {
        var words: [String]
        var variables: [String: String]
        /// The command of its readiness probe; empty for one that asks over HTTP.
        var readiness: [String]
        var liveness: [String]
    }

    init(_ cluster: RealCluster) throws {
        suite = try DeployedSuite()
        self.cluster = cluster
        let names = KubernetesRules.pods(of: suite).sorted()
        let free = try FreePorts.make(names.count + 2)
        ports = Dictionary(uniqueKeysWithValues: zip(names, free))
        (exporterPort, webPort) = (free[names.count], free[names.count + 1])
    }

    /// What all containers wrote.
    var log: String { lines.withLock { $0.joined(separator: "\n") } }

    /// Where the exporter listens.
    var exporter: UInt16 { exporterPort }

    /// Where browsers are served.
    var web: UInt16 { webPort }

    /// A container of a service's pod: its own, `keys`, or the exporter.
    func container(_ name: String, of service: String) throws -> Container {
        let resources = try KubernetesRules.load(suite, service)
        let spec = resources.last?["spec"] as? [String: Any] ?? [:]
        let pod = (spec["template"] as? [String: Any])?["spec"] as? [String: Any] ?? [:]
        let all = (pod["initContainers"] as? [[String: Any]] ?? []) + (pod["containers"] as? [[String: Any]] ?? [])
        guard let found = all.first(where: { $0["name"] as? String == name }) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        let pairs = (found["env"] as? [[String: String]] ?? []).map {
            ($0["name"] ?? "", local($0["value"] ?? "", service))
        }
        func command(_ block: Any?) -> [String] {
            ((block as? [String: Any])?["command"] as? [String] ?? []).map { local($0, service) }
        }
        func probe(_ key: String) -> [String] { command((found[key] as? [String: Any])?["exec"]) }
        var variables = Dictionary(uniqueKeysWithValues: pairs)
        variables["PATH"] = "\(cluster.executables):/usr/bin:/bin"
        variables["HOME"] = cluster.directory.path
        variables["XDG_CONFIG_HOME"] = cluster.directory.path
        if variables["TMPDIR"] != nil { variables["TMPDIR"] = NSTemporaryDirectory() }
        return Container(
            words: command(found), variables: variables, readiness: probe("readinessProbe"),
            liveness: probe("livenessProbe"))
    }

    /// A text of a manifest with the pod's paths and addresses replaced by those of this machine.
    private func local(_ text: String, _ service: String) -> String {
        var text = text
        for (path, folder) in [("/var/lib/hearth", "data"), ("/run/hearth", "run"), ("/secrets", "secrets")] {
            text = text.replacing(path, with: cluster.directory.path("\(folder)-\(service)"))
        }
        for (name, port) in ports {
            text = text.replacing("tcp://\(name):\(KubernetesRules.port)", with: "tcp://127.0.0.1:\(port)")
        }
        text = text.replacing("0.0.0.0:\(KubernetesRules.port)", with: "0.0.0.0:\(ports[service] ?? 0)")
        text = text.replacing("0.0.0.0:\(KubernetesRules.webPort)", with: "127.0.0.1:\(webPort)")
        return text.replacing("0.0.0.0:\(KubernetesRules.exporterPort)", with: "127.0.0.1:\(exporterPort)")
    }

    /// Makes the keys, and the volumes of every pod as a cluster would: secrets readable by a group.
    func prepare() async throws {
        let made = cluster.directory.path("made")
        let script = suite.checkout.appending(path: "deploy/kubernetes/make-secrets").path
        let outcome = try await run(
            [script, made], ["PATH": "\(cluster.executables):/usr/bin:/bin", "HOME": cluster.directory.path])
        guard outcome.code == 0 else { throw Failed(text: outcome.err) }
        for service in KubernetesRules.pods(of: suite) {
            for folder in ["data", "run", "secrets"] { try cluster.directory.directory("\(folder)-\(service)") }
            for secret in KubernetesRules.secrets(of: service) where secret != "credentials" {
                let target = cluster.directory.path("secrets-\(service)/\(secret)")
                try FileManager.default.copyItem(atPath: "\(made)/\(service)/\(secret)", toPath: target)
                for file in try FileManager.default.contentsOfDirectory(atPath: target) {
                    guard chmod("\(target)/\(file)", 0o440) == 0 else { throw Failed(text: file) }
                }
            }
            let keys = try container("keys", of: service)
            let copied = try await run(keys.words, keys.variables)
            guard copied.code == 0 else { throw Failed(text: copied.err) }
        }
    }

    /// Something that was run failed.
    struct Failed: Error { let text: String }

    /// Runs a command to its end.
    func run(_ words: [String], _ variables: [String: String]) async throws -> RealCluster.Outcome {
        let own = "\(cluster.executables)/\(words[0])"
        let isOwn = !words[0].hasPrefix("/") && FileManager.default.isExecutableFile(atPath: own)
        let pairs = variables.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
        let result = try await Subprocess.run(
            isOwn || words[0].hasPrefix("/") ? .path(FilePath(isOwn ? own : words[0])) : .name(words[0]),
            arguments: Arguments(Array(words.dropFirst())),
            environment: .custom(Dictionary(uniqueKeysWithValues: pairs)),
            output: .string(limit: 4 << 20), error: .string(limit: 4 << 20))
        var code: Int32 = -1
        if case .exited(let exit) = result.terminationStatus { code = exit }
        return RealCluster.Outcome(code: code, out: result.standardOutput, err: result.standardError)
    }

    /// Starts containers in this order, runs `body`, stops them in the same order, and returns how each ended.
    func running(
        _ containers: [(name: String, container: Container)], _ body: () async throws -> Void
    ) async throws -> [String: ProcessTermination] {
        try await withThrowingTaskGroup(of: (String, ProcessTermination).self) { group in
            for (name, container) in containers {
                let command = ServiceCommand(
                    service: name, executable: "\(cluster.executables)/\(container.words[0])",
                    arguments: Array(container.words.dropFirst()))
                let launcher = SubprocessLauncher(environment: container.variables)
                group.addTask { [self] in
                    let end = await launcher.run(command) { [self] process in
                        processes.withLock { $0[name] = process }
                    } line: { [self] line in
                        lines.withLock { $0.append("\(name): \(line)") }
                    }
                    return (name, end)
                }
            }
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            for (name, _) in containers { processes.withLock { $0[name] }?.send(SIGTERM) }
            var ends: [String: ProcessTermination] = [:]
            for try await (name, end) in group { ends[name] = end }
            try result.get()
            return ends
        }
    }
}

/// Ports without a listener just now.
enum FreePorts {
    static func make(_ count: Int) throws -> [UInt16] {
        // All are held until all are known, so that no two are the same.
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        return try (0..<count).map { _ in
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            files.append(file)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0
                }
            }
            guard isBound else { throw CocoaError(.fileWriteUnknown) }
            return UInt16(bigEndian: address.sin_port)
        }
    }
}
