public import Foundation

/// Runs the modules of `Tests/PythonClient` and `Tests/Oracles` while the test goes on.
public enum PythonProcess {
    /// Why there is no result.
    public struct Failed: Error, CustomStringConvertible {
        public let description: String
    }

    /// How long a module may run, in seconds: far more than it does on a busy machine. It is ended then, so that a
    /// test that hangs says where.
    private static let patience = 600.0

    /// The folder that has `protocols/`.
    ///
    /// - Throws: ``Failed`` when there is none.
    public static func checkout() throws -> URL {
        var folder = URL(fileURLWithPath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("protocols/README.md").path) {
                return folder
            }
        }
        throw Failed(description: "no folder around \(#filePath) has protocols/README.md")
    }

    /// Runs a module and returns what it printed.
    ///
    /// - Throws: ``Failed`` with its output when it does not end well.
    public static func run(_ module: String, _ arguments: [String], scratch: URL) async throws -> String {
        let root = try checkout()
        let environment = ProcessInfo.processInfo.environment
        let interpreter = environment["HEARTH_PYTHON"] ?? root.appendingPathComponent(".venv-test/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: interpreter) else {
            throw Failed(description: "\(interpreter) is not there; run scripts/setup --tests, or set HEARTH_PYTHON")
        }
        let log = scratch.appendingPathComponent("python.log")
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        defer { try? output.close() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: interpreter)
        process.arguments = ["-X", "faulthandler", "-u", "-m", module] + arguments
        let modules = ["Tests/PythonClient", "Tests/Oracles"].map { root.appendingPathComponent($0).path }
        process.environment = environment.merging(
            ["PYTHONPATH": modules.joined(separator: ":"), "PATIENCE": "\(patience)"]
        ) { _, new in new }
        (process.standardOutput, process.standardError) = (output, output)
        let status = try await end(of: process)
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        guard status == 0 else { throw Failed(description: "\(module) ended with \(status):\n\(text)") }
        return text
    }

    private static func end(of process: Process) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
