internal import Foundation
internal import Glibc
internal import ServiceKit

/// A household's folder of files. Every file has a folder of its own, which is called as its id: `ID.part` while something
/// of it is missing, `ID` when it is all there. All functions block.
struct DownloadDisk: Sendable {
    let root: String

    private static let staged = ".part"

    /// Bytes that this user can still write; nil when the system does not say.
    var freeBytes: Int64? {
        var space = statvfs()
        let parent = (root as NSString).deletingLastPathComponent
        guard statvfs(root, &space) == 0 || statvfs(parent, &space) == 0 else { return nil }
        return Int64(
            clamping: UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize)).partialValue)
    }

    /// The folder of a file that is all there.
    func folder(of id: String) -> String { "\(root)/\(id)" }

    /// The folder of a file that is not.
    func stagedFolder(of id: String) -> String { folder(of: id) + Self.staged }

    /// Makes the folder of a file that is not all there, with what was there already.
    func stage(_ id: String) throws {
        try Files.makePrivate(root)
        let (staged, whole) = (stagedFolder(of: id), folder(of: id))
        if access(whole, F_OK) == 0, access(staged, F_OK) != 0, rename(whole, staged) != 0 { throw DiskError.last }
        guard mkdir(staged, 0o700) == 0 || errno == EEXIST else { throw DiskError.last }
        _ = Files.sync(root)
    }

    /// Puts a file into its place, all of it at once.
    func publish(_ id: String) throws {
        guard Files.sync(stagedFolder(of: id)), rename(stagedFolder(of: id), folder(of: id)) == 0, Files.sync(root)
        else { throw DiskError.last }
    }

    /// Removes a file with its folder. What is not there is removed already.
    func remove(_ id: String) throws {
        for folder in [stagedFolder(of: id), folder(of: id)] where access(folder, F_OK) == 0 {
            try FileManager.default.removeItem(atPath: folder)
        }
        _ = Files.sync(root)
    }

    /// The ids that have folders.
    var ids: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return Set(names.map { $0.hasSuffix(Self.staged) ? String($0.dropLast(Self.staged.count)) : $0 }).sorted()
    }

    /// The files in a folder by their names, with their sizes.
    static func sizes(in folder: String) -> [String: Int64] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.reduce(into: [:]) { sizes, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            guard attributes?[.type] as? FileAttributeType == .typeRegular else { return }
            sizes[name] = (attributes?[.size] as? Int).map(Int64.init)
        }
    }

    /// Whether a file is all there: so many bytes in its pieces, each of the size that it should have.
    func holds(_ id: String, _ pieces: [String: Int64]) -> Bool {
        let sizes = Self.sizes(in: folder(of: id))
        return !pieces.isEmpty && pieces.allSatisfy { sizes[$0.key] == $0.value }
    }
}
