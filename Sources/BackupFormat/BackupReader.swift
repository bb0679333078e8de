internal import Cryptography
internal import Foundation

/// Reads a backup, whichever form it has. For one task at a time. Every function blocks.
package final class BackupReader {
    private enum Source {
        case directory(String)
        case container(ContainerReader)
    }

    /// What the backup holds.
    package let manifest: BackupManifest
    /// Where it is.
    package let path: String
    private let source: Source

    private static let stepBytes = 256 << 10

    /// The kind of key that a backup needs; nil when it is not encrypted.
    ///
    /// - Throws: ``BackupError``.
    package static func kindOfKey(_ path: String) throws(BackupError) -> BackupKey.Kind? {
        if try isDirectory(path) { return nil }
        return try ContainerReader.kind(of: path)
    }

    /// Opens a backup and reads its manifest. A key that it does not need is ignored.
    ///
    /// - Throws: ``BackupError``.
    package init(_ path: String, key: BackupKey? = nil) throws(BackupError) {
        self.path = path
        if try Self.isDirectory(path) {
            source = .directory(path)
            manifest = try BackupDirectory.manifest(path)
            return
        }
        let container = try ContainerReader(path, key: key)
        source = .container(container)
        do {
            manifest = try BackupManifest(try container.manifest().bytes)
        } catch let error as BackupError { throw error } catch { throw .damaged("\(error)") }
    }

    private static func isDirectory(_ path: String) throws(BackupError) -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw .missing(path: path)
        }
        return isDirectory.boolValue
    }

    /// Reads a file of the backup, and checks its size and checksum at its end.
    ///
    /// - Throws: ``BackupError``, and what `body` throws.
    package func read(_ content: BackupManifest.Content, _ body: ([UInt8]) throws -> Void) throws {
        let hasher = try SHA256Hasher()
        func step(_ bytes: [UInt8]) throws {
            try hasher.add(bytes)
            try body(bytes)
        }
        switch source {
        case .container(let container):
            guard let offset = content.offset else { throw BackupError.damaged("\(content.path) has no place in it") }
            try container.read(content.bytes, at: offset, step)
        case .directory(let root):
            let file: SystemFile
            do { file = try SystemFile.open(reading: "\(root)/\(content.path)") } catch BackupError.missing {
                throw BackupError.damaged("\(content.path) is missing")
            }
            guard try file.size() == content.bytes else {
                throw BackupError.damaged("\(content.path) has another size")
            }
            var offset: Int64 = 0
            while offset < content.bytes {
                let bytes = try file.read(Int(min(Int64(Self.stepBytes), content.bytes - offset)), at: offset)
                guard !bytes.isEmpty else { throw BackupError.cut }
                try step(bytes)
                offset += Int64(bytes.count)
            }
        }
        guard try hasher.finish().hexadecimalText == content.sha256 else {
            throw BackupError.damaged("\(content.path) has another checksum")
        }
    }

    /// Reads a small file of the backup.
    ///
    /// - Throws: ``BackupError``.
    package func bytes(of content: BackupManifest.Content, limit: Int) throws -> [UInt8] {
        guard content.bytes <= limit else { throw BackupError.damaged("\(content.path) is too long") }
        var all: [UInt8] = []
        try read(content) { all += $0 }
        return all
    }

    /// Writes a file of the backup to a new private file, durably, and removes that when it is not whole.
    ///
    /// - Throws: ``BackupError``.
    package func extract(_ content: BackupManifest.Content, to path: String) throws {
        let file = try SystemFile.create(path)
        do {
            try read(content) { try file.write($0) }
            try file.sync()
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    /// Checks every byte: of the files, and in a container also of what is between them.
    ///
    /// - Throws: ``BackupError``.
    package func checkBytes() throws {
        if case .container(let container) = source {
            for number in 0...container.lastChunk { _ = try container.chunk(number) }
        }
        for content in manifest.contents { try read(content) { _ in } }
    }

    /// The path of a file in a backup that is a directory; nil in a container.
    package func directPath(of content: BackupManifest.Content) -> String? {
        guard case .directory(let root) = source else { return nil }
        return "\(root)/\(content.path)"
    }
}
