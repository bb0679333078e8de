import Foundation
import RPCZeroMQ
import Testing

/// The example of the package's README.
@Suite struct EchoExampleTests {
    @Test func `the example echoes`() async throws {
        let directory = "/tmp/echo-example-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(try await echo("hello", over: .ipc(path: "\(directory)/echo.sock")) == "hello")
    }
}
