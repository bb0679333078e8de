import Foundation

/// A directory of one test's own, which goes with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        // /tmp rather than TMPDIR: some tests count the bytes of a path.
        path = "/tmp/zmq-test-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
