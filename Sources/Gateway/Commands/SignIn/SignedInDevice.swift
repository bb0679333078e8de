internal import Access
internal import Foundation
internal import ProfilesAPI
internal import ServiceKit

/// What this machine was signed in with: in `sign-in-HOUSEHOLD.json` in the data directory, a file that only this user reads.
/// While it is there, commands act by it and not by the owner key.
struct SignedInDevice {
    private let gateway: Gateway
    private let path: String

    private static let limitBytes = 4 << 10

    init(_ gateway: Gateway) {
        self.gateway = gateway
        path = "\(gateway.settings.data.value)/sign-in-\(gateway.settings.household.value).json"
    }

    /// The content of the file.
    struct Content: Codable, Sendable {
        /// A secret, good for one refresh.
        var refreshToken: String
        /// The device's id.
        var device: String
        /// The profile that commands act as unless they name another, by id.
        var profile: String
    }

    /// What is stored; nil when this machine is not signed in to the household.
    ///
    /// - Throws: ``GatewayFailure`` when others can read the file, or it has another content.
    func read() throws -> Content? {
        let bytes: [UInt8]?
        do { bytes = try PrivateFile.readSecret(path, limit: Self.limitBytes) } catch {
            throw GatewayFailure(
                "NOT_PRIVATE", "The sign-in of this machine cannot be used: \(error)",
                advice: "Delete the file, and sign in again with `hearth sign-in`.", status: .notPermitted)
        }
        guard let bytes else { return nil }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
            throw GatewayFailure(
                "FAILED", "\(path) holds no sign-in.",
                advice: "Delete the file, and sign in again with `hearth sign-in`.")
        }
        return content
    }

    /// Stores what a session brings; the profile that commands act as stays.
    ///
    /// - Throws: ``GatewayFailure`` when the session has no refresh token, or the file cannot be written.
    func store(_ session: Session, profile: String? = nil) throws {
        guard let token = session.refreshToken, let device = session.device else {
            throw GatewayFailure("INTERNAL", "profiles returned no refresh token.", status: .fatal)
        }
        let files = FileManager.default
        let content = Content(
            refreshToken: token, device: device, profile: try profile ?? read()?.profile ?? session.profile.id)
        if !files.fileExists(atPath: gateway.settings.data.value) {
            try files.createDirectory(
                atPath: gateway.settings.data.value, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        do {
            try PrivateFile.replaceSecret(path, [UInt8](try JSONEncoder().encode(content)), runtime: gateway.runtime)
        } catch {
            throw GatewayFailure("FAILED", "The sign-in cannot be stored: \(error)", status: .notPermitted)
        }
    }

    /// Signs this machine out: the owner key counts again.
    ///
    /// - Throws: `CocoaError` when the file cannot be removed.
    func remove() throws {
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }
}
