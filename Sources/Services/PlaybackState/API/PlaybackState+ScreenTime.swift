public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// How long a kids profile has watched today, and what remains. A child asks for itself, adults for any kids profile.
    public struct GetScreenTime: Request {
        public typealias Response = ScreenTime
        public static let safety = CallSafety.readOnly

        /// The profile's id; absent: the caller's.
        public var profile: String?
        /// The title that is to be opened: the response says whether it may be (``ScreenTime/mayOpen``).
        public var content: ContentID?
        /// Whether a player has asked another service for the title: a refusal is then in the weekly report, once a day for
        /// each title, as players ask again and again.
        public var isOpening: Bool?

        /// Creates the request.
        public init(profile: String? = nil, content: ContentID? = nil, isOpening: Bool? = nil) {
            (self.profile, self.content, self.isOpening) = (profile, content, isOpening)
        }
    }

    /// What a kids profile has watched in a week, how long, and what its limits have refused.
    public struct GetWeeklyReport: Request {
        public typealias Response = WeeklyReport
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles("owner", "adult")

        /// The profile's id.
        public var profile: String
        /// The week by ISO 8601, `2026-W48`: from Monday on; absent: the current one.
        public var week: String?

        /// Creates the request.
        public init(profile: String, week: String? = nil) { (self.profile, self.week) = (profile, week) }
    }
}

/// Which parental limit it is.
public struct LimitKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The minutes of the day are used up.
    public static let minutes = LimitKind(rawValue: "minutes")
    /// It is not one of the allowed hours.
    public static let hours = LimitKind(rawValue: "hours")
}

/// How long a profile has watched today. Days are those of the household's time zone.
public struct ScreenTime: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// Today, `2026-11-27`.
    public var day: String
    /// Whole minutes that it has watched today.
    public var usedMinutes: Int32
    /// The minutes that it may watch today; absent: any.
    public var limitMinutes: Int32?
    /// Minutes that it may still watch without a pause from now on, rounded up; absent: no limit ends them. 0 when it may
    /// not begin now.
    public var remainingMinutes: Int32?
    /// The limit that ends the time, or has ended it; absent: none.
    public var limit: LimitKind?
    /// When it may begin again; absent when it may now, and when no day of the next week allows it.
    public var blockedUntil: Date?
    /// Whether a running title may be watched to its end.
    public var mayFinish: Bool
    /// Minutes that adults have granted for today; they are in ``limitMinutes``. Absent: none.
    public var grantedMinutes: Int32?
    /// Whether the requested title may be opened now: within the limits, or because it runs already and may be watched to
    /// its end. Absent: no title was asked about.
    public var mayOpen: Bool?
    /// Why it may not, in words, with the household's time; absent: it may.
    public var refusal: String?
    /// The same for programs.
    public var limitReached: LimitReached?

    /// Describes a day so far.
    public init(
        profile: String, day: String, usedMinutes: Int32, limitMinutes: Int32? = nil, remainingMinutes: Int32? = nil,
        limit: LimitKind? = nil, blockedUntil: Date? = nil, mayFinish: Bool = false
    ) {
        (self.profile, self.day, self.usedMinutes, self.limitMinutes) = (profile, day, usedMinutes, limitMinutes)
        (self.remainingMinutes, self.limit, self.blockedUntil) = (remainingMinutes, limit, blockedUntil)
        self.mayFinish = mayFinish
    }
}

/// A week of a profile.
public struct WeeklyReport: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// The week by ISO 8601, `2026-W48`.
    public var week: String
    /// Its seven days, from Monday on.
    public var days: [ReportedDay]
    /// What was watched, the longest first.
    public var watched: [ReportedTitle]
    /// What the limits have refused, the most frequent first.
    public var refused: [RefusedTitle]
    /// What adults have granted beyond the limits, in order; absent: nothing.
    public var granted: [GrantedMinutes]?

    /// Creates a report.
    public init(
        profile: String, week: String, days: [ReportedDay], watched: [ReportedTitle], refused: [RefusedTitle]
    ) {
        (self.profile, self.week, self.days) = (profile, week, days)
        (self.watched, self.refused) = (watched, refused)
    }
}

/// A day of a report.
public struct ReportedDay: Codable, Sendable, Hashable {
    /// The day, `2026-11-27`.
    public var day: String
    /// Whole minutes that were watched.
    public var minutes: Int32

    /// Creates a day.
    public init(day: String, minutes: Int32) { (self.day, self.minutes) = (day, minutes) }
}

/// A title of a report.
public struct ReportedTitle: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Its name when it was watched.
    public var title: String
    /// Whole minutes that were watched.
    public var minutes: Int32

    /// Creates an entry.
    public init(content: ContentID, title: String, minutes: Int32) {
        (self.content, self.title, self.minutes) = (content, title, minutes)
    }
}

/// A title that was not played because of a limit.
public struct RefusedTitle: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Its name.
    public var title: String
    /// The limit.
    public var limit: LimitKind
    /// How often it was refused.
    public var count: Int32

    /// Creates an entry.
    public init(content: ContentID, title: String, limit: LimitKind, count: Int32) {
        (self.content, self.title, self.limit, self.count) = (content, title, limit, count)
    }
}

/// The detail of a refusal by a parental limit.
public struct LimitReached: RPCDetail, Hashable {
    public static let typeName = "hearth.playback.LimitReached"

    /// The limit.
    public var limit: LimitKind
    /// When the profile may play again; absent when no day of the next week allows it.
    public var until: Date?
    /// Minutes that remain of the day's; absent without a limit of minutes.
    public var remainingMinutes: Int32?

    /// Describes the limit.
    public init(limit: LimitKind, until: Date?, remainingMinutes: Int32?) {
        (self.limit, self.until, self.remainingMinutes) = (limit, until, remainingMinutes)
    }
}
