/// Writes the local playlists, whose segments are decrypted files beside them.
enum LocalPlaylist {
    /// The file that a player opens.
    static let main = "index.m3u8"

    /// The playlists of a plan, by name. With one track the main one is its media playlist.
    static func files(of plan: HLSPlan) -> [(name: String, text: String)] {
        guard let first = plan.tracks.first else { return [] }
        guard plan.tracks.count > 1 else { return [(main, media(first))] }
        return [(main, master(plan))] + plan.tracks.enumerated().map { (name(of: $0.offset), media($0.element)) }
    }

    private static func name(of track: Int) -> String { "t\(track).m3u8" }

    private static func media(_ track: HLSTrack) -> String {
        let hasMaps = track.pieces.contains(where: \.isMap)
        let hasGaps = track.pieces.contains(where: \.isGap)
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:\(hasGaps ? 8 : hasMaps ? 7 : 3)",
            "#EXT-X-TARGETDURATION:\(track.targetDuration)",
            "#EXT-X-MEDIA-SEQUENCE:\(max(0, track.firstSequence))", "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        var map: String?
        for piece in track.pieces {
            if piece.isMap {
                map = piece.name
                continue
            }
            // Before the segments it initialises, and after the mark of a new timeline.
            if piece.isDiscontinuity { lines.append("#EXT-X-DISCONTINUITY") }
            if let name = map { lines.append("#EXT-X-MAP:URI=\"\(name)\"") }
            map = nil
            // There is no such file, and players do not look for it (RFC 8216bis, 4.4.4.7).
            if piece.isGap { lines.append("#EXT-X-GAP") }
            lines += ["#EXTINF:\(piece.duration),", piece.name]
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    private static func master(_ plan: HLSPlan) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7"]
        var groups: [String] = []
        for (number, track) in plan.tracks.enumerated() {
            guard let rendition = track.rendition else { continue }
            let group = rendition.kind.rawValue.lowercased()
            var attributes = [
                "TYPE=\(rendition.kind.rawValue)", "GROUP-ID=\"\(group)\"", "NAME=\"\(quoted(rendition.name))\"",
            ]
            if let language = rendition.language { attributes.append("LANGUAGE=\"\(quoted(language))\"") }
            attributes += [
                "DEFAULT=\(yes(rendition.isDefault))",
                "AUTOSELECT=\(yes(rendition.isAutoselect || rendition.isDefault))",
            ]
            if rendition.kind == .subtitles { attributes.append("FORCED=\(yes(rendition.isForced))") }
            lines.append("#EXT-X-MEDIA:\((attributes + ["URI=\"\(name(of: number))\""]).joined(separator: ","))")
            let reference = "\(rendition.kind.rawValue)=\"\(group)\""
            if !groups.contains(reference) { groups.append(reference) }
        }
        let bandwidth = "BANDWIDTH=\(plan.bitsPerSecond ?? 1)"
        return
            (lines + ["#EXT-X-STREAM-INF:\(([bandwidth] + groups).joined(separator: ","))", name(of: 0), ""])
            .joined(separator: "\n")
    }

    private static func yes(_ value: Bool) -> String { value ? "YES" : "NO" }

    /// A quoted text, which may contain neither quotes nor line ends.
    private static func quoted(_ text: String) -> String {
        String(text.filter { $0 != "\"" && !$0.isNewline }.prefix(200))
    }
}
