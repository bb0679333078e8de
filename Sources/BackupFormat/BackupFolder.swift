package import Foundation

/// A directory of backups, made by hand or by a schedule.
package struct BackupFolder: Sendable {
    /// The directory.
    package let path: String

    /// What the names of scheduled backups begin with; the rest is the time in UTC: `hearth-20260131T201500Z`.
    private static let prefix = "hearth-"

    /// Names a directory, which need not exist.
    package init(_ path: String) { self.path = path }

    /// One backup in the directory, as far as it can be told without its key.
    package struct Entry: Sendable {
        /// Its path.
        package let path: String
        /// Its size on the disk, in bytes.
        package let bytes: Int64
        /// The key that it needs; nil when it is not encrypted.
        package let kind: BackupKey.Kind?
        /// What it holds, or why that cannot be told.
        package let manifest: Result<BackupManifest, BackupError>

        /// Its name in the directory.
        package var name: String { (path as NSString).lastPathComponent }
    }

    /// The backups, by name. Files that are none are left out.
    ///
    /// - Parameter key: for encrypted ones.
    package func entries(key: BackupKey? = nil) -> [Entry] {
        names.compactMap { entry("\(path)/\($0)", key) }
    }

    private func entry(_ path: String, _ key: BackupKey?) -> Entry? {
        let kind: BackupKey.Kind?
        let manifest: Result<BackupManifest, BackupError>
        do {
            kind = try BackupReader.kindOfKey(path)
            let own = key?.kind == kind ? key : nil
            manifest = Result { () throws(BackupError) in try BackupReader(path, key: own).manifest }
        } catch {
            (kind, manifest) = (nil, .failure(error))
        }
        switch manifest {
        case .failure(.notABackup): return nil
        // Another file or directory that cannot be read is none.
        case .failure where !path.hasSuffix(BackupWriter.containerSuffix) && kind == nil && !isDirectory(path):
            return nil
        default: return Entry(path: path, bytes: Self.bytes(path), kind: kind, manifest: manifest)
        }
    }

    private func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    private var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { !$0.hasSuffix(UnfinishedBackup.suffix) && !$0.hasPrefix(".") }.sorted()
    }

    private static func bytes(_ path: String) -> Int64 {
        let manager = FileManager.default
        func size(_ path: String) -> Int64 {
            ((try? manager.attributesOfItem(atPath: path)[.size]) as? NSNumber)?.int64Value ?? 0
        }
        var isDirectory: ObjCBool = false
        guard manager.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            return size(path)
        }
        return (manager.subpaths(atPath: path) ?? []).reduce(0) { $0 + size("\(path)/\($1)") }
    }

    // MARK: Scheduled backups

    /// The path of a backup of this moment.
    package func scheduledPath(at time: Date) -> String {
        "\(path)/\(Self.prefix)\(Self.stamp(time))\(BackupWriter.containerSuffix)"
    }

    /// A moment in the name of a file, in UTC: `20260131T201500Z`.
    package static func stamp(_ time: Date) -> String {
        String(
            decoding: time.formatted(.iso8601).utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") },
            as: UTF8.self)
    }

    /// Whether a name is one that the schedule gives: other files are never removed.
    static func isScheduled(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(BackupWriter.containerSuffix) else { return false }
        let time = Array(name.utf8.dropFirst(prefix.utf8.count).dropLast(BackupWriter.containerSuffix.utf8.count))
        guard time.count == 16, time[8] == UInt8(ascii: "T"), time[15] == UInt8(ascii: "Z") else { return false }
        return time.enumerated().allSatisfy {
            [8, 15].contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($1)
        }
    }

    /// The scheduled backups, the oldest first.
    package var scheduled: [String] { names.filter(Self.isScheduled).map { "\(path)/\($0)" } }

    /// Removes the oldest scheduled backups beyond a number, and what killed processes have left of others.
    ///
    /// - Returns: the removed backups, and those that could not be removed.
    package func prune(keeping count: Int) -> (removed: [String], failed: [String]) {
        UnfinishedBackup.sweep(path, isOwn: Self.isScheduled)
        var (removed, failed): ([String], [String]) = ([], [])
        for path in scheduled.dropLast(max(1, count)) {
            do {
                try FileManager.default.removeItem(atPath: path)
                removed.append(path)
            } catch { failed.append(path) }
        }
        return (removed, failed)
    }
}
