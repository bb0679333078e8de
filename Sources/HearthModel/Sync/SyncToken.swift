/// A device's position in the change logs of the services that sync: a vector with one part for each service.
///
/// Parts are opaque. A service reads and replaces its own, and returns the others unread, so that a device keeps one
/// token for all, and either service works while the other is down.
public struct SyncToken: Codable, Sendable, Hashable {
    /// The parts by the service's name, each at most ``maximumPartBytes``.
    public var parts: [String: String]

    /// The longest part in bytes.
    public static let maximumPartBytes = 200
    /// The most parts.
    public static let maximumParts = 20

    /// Creates a token; without parts it stands before every change.
    public init(parts: [String: String] = [:]) { self.parts = parts }
}

/// Which data it is. Each kind is one service's.
public struct SyncKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Playback-state: a session of the watch history.
    public static let history = SyncKind(rawValue: "history")
    /// Playback-state: the progress of a title.
    public static let progress = SyncKind(rawValue: "progress")
    /// Playback-state: the marks of a title: watched, unwatched, started over, hidden.
    public static let mark = SyncKind(rawValue: "mark")
    /// Playback-state: the queue, as a whole.
    public static let queue = SyncKind(rawValue: "queue")
    /// Profiles: a favourite.
    public static let favourite = SyncKind(rawValue: "favourite")
    /// Profiles: a setting of a profile.
    public static let setting = SyncKind(rawValue: "setting")
}
