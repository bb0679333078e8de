internal import BackupFormat
internal import Foundation
internal import RPC
internal import ServiceKit

/// A key or record of a backup that differs from the one that is in the data directory.
struct RestoredFile: Sendable {
    /// Its place.
    let path: String
    /// Its place in the data directory.
    let target: String
    /// Whether another file is there.
    let isThere: Bool
    private let mode: Int
    private let bytes: [UInt8]

    private static let keys = "keys"

    /// The files of a backup that are not in a data directory as they are in the backup.
    ///
    /// - Parameter household: the only household whose records are restored; nil for all.
    /// - Throws: ``GatewayFailure`` when the backup is damaged.
    static func list(_ reader: BackupReader, data: String, household: String?) throws -> [RestoredFile] {
        try reader.manifest.files.compactMap { file -> RestoredFile? in
            let owner = file.target.split(separator: "/").first.map(String.init) ?? ""
            guard household == nil || owner == keys || owner == household else { return nil }
            let bytes = try BackupKeyOptions.naming(reader.path) {
                try reader.bytes(of: file.content, limit: BackupPlan.longestFile)
            }
            let path = "\(data)/\(file.target)"
            let known = FileManager.default.contents(atPath: path)
            guard known.map({ [UInt8]($0) }) != bytes else { return nil }
            return RestoredFile(
                path: path, target: file.target, isThere: known != nil,
                // Never more for others than reading.
                mode: (Int(file.mode, radix: 8) ?? 0o600) & 0o644, bytes: bytes)
        }
    }

    /// Puts it in its place, durably: readers see the old bytes or the new ones.
    ///
    /// - Throws: `CocoaError`, ``GatewayFailure``.
    func place(_ runtime: any Runtime) throws {
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let temporary = "\(path).\(runtime.randomBytes(8).hexadecimal).new"
        guard
            FileManager.default.createFile(
                atPath: temporary, contents: Data(bytes), attributes: [.posixPermissions: mode]),
            Files.sync(temporary), Files.replace(path, with: temporary)
        else {
            try? FileManager.default.removeItem(atPath: temporary)
            throw GatewayFailure("NOT_RESTORED", "\(path) cannot be written.", status: .fatal)
        }
    }

    /// Copies the file that is there into a directory. It stays until it is replaced: a key is never missing.
    ///
    /// - Throws: `CocoaError`.
    func keepCopy(in directory: String) throws {
        let new = "\(directory)/\(target)"
        try FileManager.default.createDirectory(
            atPath: (new as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(atPath: path, toPath: new)
    }
}
