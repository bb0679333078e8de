internal import Basics

/// The files to fetch of a stream, with their names on the disk.
///
/// Names come from a segment's position, never from its address: addresses change with their tokens from one day to the
/// next, and a plan that is made again must find the files on the disk.
struct HLSPlan: Hashable, Sendable {
    /// The tracks: the picture first, then separate audio and subtitles.
    private(set) var tracks: [HLSTrack] = []

    /// The variant of the master playlist; nil without one.
    let variant: HLSVariant?

    /// Makes an empty plan, to which tracks are added.
    init(_ variant: HLSVariant? = nil) { self.variant = variant }

    /// Adds a track.
    ///
    /// - Throws: ``HLSError/tooMuch(_:limit:)`` when all of them exceed the limit of pieces.
    mutating func add(_ track: HLSTrack) throws(HLSError) {
        tracks.append(track)
        guard tracks.reduce(0, { $0 + $1.pieces.count }) <= HLSLimits.pieces else {
            throw .tooMuch("segments in all", limit: HLSLimits.pieces)
        }
    }

    /// The bits per second of all tracks, as far as the playlist says.
    var bitsPerSecond: Int? { variant?.bitsPerSecond }

    /// The duration in seconds.
    var duration: Double { tracks.first?.duration ?? 0 }

    /// The pieces to fetch of all tracks, in that order.
    var pieces: [HLSPiece] { tracks.flatMap(\.fetched) }

    /// The gaps in the stream itself.
    var gaps: HLSGaps { tracks.reduce(into: HLSGaps()) { $0.add($1) } }

    /// Identifies a plan: files on the disk are valid for a plan with the same signature.
    ///
    /// Two qualities of one film have the same pieces by name and length; the master playlist's attributes tell them
    /// apart.
    var signature: UInt64 {
        var hash = FNV1a()
        hash.add(variant?.bandwidth ?? -1)
        hash.add(variant?.resolution?.width ?? -1)
        hash.add(variant?.resolution?.height ?? -1)
        hash.add(variant?.codecs ?? "")
        for track in tracks {
            let rendition = track.rendition
            for text in [rendition?.kind.rawValue, rendition?.group, rendition?.name, rendition?.language] {
                hash.add(text ?? "")
            }
            hash.add(track.firstSequence)
            for piece in track.pieces {
                hash.add(piece.name)
                hash.add(piece.range?.length ?? -1)
                hash.add(piece.range?.offset ?? -1)
                hash.add(Int((piece.duration * 1_000).rounded()))
            }
        }
        return hash.value
    }
}

/// The gaps of a stream: segments that its own playlist marks as missing (`EXT-X-GAP`).
struct HLSGaps: Hashable, Sendable {
    /// Segments, of all tracks together.
    private(set) var segments = 0
    /// Their duration in milliseconds: of the track with the longest gaps.
    private(set) var milliseconds: Int64 = 0

    fileprivate mutating func add(_ track: HLSTrack) {
        let gaps = track.pieces.filter(\.isGap)
        segments += gaps.count
        let seconds = min(gaps.reduce(0) { $0 + $1.duration }, HLSLimits.segmentSeconds)
        milliseconds = max(milliseconds, Int64((seconds * 1_000).rounded()))
    }
}

/// One track of a plan.
struct HLSTrack: Hashable, Sendable {
    /// The rendition; nil for the picture itself.
    var rendition: HLSRendition?
    /// The sequence number of its first segment.
    var firstSequence: Int
    var targetDuration: Int
    /// Its initialisation sections and segments, in order, gaps included.
    var pieces: [HLSPiece]

    /// The pieces to fetch.
    var fetched: [HLSPiece] { pieces.filter { !$0.isGap } }

    /// The duration of its segments without gaps, in seconds.
    var duration: Double { pieces.reduce(0) { $1.isGap ? $0 : $0 + $1.duration } }

    /// Plans a media playlist.
    ///
    /// - Parameter number: the track's index in the plan, which is in its files' names.
    /// - Throws: ``HLSError`` for a playlist that cannot be downloaded.
    init(_ media: HLSMediaPlaylist, number: Int, rendition: HLSRendition? = nil) throws(HLSError) {
        try media.checkDownloadable()
        self.rendition = rendition
        firstSequence = media.mediaSequence
        let longest = media.segments.map(\.duration).max() ?? 0
        targetDuration = max(media.targetDuration ?? 0, Int(min(longest, 1e6).rounded(.up)))
        pieces = []
        var map: HLSMap?
        var maps = 0
        for (index, segment) in media.segments.enumerated() {
            if !segment.isGap, let needed = segment.map, needed != map {
                pieces.append(HLSPiece(needed, name: "t\(number)-i\(maps).mp4"))
                (map, maps) = (needed, maps + 1)
            }
            pieces.append(
                HLSPiece(
                    segment, name: "t\(number)-\(index).\(HLSPiece.fileExtension(of: segment))",
                    sequence: media.mediaSequence + index))
        }
    }
}

/// One file of a plan.
struct HLSPiece: Hashable, Sendable {
    /// Its name on the disk.
    var name: String
    /// Its address, as written.
    var uri: String
    /// Its byte range of the resource; nil for all of it.
    var range: HLSByteRange?
    var key: HLSKey?
    /// The initialisation vector; empty when it is not encrypted.
    var vector: [UInt8] = []
    /// The duration in seconds; 0 for an initialisation section.
    var duration: Double = 0
    /// Whether it is an initialisation section.
    var isMap = false
    /// Whether the stream is discontinuous before it.
    var isDiscontinuity = false
    /// Whether the playlist marks it as missing.
    var isGap = false

    fileprivate init(_ map: HLSMap, name: String) {
        (self.name, uri, range, key) = (name, map.uri, map.range, map.key)
        vector = map.key?.iv ?? []
        isMap = true
    }

    fileprivate init(_ segment: HLSSegment, name: String, sequence: Int) {
        (self.name, uri, range, key) = (name, segment.uri, segment.range, segment.key)
        vector = segment.key?.vector(forSequence: sequence) ?? []
        duration = segment.duration
        isDiscontinuity = segment.isDiscontinuity
        isGap = segment.isGap
    }

    /// The file extension by which players recognise a segment; that of its address when it is one of those.
    fileprivate static func fileExtension(of segment: HLSSegment) -> String {
        let path = segment.uri.prefix { $0 != "?" && $0 != "#" }
        let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
        if known.contains(ending) { return ending }
        return segment.map == nil ? "ts" : "m4s"
    }

    private static let known: Set = ["ts", "m4s", "mp4", "m4v", "m4a", "aac", "ac3", "ec3", "mp3", "vtt", "webvtt"]
}
