internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// The last token of a profile, cached in the private run directory until it expires: so that a command need not fetch
/// one each time, and reads work while profiles is down.
struct SessionCache {
    /// Nil for a profile whose name is too long for a file's: its token is fetched each time.
    private let path: String?

    private static let mode = 0o600
    /// A token with a shorter remaining lifetime is not used.
    static let leastLifetime = 5.0

    init(paths: ServicePaths, household: String, profile: String?) {
        // A name that is no file's: spelled out in hexadecimal.
        let name = (profile ?? "").utf8.hexadecimal
        path = name.count > Self.longestName ? nil : "\(paths.runDirectory)/session-\(household)-\(name).json"
    }

    private static let longestName = 160

    /// The last token; nil when there is none that holds.
    func read(now: Date) -> CachedSession? {
        guard let path, let data = FileManager.default.contents(atPath: path),
            let session = try? JSONDecoder().decode(CachedSession.self, from: data),
            session.expires > now.addingTimeInterval(Self.leastLifetime)
        else { return nil }
        return session
    }

    /// Forgets the token.
    func remove() {
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Forgets the tokens of all of a household's profiles.
    static func removeAll(paths: ServicePaths, household: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: paths.runDirectory)) ?? []
        for name in names where name.hasPrefix("session-\(household)-") && name.hasSuffix(".json") {
            try? FileManager.default.removeItem(atPath: "\(paths.runDirectory)/\(name)")
        }
    }

    /// Caches a token. A failed write means that it is fetched again.
    func write(_ session: CachedSession) {
        guard let path, let data = try? JSONEncoder().encode(session) else { return }
        let temporary = path + ".new"
        try? FileManager.default.removeItem(atPath: temporary)
        guard
            FileManager.default.createFile(
                atPath: temporary, contents: data, attributes: [.posixPermissions: Self.mode])
        else { return }
        _ = rename(temporary, path)
    }
}

/// The cached part of a session.
struct CachedSession: Codable, Sendable {
    var token: String
    var expires: Date
    var renewAfter: Date
    var profile: String
    /// The household's time zone, once it was fetched.
    var timeZone: String?
    /// Whether the profile's policy hides titles; absent in files of earlier versions.
    var hidesSome: Bool?

    init(_ session: Session) {
        token = session.token
        expires = session.expires
        renewAfter = session.renewAfter
        profile = session.profile.name
        hidesSome = !session.policy.allowsEverything
    }
}
