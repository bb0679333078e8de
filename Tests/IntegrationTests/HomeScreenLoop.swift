import Cluster
import Foundation
import GatewayCommands
import RPC
import RPCZeroMQ
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// Runs `hearth home` every 50 ms in one process with one set of clients, as a screen that is open does.
final class HomeScreenLoop: Sendable {
    /// One call.
    struct Call: Sendable {
        let took: Duration
        let status: ServiceKit.ExitStatus
        let output: String
        let error: String

        /// The services that were named as missing.
        var missing: [String] {
            let object = try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            let parts = object?["missing"] as? [[String: Any]] ?? []
            return parts.compactMap { $0["service"] as? String }
        }

        /// The rows, without what passes with time.
        var rows: [String] {
            let object = try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            return (object?["sections"] as? [[String: Any]] ?? []).flatMap { section in
                (section["items"] as? [[String: Any]] ?? []).map {
                    "\(section["name"] ?? "") \($0["id"] ?? "") \($0["title"] ?? "no title")"
                }
            }
        }

        var isWhole: Bool { status == .success && missing.isEmpty }
    }

    /// What a call has written.
    private final class Written: Sendable {
        private let text = Mutex((out: "", error: ""))

        var out: String { text.withLock { $0.out } }
        var error: String { text.withLock { $0.error } }
        func add(_ more: String, isError: Bool) {
            text.withLock { if isError { $0.error += more } else { $0.out += more } }
        }
    }

    private let cluster: RealCluster
    private let clients: SocketServiceClients
    private let calls = Mutex<[Call]>([])
    private let hasEnded = Mutex(false)

    private static let pause = Duration.milliseconds(50)

    private init(_ cluster: RealCluster, _ clients: SocketServiceClients) {
        (self.cluster, self.clients) = (cluster, clients)
    }

    /// Runs `body` beside the calls, and returns all of them.
    static func run(
        on cluster: RealCluster, beside body: @Sendable () async throws -> Void
    ) async throws -> [Call] {
        let node = try ZeroMQNode.start(name: "home-screen")
        let clients = SocketServiceClients(
            runDirectory: cluster.run, name: "hearth", node: node, runtime: SystemRuntime.shared)
        let loop = HomeScreenLoop(cluster, clients)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await loop.call() }
                defer { loop.hasEnded.withLock { $0 = true } }
                try await loop.next(3)
                try await body()
                try await loop.next(3)
            }
        } catch {
            await node.shutDown()
            throw error
        }
        await node.shutDown()
        return loop.calls.withLock { $0 }
    }

    /// Begins a call every 50 ms, whether the ones before it have ended or not.
    private func call() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            while !hasEnded.withLock({ $0 }) {
                group.addTask { await self.callOnce() }
                try await SystemRuntime.shared.sleep(for: Self.pause)
            }
            try await group.waitForAll()
        }
    }

    private func callOnce() async {
        let text = Written()
        let output = Output(isTerminal: false, isErrorTerminal: false, width: 100, hasColours: false) {
            text.add($1, isError: $0 == .error)
        }
        let clients = clients
        let environment = GatewayEnvironment(
            variables: [
                "HOME": cluster.directory.path, "XDG_CONFIG_HOME": cluster.directory.path, "HEARTH_RUN": cluster.run,
                "HEARTH_DATA": cluster.data,
            ], output: output, runtime: SystemRuntime.shared, executables: cluster.executables,
            launcher: SubprocessLauncher(), timeZone: .gmt
        ) { _, _ in clients }
        let start = SystemRuntime.shared.now
        let status = await Hearth.run(["home", "--json", "--timeout", "30"], in: environment)
        let took = start.duration(to: SystemRuntime.shared.now)
        calls.withLock {
            $0.append(Call(took: took, status: status, output: text.out, error: text.error))
        }
    }

    /// Waits for the ends of this many further calls.
    private func next(_ count: Int) async throws {
        let end = calls.withLock { $0.count } + count
        try await cluster.until("home screens come") { self.calls.withLock { $0.count } >= end }
    }
}
