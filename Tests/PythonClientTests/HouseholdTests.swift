import Foundation
import TestSupport
import Testing

/// The proof: a foreign client gets its token, searches, meets errors and deadlines on the real executables.
@Suite struct HouseholdTests {
    private static let services = ["profiles", "catalog"]

    @Test func `a foreign client uses the real services`() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("proof-\(UUID().uuidString)")
        let run = directory.appendingPathComponent("run")
        try FileManager.default.createDirectory(
            at: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let processes = try Self.services.map { try RunningService($0, directory: directory) }
        let protocols = try PythonProcess.checkout().appendingPathComponent("protocols")
        let output: String
        do {
            output = try await PythonProcess.run(
                "hearthwire.proof", [run.path, protocols.path],
                scratch: directory)
        } catch {
            for process in processes { await process.stop() }
            let logs = processes.map { "\($0.name):\n\($0.log)" }
            Issue.record("\(error)\n\(logs.joined(separator: "\n"))")
            return
        }
        for process in processes { await process.stop() }
        #expect(output.contains("\nall ") && output.contains(" messages checked"), "\(output)")
        // The client asked the catalog to stop, and killed the other.
        #expect(processes.map(\.end) == [.killed, .exited(0)], "\(processes.map(\.log))")
    }
}

/// A service's executable, built beside the tests, as a process with data and sockets in one directory.
private final class RunningService: Sendable {
    let name: String
    private let process: Process
    private let logFile: URL
    private let ended: AsyncStream<Void>

    init(_ name: String, directory: URL) throws {
        self.name = name
        logFile = directory.appendingPathComponent("\(name).log")
        try Data().write(to: logFile)
        let log = try FileHandle(forWritingTo: logFile)
        defer { try? log.close() }
        process = Process()
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent(name)
        process.arguments = [
            "--data", directory.appendingPathComponent("data").path, "--run",
            directory.appendingPathComponent("run").path,
            "--die-with-parent",
        ]
        (process.standardOutput, process.standardError) = (log, log)
        let (ended, continuation) = AsyncStream<Void>.makeStream()
        self.ended = ended
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
    }

    /// What it has logged.
    var log: String { (try? String(decoding: Data(contentsOf: logFile), as: UTF8.self)) ?? "" }

    enum End: Equatable { case exited(Int32), killed }

    /// How it ended.
    var end: End { process.terminationReason == .exit ? .exited(process.terminationStatus) : .killed }

    /// Asks it to stop and waits until it has.
    func stop() async {
        process.terminate()
        for await _ in ended {}
    }
}
