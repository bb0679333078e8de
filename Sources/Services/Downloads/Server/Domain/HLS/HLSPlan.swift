/// Everything that has to be fetched of a stream, and what it is called on the disk.
///
/// Names come from where a segment stands, never from its address: addresses change with their tokens from one day to the
/// next, and a plan that was made again must find what is there already.
struct HLSPlan: Hashable, Sendable {
    /// The streams: the picture first, then the sound and subtitles that are apart.
    private(set) var tracks: [HLSTrack] = []

    /// The variant of the master playlist that it is; nil without one.
    let variant: HLSVariant?

    /// Begins with nothing; what is to be fetched is added.
    init(_ variant: HLSVariant? = nil) { self.variant = variant }

    /// Adds a stream.
    ///
    /// - Throws: ``HLSError/tooMuch(_:limit:)`` when all of them have more pieces than are taken.
    mutating func add(_ track: HLSTrack) throws(HLSError) {
        tracks.append(track)
        guard tracks.reduce(0, { $0 + $1.pieces.count }) <= HLSLimits.pieces else {
            throw .tooMuch("segments in all", limit: HLSLimits.pieces)
        }
    }

    /// The bits that a second of all tracks has, as far as the playlist says.
    var bitsPerSecond: Int? { variant?.bitsPerSecond }

    /// How long it lasts, in seconds.
    var duration: Double { tracks.first?.duration ?? 0 }

    /// The pieces of all tracks that are fetched, in that order.
    var pieces: [HLSPiece] { tracks.flatMap(\.fetched) }

    /// What the stream itself leaves out.
    var gaps: HLSGaps { tracks.reduce(into: HLSGaps()) { $0.add($1) } }

    /// What makes two plans the same: as long as it is the same, what is on the disk of one is good for the other.
    ///
    /// Two qualities of one film have the same pieces by name and length; what tells them apart is what the master playlist
    /// says of them.
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

/// What a stream leaves out by its own playlist's account: segments that are in no server's keeping (`EXT-X-GAP`).
struct HLSGaps: Hashable, Sendable {
    /// Segments, of all tracks together.
    private(set) var segments = 0
    /// How long they last, in thousandths of a second: of the track that lacks the most.
    private(set) var milliseconds: Int64 = 0

    fileprivate mutating func add(_ track: HLSTrack) {
        let gaps = track.pieces.filter(\.isGap)
        segments += gaps.count
        let seconds = min(gaps.reduce(0) { $0 + $1.duration }, HLSLimits.segmentSeconds)
        milliseconds = max(milliseconds, Int64((seconds * 1_000).rounded()))
    }
}

/// One stream of a plan.
struct HLSTrack: Hashable, Sendable {
    /// What it is beside the picture; nil for the picture itself.
    var rendition: HLSRendition?
    /// The number of its first segment.
    var firstSequence: Int
    var targetDuration: Int
    /// Its beginnings and segments, in their order, with those that are missing.
    var pieces: [HLSPiece]

    /// Those that are fetched.
    var fetched: [HLSPiece] { pieces.filter { !$0.isGap } }

    /// How long what is there of it lasts, in seconds.
    var duration: Double { pieces.reduce(0) { $1.isGap ? $0 : $0 + $1.duration } }

    /// Plans a media playlist.
    ///
    /// - Parameter number: the track's place in the plan, which is in its files' names.
    /// - Throws: ``HLSError`` for what cannot be downloaded.
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
    /// Where it is, as the playlist writes it.
    var uri: String
    /// The part of the resource that it is; nil for all of it.
    var range: HLSByteRange?
    var key: HLSKey?
    /// What the decryption begins with; empty when nothing is encrypted.
    var vector: [UInt8] = []
    /// How long it lasts, in seconds; 0 for a beginning.
    var duration: Double = 0
    /// Whether it is the beginning of the segments after it.
    var isMap = false
    /// Whether what came before does not go on here.
    var isDiscontinuity = false
    /// Whether it is missing, by the playlist's own account.
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

    /// The ending by which players know what a segment is; the address's own when it is one of those.
    fileprivate static func fileExtension(of segment: HLSSegment) -> String {
        let path = segment.uri.prefix { $0 != "?" && $0 != "#" }
        let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
        if known.contains(ending) { return ending }
        return segment.map == nil ? "ts" : "m4s"
    }

    private static let known: Set = ["ts", "m4s", "mp4", "m4v", "m4a", "aac", "ac3", "ec3", "mp3", "vtt", "webvtt"]
}

/// FNV-1a: the same in every process, unlike the standard library's hashes.
struct FNV1a {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ number: Int) { for shift in 0..<8 { add(UInt8(truncatingIfNeeded: number >> (8 * shift))) } }

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0)
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
