import Foundation
import Synchronization
import Testing

/// Runs the modules of `Tests/PythonClient` while the test goes on.
enum PythonProcess {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// How long a module may run, in seconds; it is ended then, so that a test that hangs says where.
    private static let patience = 120.0

    /// The folder that has `protocols/`.
    static func checkout() throws -> URL {
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
    static func run(_ module: String, _ arguments: [String], scratch: URL) async throws -> String {
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
        process.environment = environment.merging(
            ["PYTHONPATH": root.appendingPathComponent("Tests/PythonClient").path, "PATIENCE": "\(patience)"]
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
