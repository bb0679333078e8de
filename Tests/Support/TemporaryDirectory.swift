public import Foundation
internal import Glibc

/// A new private directory of one test, removed with everything in it when the value goes.
///
/// Its path is short, so that the sockets in it stay within what the system takes for a socket's path.
public final class TemporaryDirectory: Sendable {
    /// The directory's absolute path.
    public let path: String

    /// Makes the directory, mode 0700.
    ///
    /// - Throws: `CocoaError` when it cannot be made.
    public init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(parent)/hearth-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: parent])
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The directory as a URL.
    public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// The path of an entry.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory in it, mode 0700, with those above it.
    ///
    /// - Throws: `CocoaError` when it cannot be made.
    @discardableResult
    public func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return path(name)
    }

    /// Writes a text file and returns its path.
    ///
    /// - Throws: `CocoaError` when it cannot be written.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// Runs `body` with a new directory that is removed afterwards, whatever happened.
    ///
    /// - Throws: what `body` throws, and `CocoaError` when the directory cannot be made.
    public static func with<Result>(
        _ body: (TemporaryDirectory) async throws -> Result
    ) async throws -> Result {
        let directory = try TemporaryDirectory()
        defer { extendLifetime(directory) }
        return try await body(directory)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
