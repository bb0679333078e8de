import Foundation

@testable import DownloadsService

/// What two parsers can say of a playlist, as lines that can be compared.
struct ExpectedPlaylist {
    private var facts: [String: String] = [:]

    /// The parts that differ, as `name: ours instead of theirs`.
    func differences(from expected: ExpectedPlaylist) -> [String] {
        Set(facts.keys).union(expected.facts.keys).sorted().compactMap { name in
            let (ours, theirs) = (facts[name] ?? "nothing", expected.facts[name] ?? "nothing")
            return ours == theirs ? nil : "\(name): \(ours) instead of \(theirs)"
        }
    }

    // MARK: Theirs

    init(_ json: Any) {
        let json = json as? [String: Any] ?? [:]
        let playlists = json["playlists"] as? [[String: Any]] ?? []
        if playlists.isEmpty { addMedia(json) }
        for (index, playlist) in playlists.enumerated() { addVariant(index, playlist) }
        for (kind, groups) in json["mediaGroups"] as? [String: [String: [String: [String: Any]]]] ?? [:] {
            for (group, names) in groups {
                for (name, rendition) in names { addRendition("\(kind)/\(group)/\(name)", rendition) }
            }
        }
    }

    private mutating func addMedia(_ json: [String: Any]) {
        for name in ["mediaSequence", "targetDuration", "discontinuitySequence", "playlistType", "version"] {
            add(name, json[name])
        }
        add("endList", json["endList"] as? Bool == true ? "yes" : nil)
        add("starts", (json["discontinuityStarts"] as? [Int])?.map(String.init).joined(separator: " "))
        for (index, segment) in (json["segments"] as? [[String: Any]] ?? []).enumerated() {
            let at = "segment \(index)"
            add("\(at) uri", segment["uri"])
            add("\(at) duration", (segment["duration"] as? Double).map { "\($0)" })
            add("\(at) range", Self.range(segment["byterange"]))
            add("\(at) discontinuity", segment["discontinuity"] as? Bool == true ? "yes" : nil)
            add("\(at) title", segment["title"])
            add("\(at) time", segment["dateTimeString"])
            addKey("\(at) key", segment["key"])
            let map = segment["map"] as? [String: Any]
            add("\(at) map", map?["uri"])
            add("\(at) map range", Self.range(map?["byterange"]))
            addKey("\(at) map key", map?["key"])
        }
    }

    private static func range(_ json: Any?) -> String? {
        (json as? [String: Int]).map { "\($0["length"] ?? -1)@\($0["offset"] ?? -1)" }
    }

    private mutating func addKey(_ name: String, _ json: Any?) {
        guard let key = json as? [String: Any] else { return }
        add(name, "\(key["method"] ?? "") \(key["uri"] ?? "")")
        // Four numbers of 32 bits.
        let words = (key["iv"] as? [String: Int])?.sorted { $0.key < $1.key }.map(\.value) ?? key["iv"] as? [Int]
        add("\(name) iv", words?.map { String(format: "%08x", $0) }.joined())
    }

    private mutating func addVariant(_ index: Int, _ playlist: [String: Any]) {
        let attributes = playlist["attributes"] as? [String: Any] ?? [:]
        add("variant \(index) uri", playlist["uri"])
        for name in Self.attributes { add("variant \(index) \(name)", attributes[name]) }
        add("variant \(index) FRAME-RATE", (attributes["FRAME-RATE"] as? Double).map { "\($0)" })
        if let size = attributes["RESOLUTION"] as? [String: Int] {
            add("variant \(index) RESOLUTION", "\(size["width"] ?? 0)x\(size["height"] ?? 0)")
        }
    }

    private static let attributes = [
        "BANDWIDTH", "AVERAGE-BANDWIDTH", "CODECS", "AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS",
    ]

    private mutating func addRendition(_ name: String, _ json: [String: Any]) {
        add(name, "default \(json["default"] as? Bool ?? false), autoselect \(json["autoselect"] as? Bool ?? false)")
        for field in ["uri", "language", "characteristics", "instreamId"] { add("\(name) \(field)", json[field]) }
        add("\(name) forced", json["forced"] as? Bool == true ? "yes" : nil)
    }

    private mutating func add(_ name: String, _ value: Any?) { if let value { facts[name] = "\(value)" } }

    // MARK: Ours

    init(_ playlist: HLSPlaylist?) {
        switch playlist {
        case .master(let master):
            for (index, variant) in master.variants.enumerated() { add(index, variant) }
            for rendition in master.renditions { add(rendition) }
        case .media(let media): add(media)
        case nil: break
        }
    }

    private mutating func add(_ media: HLSMediaPlaylist) {
        add("mediaSequence", media.mediaSequence)
        add("targetDuration", media.targetDuration)
        add("discontinuitySequence", media.discontinuitySequence)
        add("playlistType", media.kind?.rawValue)
        add("version", media.version)
        add("endList", media.isEnded ? "yes" : nil)
        let starts = media.segments.indices.filter { media.segments[$0].isDiscontinuity }
        add("starts", starts.map(String.init).joined(separator: " "))
        for (index, segment) in media.segments.enumerated() {
            let at = "segment \(index)"
            add("\(at) uri", segment.uri)
            add("\(at) duration", "\(segment.duration)")
            add("\(at) range", segment.range.map(Self.text))
            add("\(at) discontinuity", segment.isDiscontinuity ? "yes" : nil)
            add("\(at) title", segment.title)
            add("\(at) time", segment.programDateTime)
            add("\(at) key", segment.key)
            add("\(at) map", segment.map?.uri)
            add("\(at) map range", segment.map?.range.map(Self.text))
            add("\(at) map key", segment.map?.key)
        }
    }

    private static func text(_ range: HLSByteRange) -> String {
        "\(range.length)@\(range.offset.map(String.init) ?? "?")"
    }

    private mutating func add(_ name: String, _ key: HLSKey?) {
        guard let key else { return }
        add(name, "\(key.method) \(key.uri ?? "")")
        add("\(name) iv", key.iv?.map { String(format: "%02x", $0) }.joined())
    }

    private mutating func add(_ index: Int, _ variant: HLSVariant) {
        add("variant \(index) uri", variant.uri)
        add("variant \(index) BANDWIDTH", variant.bandwidth)
        add("variant \(index) AVERAGE-BANDWIDTH", variant.averageBandwidth)
        add("variant \(index) RESOLUTION", variant.resolution.map { "\($0.width)x\($0.height)" })
        add("variant \(index) CODECS", variant.codecs)
        add("variant \(index) FRAME-RATE", variant.frameRate)
        add("variant \(index) AUDIO", variant.audio)
        add("variant \(index) VIDEO", variant.video)
        add("variant \(index) SUBTITLES", variant.subtitles)
        add("variant \(index) CLOSED-CAPTIONS", variant.closedCaptions)
    }

    private mutating func add(_ rendition: HLSRendition) {
        let name = "\(rendition.kind.rawValue)/\(rendition.group)/\(rendition.name)"
        add(name, "default \(rendition.isDefault), autoselect \(rendition.isAutoselect)")
        add("\(name) uri", rendition.uri)
        add("\(name) language", rendition.language)
        add("\(name) characteristics", rendition.characteristics)
        add("\(name) instreamId", rendition.instreamID)
        add("\(name) forced", rendition.isForced ? "yes" : nil)
    }
}
