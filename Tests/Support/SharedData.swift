public import Foundation

/// The real data that tests read: `shared/data` beside the checkout, or where `HEARTH_TEST_DATA` says.
///
/// A test that needs it and does not find it fails.
public enum SharedData {
    /// The data is not there.
    public struct Missing: Error, CustomStringConvertible {
        /// What was looked for.
        public let path: String

        public var description: String {
            "\(path) is not there: put the data beside the checkout as shared/data, or set HEARTH_TEST_DATA"
        }
    }

    /// The file or directory of that name, such as `m3u/iptv-org-2026-08`.
    ///
    /// - Throws: ``Missing``.
    public static func url(_ name: String) throws -> URL {
        guard let root else { throw Missing(path: "shared/data") }
        let url = root.appending(path: name)
        guard FileManager.default.fileExists(atPath: url.path) else { throw Missing(path: url.path) }
        return url
    }

    /// The content of a file.
    ///
    /// - Throws: ``Missing``, or `CocoaError` when it cannot be read.
    public static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: try url(name))) }

    private static let root: URL? = {
        if let path = ProcessInfo.processInfo.environment["HEARTH_TEST_DATA"] { return URL(filePath: path) }
        return parents(of: URL(filePath: #filePath)).map { $0.appending(path: "shared/data") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// The checkout that the tests were built from.
    ///
    /// - Throws: ``Missing`` when the sources are not where they were at build time.
    public static func checkout() throws -> URL {
        let found = parents(of: URL(filePath: #filePath).resolvingSymlinksInPath())
            .first { FileManager.default.fileExists(atPath: $0.appending(path: ".swift-format").path) }
        guard let found else { throw Missing(path: "the checkout") }
        return found
    }

    private static func parents(of url: URL) -> [URL] {
        sequence(first: url.deletingLastPathComponent()) { here in
            here.path == "/" ? nil : here.deletingLastPathComponent()
        }
        .map(\.self)
    }
}
