import Subprocess

/// Asks `hearth metrics --listen` over HTTP, with a shell as compose.yaml does.
enum ExporterProbe {
    /// A page with its head; empty when there is no server.
    static func page(_ path: String, port: UInt16) async throws -> String {
        let request = #"GET \#(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"#
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port) && printf '\(request)' >&3 && cat <&3"
        let result = try await Subprocess.run(
            .name("bash"), arguments: ["-c", script], output: .string(limit: 4 << 20), error: .discarded)
        return result.standardOutput
    }

    /// Whether a command ends with 0.
    static func succeeds(_ words: [String]) async throws -> Bool {
        let result = try await Subprocess.run(
            .name(words[0]), arguments: Arguments(Array(words.dropFirst())), output: .discarded, error: .discarded)
        return result.terminationStatus == .exited(0)
    }
}
