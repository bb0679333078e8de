/// A media playlist: the segments of one stream.
struct HLSMediaPlaylist: Hashable, Sendable {
    /// The playlist type.
    enum Kind: String, Sendable {
        case vod = "VOD"
        case event = "EVENT"
    }

    /// The protocol version; nil when absent.
    var version: Int?
    /// The maximum segment duration, in seconds.
    var targetDuration: Int?
    /// The sequence number of the first segment.
    var mediaSequence = 0
    /// The discontinuity sequence number of the first segment.
    var discontinuitySequence = 0
    var kind: Kind?
    /// Whether the playlist has ended.
    var isEnded = false
    /// Whether its segments are single pictures.
    var isIFramesOnly = false
    /// Whether it skips segments of an earlier response (a delta update).
    var isDelta = false
    /// Whether each segment can be decoded alone.
    var hasIndependentSegments = false
    var segments: [HLSSegment] = []

    /// The duration in seconds.
    var duration: Double { segments.reduce(0) { $0 + $1.duration } }

    /// Rejects playlists that cannot be downloaded as a whole.
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

/// One segment of a stream.
struct HLSSegment: Hashable, Sendable {
    /// Its address, as written.
    var uri: String
    /// The duration in seconds.
    var duration: Double
    var title: String?
    /// Its byte range of the resource; nil for all of it.
    var range: HLSByteRange?
    /// Whether the stream is discontinuous before it: another encoding, other timestamps.
    var isDiscontinuity = false
    /// Whether the playlist marks it as missing.
    var isGap = false
    /// The encryption key; nil when it is not encrypted.
    var key: HLSKey?
    /// The initialisation section that a decoder needs first.
    var map: HLSMap?
    /// The recording time, as written.
    var programDateTime: String?

    /// Rejects segments that cannot be fetched, and numbers out of range.
    fileprivate func check(_ index: Int) throws(HLSError) {
        // NaN is outside any range, too.
        guard (0...HLSLimits.segmentSeconds).contains(duration) else {
            throw .malformed("segment \(index) lasts longer than any does")
        }
        // A gap is not fetched.
        if isGap { return }
        for key in [key, map?.key].compactMap(\.self) { try key.check() }
        for range in [range, map?.range].compactMap(\.self) {
            // A malformed range has no bytes, and may have got the offset of the one before it.
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

/// A byte range of a resource.
struct HLSByteRange: Hashable, Sendable {
    /// The number of bytes.
    var length: Int
    /// The first byte, from 0; nil when it should continue a range that is missing.
    var offset: Int?
}

/// The initialisation section of segments: fMP4's header.
struct HLSMap: Hashable, Sendable {
    var uri: String
    var range: HLSByteRange?
    var key: HLSKey?
}

/// The encryption of segments.
struct HLSKey: Hashable, Sendable {
    /// `AES-128`, `SAMPLE-AES` or another.
    var method: String
    /// The address of the key, as written.
    var uri: String?
    /// The initialisation vector; nil for the segment's sequence number.
    var iv: [UInt8]?
    /// The key format; nil for 16 plain bytes.
    var format: String?

    /// The one supported method: whole segments, AES-128-CBC, PKCS#7.
    static let aes128 = "AES-128"
    /// The length of an initialisation vector, and of a key.
    static let vectorBytes = 16
    /// The one supported key format.
    static let identity = "identity"

    /// Rejects encryption that only a licensed player can undo.
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
