/// A master playlist: one thing to watch in several qualities, and what goes beside its picture.
struct HLSMasterPlaylist: Hashable, Sendable {
    /// The qualities, in the playlist's order.
    var variants: [HLSVariant] = []
    /// Sound, subtitles and pictures that are apart, in the playlist's order.
    var renditions: [HLSRendition] = []
    /// What the playlists that it names may import, by name.
    var variables: [String: String] = [:]

    /// What goes beside a variant's picture and has to be fetched: the sound and the subtitles that it names.
    func companions(of variant: HLSVariant) -> [HLSRendition] {
        let groups = [(HLSRendition.Kind.audio, variant.audio), (.subtitles, variant.subtitles)]
        return groups.flatMap { kind, group in
            renditions.filter { $0.kind == kind && $0.group == group && $0.uri != nil }
                .prefix(HLSLimits.fetchedRenditions)
        }
    }
}

/// One quality of a master playlist.
struct HLSVariant: Hashable, Sendable {
    /// Where its media playlist is, as the master playlist writes it.
    var uri: String
    /// The most bits that a second has; nil when the playlist does not say, as it should.
    var bandwidth: Int?
    /// The bits that a second has in the mean.
    var averageBandwidth: Int?
    /// The picture's size.
    var resolution: HLSResolution?
    /// The codecs, as RFC 6381 writes them.
    var codecs: String?
    /// Pictures in a second.
    var frameRate: Double?
    /// The groups of renditions that belong to it.
    var audio: String?
    var video: String?
    var subtitles: String?
    var closedCaptions: String?
}

/// Sound, subtitles or a picture that is apart from the variants.
struct HLSRendition: Hashable, Sendable {
    /// What a rendition can be.
    enum Kind: String, Sendable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    var kind: Kind
    /// The group that variants name.
    var group: String
    /// What people are shown.
    var name: String
    /// The language, as RFC 5646 writes it.
    var language: String?
    /// Where its media playlist is; nil when it is in the variant's own.
    var uri: String?
    /// Whether it is the one to begin with.
    var isDefault = false
    /// Whether a player may take it by itself.
    var isAutoselect = false
    /// Whether subtitles are of what has to be understood.
    var isForced = false
    /// What accessibility it serves.
    var characteristics: String?
    /// The channel that closed captions are in.
    var instreamID: String?
}
