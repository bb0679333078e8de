public import RPC

extension PlaybackState {
    /// Remembers the audio and the subtitles chosen in a session: for every profile that watches, per series, or per title
    /// where there is none. ``Playback/tracks`` has them the next time, on any device.
    ///
    /// NOT_FOUND (`unknownSession`) when there is no such session of the caller's profile.
    public struct SetTracks: Request {
        public typealias Response = Empty
        // By key: a retry must not undo a later choice.
        public static let safety = CallSafety.idempotentByKey

        /// The session, as ``Playback/session`` named it.
        public var session: String
        /// The choice; it replaces the former one as a whole.
        public var tracks: TrackChoice

        /// Creates the request.
        public init(session: String, tracks: TrackChoice) { (self.session, self.tracks) = (session, tracks) }
    }
}

/// The audio and the subtitles that a viewer has chosen.
public struct TrackChoice: Codable, Sendable, Hashable {
    /// The spoken language by BCP 47 (RFC 5646), at most 35 bytes; absent: the title's first.
    public var audioLanguage: String?
    /// The language of the subtitles by BCP 47, at most 35 bytes; absent: no subtitles.
    public var subtitleLanguage: String?
    /// Whether the subtitles are the forced ones, of foreign parts alone; absent: no.
    public var isForced: Bool?
    /// Whether they describe sounds for the hearing-impaired; absent: no.
    public var isHearingImpaired: Bool?
    /// Whether it follows from the languages that the profile, or else the household, has set: nothing was chosen for the
    /// title. Absent: it was chosen; in ``PlaybackState/SetTracks`` it counts for nothing.
    public var isDefault: Bool?

    /// Describes a choice.
    public init(
        audioLanguage: String? = nil, subtitleLanguage: String? = nil, isForced: Bool? = nil,
        isHearingImpaired: Bool? = nil
    ) {
        (self.audioLanguage, self.subtitleLanguage) = (audioLanguage, subtitleLanguage)
        (self.isForced, self.isHearingImpaired) = (isForced, isHearingImpaired)
    }
}
