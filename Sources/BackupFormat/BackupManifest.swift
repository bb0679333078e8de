package import Foundation

/// What a backup holds, as its `manifest.json` says: docs/backup-format.md.
package struct BackupManifest: Codable, Sendable, Hashable {
    /// The value of ``format``.
    package static let formatName = "hearth-backup"
    /// The version that this build writes, and the newest that it reads.
    package static let currentVersion = 1
    /// The longest manifest that is read, in bytes.
    package static let maximumBytes = 64 << 20

    /// ``formatName``.
    package var format = formatName
    /// The version of the format.
    package var version = currentVersion
    /// When the backup was begun.
    package var created: Date
    /// The version of the suite that made it.
    package var hearthVersion: String
    /// The households that it is of.
    package var households: [Household]
    /// The copies of shards.
    package var shards: [Shard]
    /// Keys and records of households.
    package var files: [File]
    /// Files that were there and are not in the backup.
    package var media: [Media]

    /// Makes an empty manifest.
    package init(created: Date, hearthVersion: String) {
        (self.created, self.hearthVersion) = (created, hearthVersion)
        (households, shards, files, media) = ([], [], [], [])
    }

    /// A household of the backup.
    package struct Household: Codable, Sendable, Hashable {
        /// Its name.
        package var name: String
        /// Its identity, 32 hexadecimal digits; absent when no file recorded it.
        package var identity: String?

        /// Makes an entry.
        package init(name: String, identity: String?) { (self.name, self.identity) = (name, identity) }
    }

    /// The bytes of one file: where they are, and what they must be.
    package struct Content: Codable, Sendable, Hashable {
        /// The path in the backup: `shards/home/catalog.sqlite`.
        package var path: String
        /// The size.
        package var bytes: Int64
        /// SHA-256 in lowercase hexadecimal digits.
        package var sha256: String
        /// Where the bytes begin in the payload of a container; absent in a directory.
        package var offset: Int64?

        /// Makes a description.
        package init(path: String, bytes: Int64, sha256: String, offset: Int64? = nil) {
            (self.path, self.bytes, self.sha256, self.offset) = (path, bytes, sha256, offset)
        }
    }

    /// A copy of a shard.
    package struct Shard: Codable, Sendable, Hashable {
        /// The service that owns it.
        package var service: String
        /// The household's name.
        package var household: String
        /// The household's identity; absent when the shard had not learned it.
        package var identity: String?
        /// `PRAGMA user_version` of the copy.
        package var schemaVersion: Int64
        /// The outbox's generation, 16 hexadecimal digits.
        package var outboxGeneration: String
        /// The outbox's last sequence number.
        package var outboxSequence: UInt64
        /// When the copy was made.
        package var takenAt: Date
        /// Whether the service made the copy; otherwise it was stopped, and the file was copied.
        package var isFromService: Bool
        /// The copy.
        package var content: Content

        /// Makes an entry.
        package init(
            service: String, household: String, identity: String?, schemaVersion: Int64, outboxGeneration: String,
            outboxSequence: UInt64, takenAt: Date, isFromService: Bool, content: Content
        ) {
            (self.service, self.household, self.identity) = (service, household, identity)
            (self.schemaVersion, self.outboxGeneration) = (schemaVersion, outboxGeneration)
            (self.outboxSequence, self.takenAt) = (outboxSequence, takenAt)
            (self.isFromService, self.content) = (isFromService, content)
        }
    }

    /// Another file of the data directory.
    package struct File: Codable, Sendable, Hashable {
        /// The path in the data directory: `keys/people.key`.
        package var target: String
        /// The permissions, in octal digits.
        package var mode: String
        /// The file.
        package var content: Content

        /// Makes an entry.
        package init(target: String, mode: String, content: Content) {
            (self.target, self.mode, self.content) = (target, mode, content)
        }
    }

    /// A file that is listed, and not in the backup.
    package struct Media: Codable, Sendable, Hashable {
        /// The path in the data directory.
        package var path: String
        /// The size.
        package var bytes: Int64

        /// Makes an entry.
        package init(path: String, bytes: Int64) { (self.path, self.bytes) = (path, bytes) }
    }

    /// Every file in the backup.
    package var contents: [Content] { shards.map(\.content) + files.map(\.content) }

    // MARK: Text

    /// The manifest as JSON, its names sorted.
    package func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Reads a manifest, and rejects one that names files outside of the backup.
    ///
    /// - Throws: ``BackupError``.
    package init(_ bytes: [UInt8]) throws(BackupError) {
        struct Start: Decodable {
            var format: String
            var version: Int
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // A later version may have another shape: its number is read first.
        guard let start = try? decoder.decode(Start.self, from: Data(bytes)), start.format == Self.formatName else {
            throw .damaged("the manifest cannot be read")
        }
        guard start.version <= Self.currentVersion else { throw .newer(version: start.version) }
        guard let manifest = try? decoder.decode(Self.self, from: Data(bytes)) else {
            throw .damaged("the manifest cannot be read")
        }
        self = manifest
        try check()
    }

    private func check() throws(BackupError) {
        var known: Set<String> = []
        for content in contents {
            guard BackupPath.isValid(content.path), content.bytes >= 0, content.sha256.utf8.count == 64,
                known.insert(content.path).inserted
            else { throw .damaged("the manifest names \(content.path), which cannot be in a backup") }
        }
        for path in files.map(\.target) + media.map(\.path) where !BackupPath.isWithin(path) {
            throw .damaged("the manifest names \(path), which cannot be in a data directory")
        }
        for file in files where !BackupPath.isValid(file.target) {
            throw .damaged("the manifest names \(file.target), which cannot be in a data directory")
        }
        for shard in shards where !BackupPath.isName(shard.service) || !BackupPath.isName(shard.household) {
            throw .damaged("the manifest names a shard of \(shard.household)/\(shard.service)")
        }
        guard Set(shards.map { "\($0.household)/\($0.service)" }).count == shards.count,
            Set(files.map(\.target)).count == files.count
        else { throw .damaged("the manifest names a file twice") }
    }
}

/// Paths that may stand in a manifest.
package enum BackupPath {
    private static let maximumBytes = 4_096

    /// Whether a path stays below its directory: relative, and without `.` and `..`.
    package static func isWithin(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return (1...maximumBytes).contains(path.utf8.count) && !path.utf8.contains(0)
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// Whether a path is one of a file in a backup: of letters, digits and `._-` between slashes.
    package static func isValid(_ path: String) -> Bool {
        isWithin(path) && path.split(separator: "/").allSatisfy { isName(String($0)) }
    }

    /// Whether a text is one part of such a path.
    package static func isName(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
