import EchoControl
import Foundation

/// How soon the suite's real services answer after a kill: each is killed (SIGKILL) and restarted on its data
/// repeatedly, while a client waits for it.
struct ServiceStarts {
    /// The directory of the services' executables.
    let executables: String
    /// The client program.
    let caller: String
    let folder: String
    let rounds: Int

    private static let services = [
        "catalog", "profiles", "playback-state", "reading-list", "scheduler", "metadata-gateway", "downloads",
    ]

    /// Measures and prints the figures.
    func run() throws {
        print(
            """
            Each service is killed (SIGKILL) and started again, \(rounds) times each. The aim is a p50.

            | ms: p50, p99 | exec to first answer (250) |
            | --- | --- |
            """)
        for service in Self.services {
            let times = try measure(service)
            print("| \(service) | \(String(format: "%.1f, %.1f", times.median * 1000, times.late * 1000)) |")
        }
    }

    private func measure(_ service: String) throws -> [Double] {
        let (data, run) = ("\(folder)/\(service)-data", "\(folder)/\(service)-run")
        for directory in [data, run] {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        func start() throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "\(executables)/\(service)")
            process.arguments = ["--data", data, "--run", run, "--log-level", "error"]
            try process.run()
            return process
        }
        var server = try start()
        defer { server.terminate() }
        let endpoint = "ipc://\(run)/\(service).sock"
        let client = try EchoProcess(caller, ["restarts", endpoint, "--ping"])
        guard try client.readLine() == "ready" else { throw EchoFailure(reason: "the client is not ready") }
        var times: [Double] = []
        for _ in 0..<rounds {
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
            try client.request("wait")
            let started = ProcessClock.nowNanoseconds
            server = try start()
            times.append(try client.end(since: started))
        }
        try client.stop()
        return times
    }
}
