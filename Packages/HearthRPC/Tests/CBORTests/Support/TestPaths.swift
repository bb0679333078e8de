import Foundation
import Testing

/// Where tests find what is not in the package.
enum TestPaths {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// A file or folder of the shared test data: in `HEARTH_TEST_DATA`, else in `shared/data` beside the checkout or
    /// one of the folders around it.
    static func data(_ path: String) throws -> URL {
        if let root = ProcessInfo.processInfo.environment["HEARTH_TEST_DATA"] {
            return try existing(URL(fileURLWithPath: root).appendingPathComponent(path))
        }
        return try upwards { $0.appendingPathComponent("shared/data/\(path)") }
    }

    /// The Python interpreter with cbor2 and pycddl: `HEARTH_PYTHON`, else that of `.venv-test` in the package.
    static func python() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["HEARTH_PYTHON"] {
            return try existing(URL(fileURLWithPath: path))
        }
        return try upwards { $0.appendingPathComponent(".venv-test/bin/python") }
    }

    /// A file beside these tests.
    static func script(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("fuzz/\(name)")
    }

    private static func existing(_ url: URL) throws -> URL {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw Missing(description: "\(url.path) does not exist")
        }
        return url
    }

    private static func upwards(_ candidate: (URL) -> URL) throws -> URL {
        var folder = URL(fileURLWithPath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if let found = try? existing(candidate(folder)) { return found }
        }
        throw Missing(description: "no \(candidate(folder).lastPathComponent) in any folder around \(#filePath)")
    }
}
