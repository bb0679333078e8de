import Foundation
import Testing

/// Runs the Python scripts beside these tests.
enum Python {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a script over lines of input and returns its lines of output. Both go through files of a folder of their
    /// own, so that neither side waits for the other.
    static func run(_ script: String, _ lines: [String]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cbor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("output"))
        let complaints = folder.appendingPathComponent("complaints")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: input)
        try Data().write(to: complaints)
        let process = Process()
        process.executableURL = try TestPaths.python()
        process.arguments = [TestPaths.script(script).path, input.path, output.path]
        let handle = try FileHandle(forWritingTo: complaints)
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        try handle.close()
        guard process.terminationStatus == 0 else {
            throw Failed(description: String(decoding: try Data(contentsOf: complaints), as: UTF8.self))
        }
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
