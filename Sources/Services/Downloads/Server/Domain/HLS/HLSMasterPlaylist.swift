/// A master playlist: the variants of a stream, and their renditions.
struct HLSMasterPlaylist: Hashable, Sendable {
    /// The variants, in the playlist's order.
    var variants: [HLSVariant] = []
    /// Separate audio, subtitles and video, in the playlist's order.
    var renditions: [HLSRendition] = []
    /// Variables that the media playlists may import, by name.
    var variables: [String: String] = [:]

    /// The renditions to fetch beside a variant: its audio and subtitles.
    func companions(of variant: HLSVariant) -> [HLSRendition] {
        let groups = [(HLSRendition.Kind.audio, variant.audio), (.subtitles, variant.subtitles)]
        return groups.flatMap { kind, group in
            renditions.filter { $0.kind == kind && $0.group == group && $0.uri != nil }
                .prefix(HLSLimits.fetchedRenditions)
        }
    }
}

/// A variant of a master playlist.
struct HLSVariant: Hashable, Sendable {
    /// The address of its media playlist, as written.
    var uri: String
    /// The peak bits per second; nil when the playlist omits it.
    var bandwidth: Int?
    /// The average bits per second.
    var averageBandwidth: Int?
    /// The picture size.
    var resolution: HLSResolution?
    /// The codecs, as RFC 6381 writes them.
    var codecs: String?
    /// Pictures per second.
    var frameRate: Double?
    /// Its rendition groups.
    var audio: String?
    var video: String?
    var subtitles: String?
    var closedCaptions: String?
}

/// Audio, subtitles or video separate from the variants.
struct HLSRendition: Hashable, Sendable {
    /// The kind of a rendition.
    enum Kind: String, Sendable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    var kind: Kind
    /// The group that variants name.
    var group: String
    /// The display name.
    var name: String
    /// The language, as RFC 5646 writes it.
    var language: String?
    /// The address of its media playlist; nil when it is in the variant's own.
    var uri: String?
    /// Whether it is selected by default.
    var isDefault = false
    /// Whether a player may select it automatically.
    var isAutoselect = false
    /// Whether the subtitles are forced ones.
    var isForced = false
    /// The accessibility characteristics.
    var characteristics: String?
    /// The channel that closed captions are in.
    var instreamID: String?
}
