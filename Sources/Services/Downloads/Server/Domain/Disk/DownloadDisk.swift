internal import Foundation
internal import Glibc
internal import ServiceKit

/// A household's download folder. Every file has a folder of its own, named by its id: `ID.part` while it is
/// incomplete, `ID` when complete. All functions block.
struct DownloadDisk: Sendable {
    let root: String
    let watch: (any DiskObserver)?

    private static let staged = ".part"

    /// Bytes that this user can still write; nil when the system does not say.
    var freeBytes: Int64? {
        if let bytes = watch?.freeBytes(below: root) { return bytes }
        var space = statvfs()
        let parent = (root as NSString).deletingLastPathComponent
        guard statvfs(root, &space) == 0 || statvfs(parent, &space) == 0 else { return nil }
        return Int64(
            clamping: UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize)).partialValue)
    }

    /// The folder of a complete file.
    func folder(of id: String) -> String { "\(root)/\(id)" }

    /// The folder of an incomplete file.
    func stagedFolder(of id: String) -> String { folder(of: id) + Self.staged }

    /// Creates the folder of an incomplete file, with the pieces that exist.
    func stage(_ id: String) throws {
        try watch.make(.makeFolder(root)) { try Files.makePrivate(root) }
        let (staged, whole) = (stagedFolder(of: id), folder(of: id))
        if access(whole, F_OK) == 0, access(staged, F_OK) != 0 { try rename(whole, to: staged) }
        try watch.make(.makeFolder(staged)) {
            guard mkdir(staged, 0o700) == 0 || errno == EEXIST else { throw DiskError.last }
        }
        _ = sync(root)
    }

    /// Publishes a file by one rename of its folder.
    func publish(_ id: String) throws {
        guard sync(stagedFolder(of: id)) else { throw DiskError.last }
        try rename(stagedFolder(of: id), to: folder(of: id))
        guard sync(root) else { throw DiskError.last }
    }

    /// Deletes a file with its folder. Deleting a missing one succeeds.
    func remove(_ id: String) throws {
        for folder in [stagedFolder(of: id), folder(of: id)] where access(folder, F_OK) == 0 {
            try watch.make(.remove(folder)) { try FileManager.default.removeItem(atPath: folder) }
        }
        _ = sync(root)
    }

    private func rename(_ old: String, to new: String) throws {
        try watch.make(.rename(old, to: new)) { if Glibc.rename(old, new) != 0 { throw DiskError.last } }
    }

    private func sync(_ folder: String) -> Bool {
        (try? watch.make(.syncFolder(folder)) { Files.sync(folder) }) ?? false
    }

    /// Opens a file for writing, truncated to its first `kept` bytes.
    ///
    /// - Throws: ``DiskError``.
    func open(_ path: String, keeping kept: Int64 = 0) throws -> StagedFile {
        try StagedFile(path, keeping: kept, watch: watch)
    }

    /// Writes a small file as a whole.
    ///
    /// - Throws: ``DiskError``.
    func write(_ text: String, to path: String) throws -> Int64 {
        let file = try open(path)
        try file.append(Array(text.utf8))
        try file.publish()
        return file.bytes
    }

    /// The ids that have folders.
    var ids: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return Set(names.map { $0.hasSuffix(Self.staged) ? String($0.dropLast(Self.staged.count)) : $0 }).sorted()
    }

    /// The names and sizes of the files in a folder.
    static func sizes(in folder: String) -> [String: Int64] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.reduce(into: [:]) { sizes, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            guard attributes?[.type] as? FileAttributeType == .typeRegular else { return }
            sizes[name] = (attributes?[.size] as? Int).map(Int64.init)
        }
    }

    /// Whether a file is complete: every piece exists with its expected size.
    func holds(_ id: String, _ pieces: [String: Int64]) -> Bool {
        let sizes = Self.sizes(in: folder(of: id))
        return !pieces.isEmpty && pieces.allSatisfy { sizes[$0.key] == $0.value }
    }
}
