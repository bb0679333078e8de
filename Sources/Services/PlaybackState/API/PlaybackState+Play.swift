public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// Opens a session and returns what to open, and the start position: the profile's completed download, or else a
    /// link.
    ///
    /// A session that the same profile has open on the same device ends with it.
    public struct Play: Request {
        public typealias Response = Playback
        // The response is stored without the address, which a retry fetches again.
        public static let safety = CallSafety.idempotentByKey

        /// A movie, an episode or a channel. Of a series the episode is played with which the profile goes on; a finished
        /// series begins again.
        public var content: ContentID
        /// The link, by its id, as for one that is to be fallen back to; absent: the finished download, or else the link
        /// played last, or else the best one up to the profile's `preferredQuality`.
        public var variant: String?
        /// The device that plays: its id, 1 to 100 characters.
        public var device: String
        /// Other viewers, by profile ID: the session counts for every one of them. Not for kids profiles.
        public var watchingTogether: [String]?
        /// Whether to start at the beginning: earlier reports no longer count.
        public var startsOver: Bool?
        /// Whether it plays by itself, without an input of the viewer; absent: the viewer asked for it.
        public var playsByItself: Bool?
        /// Of a channel, a time within a past programme, which is played from its start where the channel offers catch-up;
        /// absent: live.
        public var programme: Date?

        /// Creates the request.
        public init(
            content: ContentID, variant: String? = nil, device: String, watchingTogether: [String]? = nil,
            startsOver: Bool? = nil, playsByItself: Bool? = nil, programme: Date? = nil
        ) {
            self.content = content
            self.variant = variant
            self.device = device
            self.watchingTogether = watchingTogether
            self.startsOver = startsOver
            self.playsByItself = playsByItself
            self.programme = programme
        }
    }

    /// Reports players' positions, every few seconds and whenever one pauses, resumes, jumps or ends.
    ///
    /// Idempotent and independent of order: the position is that of the session's last report by
    /// ``ProgressReport/sequence``, so that a jump back counts, and a late report changes nothing. The furthest point
    /// decides whether the title counts as watched. A rejected report is named in the response; the others count.
    public struct ReportProgress: Request {
        public typealias Response = ReportsTaken
        public static let safety = CallSafety.idempotent

        /// The reports, 1 to ``maximumCount``, of one session or of several.
        public var reports: [ProgressReport]

        /// The most reports in one call.
        public static let maximumCount = 200

        /// Creates the request.
        public init(reports: [ProgressReport]) { self.reports = reports }
    }

    /// Ends a session. An ended session is unchanged, a removed one is NOT_FOUND.
    public struct EndSession: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotent

        /// The session, as ``Playback/session`` named it.
        public var session: String
        /// The last report, whose session is ignored; absent: the last stored report stands.
        public var last: ProgressReport?

        /// Creates the request.
        public init(session: String, last: ProgressReport? = nil) {
            self.session = session
            self.last = last
        }
    }

    /// Lists the open sessions.
    public struct ListActive: Request {
        public typealias Response = ActiveSessions
        public static let safety = CallSafety.readOnly

        /// Whether to list the whole household's sessions that the caller may see; absent: the caller's profile's.
        public var household: Bool?

        /// Creates the request.
        public init(household: Bool? = nil) { self.household = household }
    }
}

/// What to open, and the start position.
public struct Playback: Codable, Sendable, Hashable {
    /// The session, for reports.
    public var session: String
    /// The title; not always the requested one, as IDs may be replaced.
    public var card: Card
    /// The link to open, by its id.
    public var variant: String
    /// Its address. It may hold the account's password: never log, show or keep it. A download's is that of its file on
    /// the household's machine.
    public var url: String
    /// Request headers that the stream needs, by name.
    public var headers: [String: String]
    /// The links to fall back to, in order.
    public var fallbacks: [String]
    /// The start position in seconds; absent: the beginning.
    public var resume: Double?
    /// The watched part of the title, 0 to 1, for a link of unknown length.
    public var progress: Double
    /// How often to report while playing, in seconds.
    public var reportSeconds: Int32
    /// The ID of the completed download that is played, for a device that must read it from the downloads service;
    /// absent when its link is played.
    public var download: String?
    /// The settings of the profile that plays it; absent from a server that does not know them.
    public var settings: PlaybackSettings?
    /// Why this episode of the requested series is played; absent for other titles, and for an episode that was started.
    public var rule: NextUpRule?
    /// The audio and subtitles that the profile chose last for the series, or the title; absent: none yet.
    public var tracks: TrackChoice?
    /// The past programme of a channel that is played; absent otherwise.
    public var programme: PlayingProgramme?
    /// What the calling device does not have, as it told profiles: a player offers none of it. Absent: nothing, or unknown.
    public var missingFeatures: [DeviceFeature]?
    /// The parts of the title that can be skipped, to be shown beside its length; what to do in one, and when, is told with
    /// the reports (``PlaybackHints/skip``). Absent: none are known.
    public var parts: [TitlePart]?

    /// Creates the response.
    public init(
        session: String, card: Card, variant: String, url: String, headers: [String: String], fallbacks: [String],
        resume: Double?, progress: Double, reportSeconds: Int32, download: String? = nil,
        settings: PlaybackSettings? = nil
    ) {
        self.session = session
        self.card = card
        self.variant = variant
        self.url = url
        self.headers = headers
        self.fallbacks = fallbacks
        self.resume = resume
        self.progress = progress
        self.reportSeconds = reportSeconds
        self.download = download
        self.settings = settings
    }
}

/// The profile's settings that a player follows.
public struct PlaybackSettings: Codable, Sendable, Hashable {
    /// The countdown before the next episode in seconds; 0 plays it at once (`autoPlayCountdownSeconds`).
    public var countdownSeconds: Int32
    /// Whether intros and recaps are offered to be skipped (`enableSkipIntro`).
    public var offersSkippingIntros: Bool
    /// Whether they are skipped without being asked (`autoSkipIntro`).
    public var skipsIntros: Bool

    /// Describes the settings.
    public init(countdownSeconds: Int32, offersSkippingIntros: Bool, skipsIntros: Bool) {
        self.countdownSeconds = countdownSeconds
        self.offersSkippingIntros = offersSkippingIntros
        self.skipsIntros = skipsIntros
    }
}

/// Where a player is.
public struct ProgressReport: Codable, Sendable, Hashable {
    /// The session, as ``Playback/session`` named it.
    public var session: String
    /// Milliseconds since the session was opened, by the device's own monotonic clock, never by a wall clock: the
    /// report's time among other sessions and marks. Orders the reports of a session without a ``sequence``.
    public var elapsedMilliseconds: Int64
    /// The position in seconds; of a channel the seconds watched. Values out of range count as the start or the end.
    public var position: Double
    /// The length in seconds; absent or 0 when unknown.
    public var duration: Double?
    /// The player's state; absent: playing.
    public var state: PlaybackPhase?
    /// Whether the viewer has done something since the report before: a key, a touch. Absent: no.
    public var hasInput: Bool?
    /// The report's number in its session, from 1, increasing by one; retries repeat the number. It orders the reports
    /// of a session: a player that sends it must send it with all of them, including those of
    /// ``PlaybackState/EndSession``. Reports without one precede all with one, and are ordered by
    /// ``elapsedMilliseconds``.
    public var sequence: Int64?

    /// Describes where a player is.
    public init(
        session: String, elapsedMilliseconds: Int64, position: Double, duration: Double? = nil,
        state: PlaybackPhase? = nil, sequence: Int64? = nil, hasInput: Bool? = nil
    ) {
        self.hasInput = hasInput
        self.sequence = sequence
        self.session = session
        self.elapsedMilliseconds = elapsedMilliseconds
        self.position = position
        self.duration = duration
        self.state = state
    }
}

/// A player's state.
public struct PlaybackPhase: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It plays.
    public static let playing = PlaybackPhase(rawValue: "playing")
    /// It has been stopped for a while.
    public static let paused = PlaybackPhase(rawValue: "paused")
    /// It waits for data.
    public static let buffering = PlaybackPhase(rawValue: "buffering")
    /// It plays in a small window over something else.
    public static let pictureInPicture = PlaybackPhase(rawValue: "pictureInPicture")
    /// The session is over.
    public static let ended = PlaybackPhase(rawValue: "ended")
}

/// The result of reports.
public struct ReportsTaken: Codable, Sendable, Hashable {
    /// The rejected reports; all others are durable.
    public var refused: [RefusedReport]
    /// Minutes that a kids profile may still watch, rounded up; absent where no limit ends them. Clients warn at 15, 5 and
    /// 1 minutes.
    public var remainingMinutes: Int32?
    /// The last of the warnings at 15, 5 and 1 minutes that applies; absent before the first.
    public var warningMinutes: Int32?
    /// Whether the running title may be watched to its end when no minutes remain; absent without a limit. Where it may
    /// not, its session is ended.
    public var mayFinish: Bool?
    /// What players should offer or do now, of each session with something to say; absent: nothing.
    public var hints: [PlaybackHints]?

    /// Creates the response.
    public init(refused: [RefusedReport] = []) { self.refused = refused }
}

/// A rejected report.
public struct RefusedReport: Codable, Sendable, Hashable {
    /// Its index in the request, from 0.
    public var index: Int32
    /// Why.
    public var problem: PlaybackProblem.Code

    /// Names a report.
    public init(index: Int32, problem: PlaybackProblem.Code) {
        self.index = index
        self.problem = problem
    }
}

/// The open sessions.
public struct ActiveSessions: Codable, Sendable, Hashable {
    /// The sessions, the latest first.
    public var sessions: [ActiveSession]

    /// Lists sessions.
    public init(sessions: [ActiveSession]) { self.sessions = sessions }
}

/// An open session.
public struct ActiveSession: Codable, Sendable, Hashable {
    /// The session.
    public var session: String
    /// The profile that opened it.
    public var profile: String
    /// The title.
    public var content: ContentID
    /// The title's card; absent until the catalog has answered, and then only adults see the session.
    public var card: Card?
    /// The device.
    public var device: String
    /// The player's state.
    public var state: PlaybackPhase
    /// Where it is, in seconds.
    public var position: Double
    /// The length in seconds; absent when unknown.
    public var duration: Double?
    /// The watched part, 0 to 1.
    public var progress: Double
    /// When it was opened.
    public var started: Date
    /// Of a channel, what is on, in place of progress; absent when the guide has nothing, and for other titles.
    public var programme: PlayingProgramme?
    /// The other profiles that watch it, those who have joined it among them; absent: none.
    public var watchingTogether: [String]?

    /// Describes a session.
    public init(
        session: String, profile: String, content: ContentID, card: Card?, device: String, state: PlaybackPhase,
        position: Double, duration: Double?, progress: Double, started: Date
    ) {
        self.session = session
        self.profile = profile
        self.content = content
        self.card = card
        self.device = device
        self.state = state
        self.position = position
        self.duration = duration
        self.progress = progress
        self.started = started
    }
}
