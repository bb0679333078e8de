internal import Cryptography
internal import Foundation

/// The two files at the top of a backup that is a directory.
enum BackupDirectory {
    static let manifestName = "manifest.json"
    /// Checksums in the format of `sha256sum`, of the manifest too.
    static let sumsName = "SHA256SUMS"

    static func sums(_ manifest: BackupManifest, _ bytes: [UInt8]) throws(BackupError) -> [UInt8] {
        let own = try digest(bytes)
        let lines = manifest.contents.map { "\($0.sha256)  \($0.path)\n" }.sorted() + ["\(own)  \(manifestName)\n"]
        return lines.flatMap { Array($0.utf8) }
    }

    /// The manifest of a backup, checked against the checksums.
    ///
    /// - Throws: ``BackupError``.
    static func manifest(_ root: String) throws(BackupError) -> BackupManifest {
        guard let bytes = try small("\(root)/\(manifestName)") else { throw .notABackup(path: root) }
        guard let sums = try small("\(root)/\(sumsName)") else { throw .damaged("\(sumsName) is missing") }
        let own = try digest(bytes)
        let lines = String(decoding: sums, as: UTF8.self).split(separator: "\n")
        guard lines.contains("\(own)  \(manifestName)") else { throw .damaged(manifestName) }
        let manifest = try BackupManifest(bytes)
        guard try self.sums(manifest, bytes) == sums else { throw .damaged(sumsName) }
        return manifest
    }

    private static func small(_ path: String) throws(BackupError) -> [UInt8]? {
        let file: SystemFile
        do { file = try SystemFile.open(reading: path) } catch BackupError.missing { return nil }
        let bytes = try file.read(BackupManifest.maximumBytes + 1, at: 0)
        guard bytes.count <= BackupManifest.maximumBytes else { throw .damaged("\(path) is too long") }
        return bytes
    }

    private static func digest(_ bytes: [UInt8]) throws(BackupError) -> String {
        do { return try SHA256.digest(of: bytes).hexadecimalText } catch {
            throw .system(call: "SHA-256", path: manifestName, reason: "libcrypto failed")
        }
    }
}
