internal import Access
package import Foundation
internal import Glibc
internal import RPC

/// A copy of a shard from before its schema was upgraded: what `hearth rollback` goes back to.
package struct UpgradeCopy: Sendable, Hashable {
    /// The copy's file.
    package let path: String
    /// What it is a copy of.
    package let manifest: Manifest

    /// What is written in JSON beside the copy. A copy without it is not whole.
    package struct Manifest: Codable, Sendable, Hashable {
        /// The service.
        package var service: String
        /// The household.
        package var household: String
        /// The household's identity; nil when the shard had not learned it.
        package var identity: String?
        /// The copy's schema, as `PRAGMA user_version`.
        package var fromSchema: Int64
        /// The schema to which the shard was upgraded.
        package var toSchema: Int64
        /// The version of the build that upgraded the shard.
        package var hearthVersion: String
        /// The version of the build that had the shard open before; nil when it is not recorded.
        package var previousVersion: String?
        /// When the copy was taken.
        package var taken: Date
        /// The copy's size.
        package var bytes: Int64
        /// The number of the shard's last opening: with another number the shard was used after the copy was taken.
        var opening: Int64?
        /// When the upgrade was complete; nil until then.
        package var upgraded: Date?
    }

    /// The copy's name.
    package var name: String { ((path as NSString).lastPathComponent as NSString).deletingPathExtension }
}

/// The copies from before the upgrades of one shard, in a folder beside it: `catalog.upgrades` beside `catalog.sqlite`.
///
///     20260131T201500Z-50003-50004.sqlite   the copy: when it was taken, and the schemas
///     20260131T201500Z-50003-50004.json     its manifest, which is written last
package struct UpgradeFolder: Sendable {
    /// The folder, which exists once a copy was begun.
    package let path: String

    private static let suffix = ".upgrades"
    private static let (copySuffix, manifestSuffix) = (".sqlite", ".json")
    /// The size limit of a manifest, in bytes.
    private static let maximumBytes = 16_384

    /// The folder beside a shard's file.
    package init(shard: String) { path = (shard as NSString).deletingPathExtension + Self.suffix }

    /// The copies that are whole, the latest first.
    package var copies: [UpgradeCopy] {
        let copies = HouseholdFolder.names(in: path).compactMap { name -> UpgradeCopy? in
            guard name.hasSuffix(Self.manifestSuffix) else { return nil }
            let copy = "\(path)/\(name.dropLast(Self.manifestSuffix.count))\(Self.copySuffix)"
            guard let manifest = try? read("\(path)/\(name)"), Int64(Files.bytes(copy)) == manifest.bytes else {
                return nil
            }
            return UpgradeCopy(path: copy, manifest: manifest)
        }
        return copies.sorted { ($1.manifest.taken, $1.name) < ($0.manifest.taken, $0.name) }
    }

    private func read(_ path: String) throws -> UpgradeCopy.Manifest? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try PrivateFile.readPublic(path, limit: Self.maximumBytes).map {
            try decoder.decode(UpgradeCopy.Manifest.self, from: Data($0))
        }
    }

    /// The path of a new copy.
    func newPath(from: Int64, to: Int64, at time: Date) -> String {
        let stamp = time.formatted(.iso8601).replacing("-", with: "").replacing(":", with: "")
        let name = "\(path)/\(stamp)-\(from)-\(to)"
        var (number, unused) = (1, name)
        while access(unused + Self.copySuffix, F_OK) == 0 {
            number += 1
            unused = "\(name)-\(number)"
        }
        return unused + Self.copySuffix
    }

    /// Writes a copy's manifest, durably: from then on the copy counts.
    func write(_ manifest: UpgradeCopy.Manifest, of copy: String, _ runtime: any Runtime) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let file = (copy as NSString).deletingPathExtension + Self.manifestSuffix
        try PrivateFile.replaceSecret(file, [UInt8](encoder.encode(manifest)), runtime: runtime)
    }

    /// Removes a copy, its manifest first: a copy without it does not count.
    func remove(_ copy: UpgradeCopy) {
        unlink((copy.path as NSString).deletingPathExtension + Self.manifestSuffix)
        unlink(copy.path)
    }

    /// Removes what a killed process has left of a copy. The caller owns the shard.
    func removeUnfinished() {
        let names = HouseholdFolder.names(in: path)
        for name in names where !name.hasSuffix(Self.manifestSuffix) {
            let manifest = (name as NSString).deletingPathExtension + Self.manifestSuffix
            if !name.hasSuffix(Self.copySuffix) || !names.contains(manifest) { unlink("\(path)/\(name)") }
        }
    }
}
