/// Rewrites the addresses of an HLS playlist (RFC 8216): those of variants, segments, keys, maps and other renditions.
enum PlaylistRewriter {
    /// The attribute of tags of any name that is an address.
    private static let attribute = "URI=\""

    /// Whether bytes begin a playlist, also behind a byte order mark or white space.
    static func isPlaylist(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.drop { [0xEF, 0xBB, 0xBF, 0x0D, 0x0A, 0x09, 0x20].contains($0) }.starts(with: Array("#EXTM3U".utf8))
    }

    /// The playlist with its addresses replaced.
    ///
    /// - Parameter replace: the new form of an address; nil for one that must not be fetched, whose line is left out.
    static func rewrite(_ text: String, _ replace: (String) -> String?) -> String {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let trimmed = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
            if trimmed.isEmpty {
                lines.append("")
            } else if !trimmed.hasPrefix("#") {
                if let address = replace(String(trimmed)) { lines.append(address) }
            } else if trimmed.hasPrefix("#EXT"), let rewritten = tag(String(trimmed), replace) {
                lines.append(rewritten)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A tag with its addresses replaced; nil when one must not be fetched.
    private static func tag(_ line: String, _ replace: (String) -> String?) -> String? {
        var (rest, written) = (line[...], "")
        while let range = rest.firstRange(of: attribute) {
            written += rest[..<range.upperBound]
            let value = rest[range.upperBound...].prefix { $0 != "\"" }
            guard let address = replace(String(value)) else { return nil }
            written += address
            rest = rest[value.endIndex...]
        }
        return written + rest
    }
}
