internal import Access
internal import Foundation
internal import Glibc
internal import HearthModel
internal import RPC

/// A household's folder in the data directory: records of the household and of its shards, wherever those are stored.
///
///     home/household.id          the household's identity, written by profiles
///     home/catalog.shard         catalog's marker: it has a shard of this household
///     home/catalog.begin-empty   the operator's permission for catalog to begin an empty shard, once
///     home/catalog.erased        the identity of a deleted household, whose data catalog erases or has erased
///
/// A shard whose file does not exist although a record of it does is missing, and is never created again without such
/// permission: a missing shard erases nothing.
struct HouseholdFolder: Sendable {
    /// The folder.
    let path: String

    init(data: String, household: String) { path = "\(data)/\(household)" }

    /// A service's marker of its shard.
    struct Marker: Codable, Equatable {
        /// The identity of the shard's household; absent until the service has learned it.
        var identity: String?
        /// When the marker was created, in milliseconds since 1970.
        var created: Int64
        /// The version of the build that had the shard open last; absent in markers of earlier versions.
        var hearthVersion: String?
    }

    static let identityName = "household.id"
    static let markerSuffix = ".shard"
    private static let permissionSuffix = ".begin-empty"
    /// The size limit of these small files, in bytes.
    private static let maximumBytes = 1_024

    /// Whether the folder exists.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The names of its entries, sorted.
    var names: [String] { Self.names(in: path) }

    static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    // MARK: The identity

    var identityPath: String { "\(path)/\(Self.identityName)" }

    /// The household's identity; nil when no file records it, as on a machine without profiles.
    ///
    /// - Throws: ``ShardError/cannotOpen(path:reason:)`` when the file's content is invalid.
    func identity() throws -> HouseholdIdentity? {
        guard let bytes = try read(identityPath) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let identity = HouseholdIdentity(text) else {
            throw ShardError.cannotOpen(
                path: identityPath,
                reason: "it is not a household's identity. Remove it and restart profiles, which writes it again.")
        }
        return identity
    }

    func write(_ identity: HouseholdIdentity, runtime: any Runtime) throws {
        try replace(identityPath, Array((identity.text + "\n").utf8), runtime)
    }

    // MARK: Markers

    func markerPath(of service: String) -> String { "\(path)/\(service)\(Self.markerSuffix)" }

    /// A service's marker; nil when there is none, or it cannot be read: its existence alone counts.
    func note(of service: String) -> Marker? {
        guard let bytes = try? read(markerPath(of: service)) else { return nil }
        return try? JSONDecoder().decode(Marker.self, from: Data(bytes))
    }

    /// Records that a service has a shard, and which version opened it, unless the marker says so already.
    func writeMarker(of service: String, _ identity: HouseholdIdentity?, runtime: any Runtime) throws {
        let known = note(of: service)
        let note = Marker(
            identity: identity?.text, created: known?.created ?? runtime.wallTime.millisecondsSince1970,
            hearthVersion: HearthVersion.current)
        if let known, known == note { return }
        try replace(markerPath(of: service), [UInt8](JSONEncoder().encode(note)), runtime)
    }

    func removeMarker(of service: String) { unlink(markerPath(of: service)) }

    // MARK: Permission to begin empty

    func permissionPath(of service: String) -> String { "\(path)/\(service)\(Self.permissionSuffix)" }

    /// Whether a service may begin an empty shard although it had one.
    func permitsEmpty(_ service: String) -> Bool {
        FileManager.default.fileExists(atPath: permissionPath(of: service))
    }

    func permitEmpty(_ service: String, runtime: any Runtime) throws {
        try replace(permissionPath(of: service), [], runtime)
    }

    /// Removes the permission, which is valid once.
    func endPermission(of service: String) {
        if unlink(permissionPath(of: service)) == 0 { _ = Files.sync(path) }
    }

    // MARK: Erasure

    /// The suffix of the mark of a deleted household.
    static let erasedSuffix = ".erased"

    func erasedPath(of service: String) -> String { "\(path)/\(service)\(Self.erasedSuffix)" }

    /// The identity of the deleted household whose data a service erases or has erased; nil without a mark.
    func erasedIdentity(of service: String) -> HouseholdIdentity? {
        guard let bytes = try? read(erasedPath(of: service)) else { return nil }
        return HouseholdIdentity(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Marks a household as deleted, durably.
    func markErased(_ identity: HouseholdIdentity, of service: String, runtime: any Runtime) throws {
        try replace(erasedPath(of: service), Array((identity.text + "\n").utf8), runtime)
    }

    func removeErasedMark(of service: String) {
        if unlink(erasedPath(of: service)) == 0 { _ = Files.sync(path) }
    }

    // MARK: Files

    private func read(_ path: String) throws -> [UInt8]? {
        do {
            return try PrivateFile.readPublic(path, limit: Self.maximumBytes)
        } catch {
            throw ShardError.cannotOpen(path: path, reason: "\(error)")
        }
    }

    private func replace(_ path: String, _ bytes: [UInt8], _ runtime: any Runtime) throws {
        do {
            try PrivateFile.replaceSecret(path, bytes, runtime: runtime)
        } catch {
            throw ShardError.cannotOpen(path: path, reason: "\(error)")
        }
    }
}
