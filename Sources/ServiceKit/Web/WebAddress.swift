internal import Foundation

/// Where the web server listens: a file in the run directory while it does.
public struct WebAddress: Codable, Sendable, Hashable {
    /// The address, `http://127.0.0.1:8787`.
    public var url: String

    /// Describes an address.
    public init(url: String) { self.url = url }

    /// The file.
    public static func path(in runDirectory: String) -> String { "\(runDirectory)/web.address" }

    /// The address that it listens at now; nil when it does not.
    public static func read(in runDirectory: String) -> WebAddress? {
        FileManager.default.contents(atPath: path(in: runDirectory)).flatMap {
            try? JSONDecoder().decode(WebAddress.self, from: $0)
        }
    }
}
