internal import Foundation
internal import ServiceKit

/// The record of a change of a data directory that is under way: while its file exists the change was not completed.
protocol UnfinishedRecord: Codable {
    /// The file's name in the data directory.
    static var fileName: String { get }
}

extension UnfinishedRecord {
    /// The record's file.
    static func path(_ data: String) -> String { "\(data)/\(fileName)" }

    /// The file's content; nil when no such change is under way.
    static func bytes(_ data: String) -> Data? { FileManager.default.contents(atPath: path(data)) }

    /// Writes the record, durably.
    ///
    /// - Throws: `CocoaError`.
    func write(_ data: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: Self.path(data)), options: .atomic)
        _ = Files.sync(Self.path(data))
        _ = Files.sync(data)
    }

    /// Removes the record, durably.
    static func remove(_ data: String) {
        try? FileManager.default.removeItem(atPath: path(data))
        _ = Files.sync(data)
    }
}
