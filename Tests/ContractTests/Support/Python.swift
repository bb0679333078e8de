import Foundation

/// Runs the Python modules of `Tests/PythonClient`.
enum Python {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// The interpreter with cbor2, pyzmq and pycddl: `HEARTH_PYTHON`, else that of `.venv-test` in the checkout.
    static func interpreter() throws -> URL {
        let path =
            try ProcessInfo.processInfo.environment["HEARTH_PYTHON"]
            ?? Checkout.root().appendingPathComponent(".venv-test/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Failed(description: "\(path) is not there; run scripts/setup --tests, or set HEARTH_PYTHON")
        }
        return URL(fileURLWithPath: path)
    }

    /// Runs a module over lines of input and returns its lines of output. Both go through files of a directory of their
    /// own, so that neither side waits for the other.
    static func run(_ module: String, _ lines: [String]) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contracts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["input", "output", "complaints"].map { folder.appendingPathComponent($0) }
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = try interpreter()
        process.arguments = ["-m", module]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PYTHONPATH": try Checkout.root().appendingPathComponent("Tests/PythonClient").path]
        ) { _, new in new }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        let status = try await end(of: process)
        guard status == 0 else {
            let complaints = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
            throw Failed(description: "\(module) ended with \(status): \(complaints)")
        }
        let output = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Waits without holding a thread: other tests run on the same few.
    private static func end(of process: Process) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
