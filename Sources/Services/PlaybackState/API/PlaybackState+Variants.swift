public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// Goes on with another link of the session's title, in the same session.
    ///
    /// ``Playback/resume`` is where to go on: at the same time when the lengths of the links differ by less than 2 %, else
    /// at the same fraction. NOT_FOUND (`unknownSession`) when there is no such open session of the caller's profile;
    /// NOT_FOUND (`unknownVariant`) when the title has no such link.
    public struct SwitchVariant: Request {
        public typealias Response = Playback
        // By key: a retry must not undo a later switch.
        public static let safety = CallSafety.idempotentByKey

        /// The session, as ``Playback/session`` named it.
        public var session: String
        /// The link, by its id.
        public var variant: String

        /// Creates the request.
        public init(session: String, variant: String) { (self.session, self.variant) = (session, variant) }
    }

    /// Reports that a link does not play, and returns the one to try next with ``SwitchVariant``.
    ///
    /// The household remembers failures and successes of links, and the catalog is told. FAILED_PRECONDITION
    /// (`noVariantLeft`) when every link of the title has failed in this session.
    public struct ReportVariantFailure: Request {
        public typealias Response = NextVariant
        // By key: a retry must not count twice.
        public static let safety = CallSafety.idempotentByKey

        /// The session, as ``Playback/session`` named it.
        public var session: String
        /// The link that failed, by its id.
        public var variant: String
        /// Why; absent: not known.
        public var reason: FailureReason?

        /// Creates the request.
        public init(session: String, variant: String, reason: FailureReason? = nil) {
            (self.session, self.variant, self.reason) = (session, variant, reason)
        }
    }
}

/// The link to try next.
public struct NextVariant: Codable, Sendable, Hashable {
    /// The link, by its id.
    public var variant: String
    /// How many others are left after it.
    public var left: Int32

    /// Names a link.
    public init(variant: String, left: Int32) { (self.variant, self.left) = (variant, left) }
}

/// Why a link does not play.
public struct FailureReason: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It could not be opened.
    public static let unreachable = FailureReason(rawValue: "unreachable")
    /// It broke off.
    public static let interrupted = FailureReason(rawValue: "interrupted")
    /// The player cannot play what comes.
    public static let unsupported = FailureReason(rawValue: "unsupported")
    /// It stops for data again and again.
    public static let stalls = FailureReason(rawValue: "stalls")
}

/// A programme of a channel.
public struct PlayingProgramme: Codable, Sendable, Hashable {
    /// Its title.
    public var title: String
    /// When it starts.
    public var start: Date
    /// When it ends.
    public var end: Date

    /// Describes a programme.
    public init(title: String, start: Date, end: Date) { (self.title, self.start, self.end) = (title, start, end) }
}

/// A feature that not every device has.
public struct DeviceFeature: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A picture above other applications.
    public static let pictureInPicture = DeviceFeature(rawValue: "pictureInPicture")
    /// What plays, on the lock screen.
    public static let liveActivities = DeviceFeature(rawValue: "liveActivities")
    /// Downloads.
    public static let downloads = DeviceFeature(rawValue: "downloads")
}
