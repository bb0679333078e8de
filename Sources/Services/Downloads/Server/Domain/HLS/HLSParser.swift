/// Parses a playlist, line by line.
struct HLSParser {
    private var master = HLSMasterPlaylist()
    private var media = HLSMediaPlaylist()
    /// Whether a tag specific to media playlists was seen: a list of channels has addresses with durations, too.
    private var isHLS = false
    /// The attributes of the variant whose address comes next.
    private var variant: HLSAttributes?
    /// The tags of the segment whose address comes next.
    private var next = Pending()
    private var key: HLSKey?
    private var map: HLSMap?
    /// The last byte range, which a range without an offset continues.
    private var lastRange: (uri: String, end: Int)?
    private var variables: HLSVariables

    init(_ variables: HLSVariables) { self.variables = variables }

    private struct Pending {
        var duration: Double?
        var title: String?
        var range: HLSByteRange?
        var isDiscontinuity = false
        var isGap = false
        var programDateTime: String?
    }

    /// Parses a line without blanks at its ends.
    mutating func take(_ line: Substring) throws(HLSError) {
        if line.isEmpty { return }
        if line.first != "#" { return try parseURI(try variables.expand(String(line))) }
        guard line.hasPrefix("#EXT") else { return }
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        let value = line[colon...].dropFirst()
        try parseTag(line[..<colon], value.trimmed)
    }

    /// A tag's attributes, with variables expanded.
    private mutating func attributes(_ value: Substring) throws(HLSError) -> HLSAttributes {
        let attributes = HLSAttributes(value)
        guard value.utf8.contains(UInt8(ascii: "{")) else { return attributes }
        return try attributes.mapValues { (text) throws(HLSError) in try variables.expand(text) }
    }

    /// The playlist, after all lines.
    mutating func finish() throws(HLSError) -> HLSPlaylist {
        if !master.variants.isEmpty || !master.renditions.isEmpty && media.segments.isEmpty {
            master.variables = variables.values
            return .master(master)
        }
        guard isHLS else { throw .notAPlaylist }
        return .media(media)
    }

    private mutating func parseURI(_ uri: String) throws(HLSError) {
        if let attributes = variant {
            guard master.variants.count < HLSLimits.entries else {
                throw .tooMuch("variants", limit: HLSLimits.entries)
            }
            master.variants.append(HLSVariant(uri: uri, attributes))
            variant = nil
            return
        }
        guard media.segments.count < HLSLimits.segments else { throw .tooMuch("segments", limit: HLSLimits.segments) }
        media.segments.append(segment(at: uri))
        next = Pending()
    }

    private mutating func segment(at uri: String) -> HLSSegment {
        var segment = HLSSegment(uri: uri, duration: next.duration ?? Double(media.targetDuration ?? 0))
        segment.title = next.title
        if var range = next.range {
            if range.offset == nil, let lastRange, lastRange.uri == uri { range.offset = lastRange.end }
            segment.range = range
            lastRange = Self.end(of: range, in: uri)
        } else {
            lastRange = nil
        }
        segment.isDiscontinuity = next.isDiscontinuity
        segment.isGap = next.isGap
        segment.programDateTime = next.programDateTime
        segment.key = key
        segment.map = map
        return segment
    }

    /// The end of a byte range; nil on overflow.
    private static func end(of range: HLSByteRange, in uri: String) -> (uri: String, end: Int)? {
        guard let offset = range.offset else { return nil }
        let (end, overflow) = offset.addingReportingOverflow(range.length)
        return overflow ? nil : (uri, end)
    }

    private mutating func parseTag(_ name: Substring, _ value: Substring) throws(HLSError) {
        switch name {
        case "#EXTINF": parseDuration(value)
        case "#EXT-X-BYTERANGE": next.range = HLSByteRange(value) ?? .unreadable
        case "#EXT-X-DISCONTINUITY": next.isDiscontinuity = true
        case "#EXT-X-GAP": next.isGap = true
        case "#EXT-X-PROGRAM-DATE-TIME": next.programDateTime = String(value)
        case "#EXT-X-KEY": key = HLSKey(try attributes(value))
        case "#EXT-X-MAP": parseMap(try attributes(value))
        case "#EXT-X-STREAM-INF": variant = try attributes(value)
        case "#EXT-X-MEDIA": parseRendition(try attributes(value))
        case "#EXT-X-DEFINE": try variables.define(try attributes(value))
        default: takeHeader(name, value)
        }
    }

    /// Parses a tag of the whole playlist.
    private mutating func takeHeader(_ name: Substring, _ value: Substring) {
        switch name {
        case "#EXT-X-VERSION": media.version = Int(value) ?? media.version
        case "#EXT-X-TARGETDURATION":
            isHLS = true
            // A negative one is ignored; some write a fraction, which is cut.
            if let seconds = Double(value), (0...1e6).contains(seconds) { media.targetDuration = Int(seconds) }
        case "#EXT-X-MEDIA-SEQUENCE":
            isHLS = true
            media.mediaSequence = Int(value) ?? media.mediaSequence
        case "#EXT-X-DISCONTINUITY-SEQUENCE":
            media.discontinuitySequence = Int(value) ?? media.discontinuitySequence
        case "#EXT-X-PLAYLIST-TYPE": media.kind = HLSMediaPlaylist.Kind(rawValue: String(value)) ?? media.kind
        case "#EXT-X-ENDLIST":
            isHLS = true
            media.isEnded = true
        case "#EXT-X-I-FRAMES-ONLY": media.isIFramesOnly = true
        case "#EXT-X-SKIP": media.isDelta = true
        case "#EXT-X-INDEPENDENT-SEGMENTS": media.hasIndependentSegments = true
        default: break
        }
    }

    private mutating func parseDuration(_ value: Substring) {
        let comma = value.firstIndex(of: ",") ?? value.endIndex
        if let seconds = Double(value[..<comma].trimmed), seconds.isFinite, seconds >= 0 { next.duration = seconds }
        let title = value[comma...].dropFirst().trimmed
        next.title = title.isEmpty ? nil : String(title)
    }

    private mutating func parseMap(_ attributes: HLSAttributes) {
        guard let uri = attributes["URI"] else { return }
        // A range without an offset begins at 0.
        var range = attributes["BYTERANGE"].map { HLSByteRange($0[...]) ?? .unreadable }
        if range?.offset == nil, range != .unreadable { range?.offset = 0 }
        map = HLSMap(uri: uri, range: range, key: key)
    }

    private mutating func parseRendition(_ attributes: HLSAttributes) {
        guard let rendition = HLSRendition(attributes), master.renditions.count < HLSLimits.entries else { return }
        master.renditions.append(rendition)
    }
}

extension HLSByteRange {
    /// Stands for a malformed range: rejected when it is to be fetched.
    fileprivate static let unreadable = HLSByteRange(length: 0)

    /// Parses `n` or `n@o`; nil for anything else.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map { Int($0.trimmed) }
        guard let first = parts.first, let length = first, length > 0, parts.count <= 2 else { return nil }
        self.length = length
        if parts.count == 2 {
            guard let offset = parts[1], offset >= 0 else { return nil }
            self.offset = offset
        }
    }
}

extension HLSKey {
    /// Nil for the method `NONE`, and for a tag without one.
    fileprivate init?(_ attributes: HLSAttributes) {
        guard let method = attributes["METHOD"], method != "NONE" else { return nil }
        self.init(
            method: method, uri: attributes["URI"],
            // A malformed vector is not an absent one.
            iv: attributes["IV"].map { _ in attributes.bytes("IV", count: 16) ?? [] }, format: attributes["KEYFORMAT"])
    }
}

extension HLSVariant {
    fileprivate init(uri: String, _ attributes: HLSAttributes) {
        self.init(
            uri: uri, bandwidth: attributes.count("BANDWIDTH"),
            averageBandwidth: attributes.count("AVERAGE-BANDWIDTH"),
            resolution: attributes.resolution("RESOLUTION"), codecs: attributes["CODECS"],
            frameRate: attributes["FRAME-RATE"].flatMap(Double.init), audio: attributes["AUDIO"],
            video: attributes["VIDEO"], subtitles: attributes["SUBTITLES"],
            closedCaptions: attributes["CLOSED-CAPTIONS"])
    }
}

extension HLSRendition {
    fileprivate init?(_ attributes: HLSAttributes) {
        guard let kind = attributes["TYPE"].flatMap(Kind.init), let group = attributes["GROUP-ID"],
            let name = attributes["NAME"]
        else { return nil }
        self.init(
            kind: kind, group: group, name: name, language: attributes["LANGUAGE"], uri: attributes["URI"],
            isDefault: attributes.isYes("DEFAULT"), isAutoselect: attributes.isYes("AUTOSELECT"),
            isForced: attributes.isYes("FORCED"), characteristics: attributes["CHARACTERISTICS"],
            instreamID: attributes["INSTREAM-ID"])
    }
}
