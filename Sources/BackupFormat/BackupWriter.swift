internal import Cryptography

/// Writes a backup: a directory, or a container for a path that ends in `.hearth-backup`. It has its name only when it is
/// whole and durable.
///
///     let writer = try BackupWriter("home.hearth-backup", key: key, salt: runtime.randomBytes(BackupWriter.saltBytes))
///     try writer.begin("keys/people.key")
///     try writer.append(bytes)
///     manifest.files.append(.init(target: "keys/people.key", mode: "600", content: try writer.end()))
///     try writer.finish(manifest)
///
/// For one task at a time. Every function blocks.
package final class BackupWriter {
    /// What the path of a container ends in.
    package static let containerSuffix = ".hearth-backup"
    /// Bytes of a salt.
    package static let saltBytes = ContainerHeader.saltBytes

    private enum Target {
        case directory(String)
        case container(ContainerWriter)
    }

    /// The file that is being added.
    private struct Current {
        var path: String
        var bytes: Int64 = 0
        var offset: Int64?
        var hasher: SHA256Hasher
        var file: SystemFile?
    }

    private let unfinished: UnfinishedBackup
    private let target: Target
    private var current: Current?
    private var directories: Set<String> = []
    private var isOver = false

    /// Begins a backup.
    ///
    /// - Parameters:
    ///   - key: encrypts it; nil leaves it readable. Only a container can be encrypted.
    ///   - salt: ``saltBytes`` random bytes.
    /// - Throws: ``BackupError``.
    package convenience init(_ path: String, key: BackupKey?, salt: [UInt8]) throws(BackupError) {
        try self.init(path, key: key, salt: salt, chunkBytes: ContainerHeader.standardChunkBytes, cost: .standard)
    }

    init(
        _ path: String, key: BackupKey?, salt: [UInt8], chunkBytes: Int, cost: BackupKey.Cost
    ) throws(BackupError) {
        let isContainer = path.hasSuffix(Self.containerSuffix)
        guard isContainer || key == nil else { throw .invalidKey("only a file of the ending is encrypted") }
        unfinished = try UnfinishedBackup(path, isContainer ? .container : .directory)
        do {
            target =
                isContainer
                ? .container(
                    try ContainerWriter(unfinished.file, key: key, salt: salt, chunkBytes: chunkBytes, cost: cost))
                : .directory(unfinished.partial)
        } catch {
            unfinished.remove()
            throw error
        }
    }

    deinit { abandon() }

    /// Begins a file.
    ///
    /// - Throws: ``BackupError``.
    package func begin(_ path: String) throws(BackupError) {
        guard BackupPath.isValid(path), current == nil, !isOver else {
            throw .system(call: "begin", path: path, reason: "it cannot be added")
        }
        var file = Current(path: path, hasher: try Self.hasher(path))
        switch target {
        case .directory(let root):
            let parent = SystemFile.parent(of: "\(root)/\(path)")
            try SystemFile.makeDirectories(parent)
            note(parent, root)
            file.file = try SystemFile.create("\(root)/\(path)")
        case .container(let writer): file.offset = writer.offset
        }
        current = file
    }

    /// Appends bytes to the file.
    ///
    /// - Throws: ``BackupError``.
    package func append(_ bytes: [UInt8]) throws(BackupError) {
        guard let file = current else { throw .system(call: "append", path: "", reason: "no file was begun") }
        do { try file.hasher.add(bytes) } catch { throw Self.failure(file.path) }
        switch target {
        case .directory: try file.file?.write(bytes)
        case .container(let writer): try writer.append(bytes)
        }
        current?.bytes += Int64(bytes.count)
    }

    /// Ends the file.
    ///
    /// - Returns: its description for the manifest.
    /// - Throws: ``BackupError``.
    package func end() throws(BackupError) -> BackupManifest.Content {
        guard let file = current else { throw .system(call: "end", path: "", reason: "no file was begun") }
        current = nil
        try file.file?.sync()
        let digest: [UInt8]
        do { digest = try file.hasher.finish() } catch { throw Self.failure(file.path) }
        return BackupManifest.Content(
            path: file.path, bytes: file.bytes, sha256: digest.hexadecimalText, offset: file.offset)
    }

    /// Gives up the file that was begun, as when its source has failed. It may be begun again.
    ///
    /// - Throws: ``BackupError``.
    package func discard() throws(BackupError) {
        guard let file = current else { return }
        current = nil
        // A container keeps the bytes, which its manifest does not name.
        guard let path = file.file?.path else { return }
        guard SystemFile.remove(path) else { throw SystemFile.failure("unlink", path) }
    }

    /// Ends the backup, and gives it its name.
    ///
    /// - Parameter beforeNaming: called when everything is durable.
    /// - Throws: ``BackupError``.
    package func finish(_ manifest: BackupManifest, beforeNaming: () -> Void = {}) throws(BackupError) {
        guard current == nil, !isOver else {
            throw .system(call: "finish", path: unfinished.path, reason: "a file has not ended")
        }
        let bytes: [UInt8]
        do { bytes = try manifest.encoded() } catch {
            throw .system(call: "encode", path: BackupDirectory.manifestName, reason: "\(error)")
        }
        switch target {
        case .directory(let root):
            try write(bytes, to: "\(root)/\(BackupDirectory.manifestName)")
            try write(try BackupDirectory.sums(manifest, bytes), to: "\(root)/\(BackupDirectory.sumsName)")
            // The longest paths first: a directory's name is durable when the one above it is.
            for directory in directories.sorted(by: { $0.utf8.count > $1.utf8.count }) + [root] {
                try SystemFile.open(directory: directory).sync()
            }
        case .container(let writer): try writer.finish(manifest: bytes)
        }
        beforeNaming()
        try unfinished.publish()
        isOver = true
    }

    /// Removes an unfinished backup. A finished one stays.
    package func abandon() {
        guard !isOver else { return }
        isOver = true
        unfinished.remove()
    }

    private func write(_ bytes: [UInt8], to path: String) throws(BackupError) {
        let file = try SystemFile.create(path)
        try file.write(bytes)
        try file.sync()
    }

    private func note(_ directory: String, _ root: String) {
        var directory = directory
        while directory.utf8.count > root.utf8.count {
            directories.insert(directory)
            directory = SystemFile.parent(of: directory)
        }
    }

    private static func hasher(_ path: String) throws(BackupError) -> SHA256Hasher {
        do { return try SHA256Hasher() } catch { throw failure(path) }
    }

    private static func failure(_ path: String) -> BackupError {
        .system(call: "SHA-256", path: path, reason: "libcrypto failed")
    }
}

extension [UInt8] {
    /// The bytes as lowercase hexadecimal digits.
    var hexadecimalText: String {
        let digits = [UInt8]("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
