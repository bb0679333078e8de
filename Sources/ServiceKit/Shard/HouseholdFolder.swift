internal import Access
internal import Foundation
internal import Glibc
internal import Household
internal import RPC

/// A household's folder in the data directory: what it says about the household, and about shards wherever those are kept.
///
///     home/household.id          the household's identity, written by profiles
///     home/catalog.shard         a note of catalog: it has a shard of this household
///     home/catalog.begin-empty   the operator lets catalog begin an empty shard, once
///
/// A shard that is not there although something tells of it is missing, and is never made again without such permission:
/// absence erases nothing.
struct HouseholdFolder: Sendable {
    /// The folder.
    let path: String

    init(data: String, household: String) { path = "\(data)/\(household)" }

    /// What a service notes about its shard.
    struct Marker: Codable {
        /// The identity of the shard's household; absent until the service has learned it.
        var identity: String?
        /// When the note was made, in milliseconds since 1970.
        var created: Int64
    }

    static let identityName = "household.id"
    static let markerSuffix = ".shard"
    private static let permissionSuffix = ".begin-empty"
    /// Longer than any of the files is.
    private static let maximumBytes = 1_024

    /// Whether there is such a folder.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The names of what is in it, sorted.
    var names: [String] { Self.names(in: path) }

    static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    // MARK: The identity

    var identityPath: String { "\(path)/\(Self.identityName)" }

    /// The household's identity; nil when no file says it, as on a machine without profiles.
    ///
    /// - Throws: ``ShardError/cannotOpen(path:reason:)`` when the file is not what profiles writes.
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

    // MARK: Notes

    func markerPath(of service: String) -> String { "\(path)/\(service)\(Self.markerSuffix)" }

    /// A service's note; nil when there is none, or it cannot be read: that there is one counts by itself.
    func note(of service: String) -> Marker? {
        guard let bytes = try? read(markerPath(of: service)) else { return nil }
        return try? JSONDecoder().decode(Marker.self, from: Data(bytes))
    }

    /// Notes that a service has a shard, unless the note says so already.
    func writeMarker(of service: String, _ identity: HouseholdIdentity?, runtime: any Runtime) throws {
        let known = note(of: service)
        if let known, known.identity == identity?.text { return }
        let note = Marker(identity: identity?.text, created: known?.created ?? runtime.wallTime.millisecondsSince1970)
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

    /// Takes the permission back, which counts once.
    func endPermission(of service: String) {
        if unlink(permissionPath(of: service)) == 0 { _ = Files.sync(path) }
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
