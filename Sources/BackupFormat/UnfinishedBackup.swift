internal import Foundation

/// A backup that is being written: `PATH.partial`, locked by its process, until it is whole and gets its name. One that a
/// killed process has left is removed by the next of its name.
final class UnfinishedBackup {
    /// What a backup is.
    enum Form { case directory, container }

    static let suffix = ".partial"

    /// The backup's own path.
    let path: String
    /// The unfinished backup.
    let partial: String
    /// The unfinished file, or directory; locked as long as it is open.
    let file: SystemFile

    /// Begins a backup.
    ///
    /// - Throws: ``BackupError``: `exists` when there is one already, `busy` while another process writes it.
    init(_ path: String, _ form: Form) throws(BackupError) {
        let partial = path + Self.suffix
        (self.path, self.partial) = (path, partial)
        guard !SystemFile.exists(path) else { throw .exists(path: path) }
        try SystemFile.makeDirectories(SystemFile.parent(of: path))
        if SystemFile.exists(partial) { try Self.removeLeftover(partial) }
        do {
            switch form {
            case .container: file = try SystemFile.create(partial)
            case .directory: file = try Self.makeDirectory(partial)
            }
        } catch BackupError.exists { throw .busy(path: path) }
        try file.lock()
    }

    private static func makeDirectory(_ path: String) throws(BackupError) -> SystemFile {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            if SystemFile.exists(path) { throw .exists(path: path) }
            throw .system(call: "mkdir", path: path, reason: "\(error.localizedDescription)")
        }
        return try SystemFile.open(directory: path)
    }

    /// Removes what a killed process has left.
    private static func removeLeftover(_ partial: String) throws(BackupError) {
        let file: SystemFile
        do { file = try SystemFile.open(reading: partial) } catch BackupError.missing { return }
        do { try file.lock() } catch BackupError.busy {
            throw .busy(path: String(partial.dropLast(suffix.count)))
        }
        defer { withExtendedLifetime(file) {} }
        do { try FileManager.default.removeItem(atPath: partial) } catch {
            throw .system(call: "unlink", path: partial, reason: "\(error.localizedDescription)")
        }
    }

    /// Removes the unfinished backups in a directory that no process writes.
    ///
    /// - Parameter isOwn: whether a backup of this name may be removed.
    static func sweep(_ directory: String, isOwn: (String) -> Bool) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        where name.hasSuffix(suffix) && isOwn(String(name.dropLast(suffix.count))) {
            try? removeLeftover("\(directory)/\(name)")
        }
    }

    /// Gives it its name, durably.
    ///
    /// - Throws: ``BackupError``.
    func publish() throws(BackupError) { try SystemFile.rename(partial, toNew: path) }

    /// Removes it.
    func remove() { try? FileManager.default.removeItem(atPath: partial) }
}
