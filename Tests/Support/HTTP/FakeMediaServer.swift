import Foundation

/// Where a test's household downloads a film from.
public struct FakeMediaServer: Sendable {
    private let server: ScriptedServer

    /// Starts it.
    ///
    /// - Throws: `POSIXError` when it cannot listen.
    public init() throws {
        server = try ScriptedServer { _, connection in
            try connection.respond(200, ["Content-Type": "video/x-matroska"], "a film of a few bytes")
        }
    }

    /// The settings of downloads that allow it.
    public var settings: [String: String] {
        ["download-hosts": "127.0.0.1:\(server.port)", "download-floor-mb": "0"]
    }

    /// A playlist whose film is here.
    public func playlist(_ text: String) -> String {
        text.replacing("http://streams.example/movie/1.mkv", with: "http://127.0.0.1:\(server.port)/harbour.mkv")
    }

    /// Ends it.
    public func stop() { server.stop() }
}
