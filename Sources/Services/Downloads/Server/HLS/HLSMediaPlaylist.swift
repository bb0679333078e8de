/// A media playlist: the segments of one stream.
struct HLSMediaPlaylist: Hashable, Sendable {
    /// What a playlist says of its future.
    enum Kind: String, Sendable {
        case vod = "VOD"
        case event = "EVENT"
    }

    /// The protocol's version; nil when it does not say.
    var version: Int?
    /// The longest that a segment lasts, in seconds.
    var targetDuration: Int?
    /// The number of the first segment.
    var mediaSequence = 0
    /// The number of the first segment's timeline.
    var discontinuitySequence = 0
    var kind: Kind?
    /// Whether nothing is added any more.
    var isEnded = false
    /// Whether its segments are single pictures.
    var isIFramesOnly = false
    /// Whether it leaves out what an earlier answer had.
    var isDelta = false
    /// Whether each segment can be decoded alone.
    var hasIndependentSegments = false
    var segments: [HLSSegment] = []

    /// How long it lasts, in seconds.
    var duration: Double { segments.reduce(0) { $0 + $1.duration } }

    /// Refuses what cannot be downloaded as a whole.
    func checkDownloadable() throws(HLSError) {
        guard isEnded || kind == .vod else { throw .live }
        if isIFramesOnly { throw .nothingToPlay }
        if isDelta { throw .malformed("it leaves out segments of an earlier answer") }
        if segments.isEmpty { throw .nothingToPlay }
        if segments.allSatisfy(\.isGap) { throw .gaps }
        guard (0...HLSLimits.sequence).contains(mediaSequence) else {
            throw .malformed("its first segment has no number that can be counted on from")
        }
        for (index, segment) in segments.enumerated() { try segment.check(index) }
    }
}

/// One piece of a stream.
struct HLSSegment: Hashable, Sendable {
    /// Where it is, as the playlist writes it.
    var uri: String
    /// How long it lasts, in seconds.
    var duration: Double
    var title: String?
    /// The part of the resource that it is; nil for all of it.
    var range: HLSByteRange?
    /// Whether what came before does not go on here: another encoding, other timestamps.
    var isDiscontinuity = false
    /// Whether it is missing, by the playlist's own account.
    var isGap = false
    /// What it is encrypted with; nil when it is not.
    var key: HLSKey?
    /// What a decoder needs before it.
    var map: HLSMap?
    /// When it was recorded, as the playlist writes it.
    var programDateTime: String?

    /// Rejects segments that cannot be fetched, and numbers out of range.
    fileprivate func check(_ index: Int) throws(HLSError) {
        // What is no number at all is in no range either.
        guard (0...HLSLimits.segmentSeconds).contains(duration) else {
            throw .malformed("segment \(index) lasts longer than any does")
        }
        // What is not there is not fetched.
        if isGap { return }
        for key in [key, map?.key].compactMap(\.self) { try key.check() }
        for range in [range, map?.range].compactMap(\.self) {
            // A part that cannot be read has no bytes, and may have got the offset of the one before it.
            guard let offset = range.offset, range.length > 0 else {
                throw .malformed("segment \(index) continues a part of nothing")
            }
            guard range.length <= HLSLimits.resourceBytes - offset else {
                throw .malformed("segment \(index) is a part of more than there can be")
            }
        }
        if map?.key != nil, map?.key?.iv == nil {
            throw .malformed("the beginning of segment \(index) is encrypted without an IV of its own")
        }
    }
}

/// A part of a resource.
struct HLSByteRange: Hashable, Sendable {
    /// How many bytes.
    var length: Int
    /// The first byte, counted from 0; nil when it should continue a part that is not there.
    var offset: Int?
}

/// The initialisation of segments: fMP4's header.
struct HLSMap: Hashable, Sendable {
    var uri: String
    var range: HLSByteRange?
    var key: HLSKey?
}

/// What segments are encrypted with.
struct HLSKey: Hashable, Sendable {
    /// `AES-128`, `SAMPLE-AES` or another.
    var method: String
    /// Where the key is, as the playlist writes it.
    var uri: String?
    /// The initialisation vector; nil for the segment's own number.
    var iv: [UInt8]?
    /// How the key is wrapped; nil for 16 plain bytes.
    var format: String?

    /// The one method that is understood: whole segments, AES-128-CBC, PKCS#7.
    static let aes128 = "AES-128"
    /// The length of an initialisation vector, and of a key.
    static let vectorBytes = 16
    /// The one format of keys that is understood.
    static let identity = "identity"

    /// Refuses what only a licensed player can undo.
    func check() throws(HLSError) {
        if let format, format != Self.identity { throw .protected("DRM (\(format.prefix(60)))") }
        guard method == Self.aes128 else { throw .protected(String(method.prefix(60))) }
        guard uri?.isEmpty == false else { throw .malformed("a key has no address") }
        guard iv.map({ $0.count == Self.vectorBytes }) ?? true else { throw .malformed("a key's IV is no number") }
    }

    /// The vector of a segment: the key's own, or the segment's number as 128 bits (RFC 8216, 5.2).
    func vector(forSequence sequence: Int) -> [UInt8] {
        if let iv { return iv }
        let number = UInt64(max(0, sequence))
        return [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
