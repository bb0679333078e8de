internal import TextFolding

/// Detects addresses in a playlist, and splits off their suffix.
package enum M3UAddress {
    /// A parsed address line.
    package struct Parts {
        package var address: Range<Int>
        /// The part behind the `|` that starts the headers.
        package var suffix: Range<Int>?
    }

    /// Schemes that a playlist must not make a player open: code, and local files of the player.
    static let unsafeSchemes: Set<String> = [
        "about", "blob", "chrome", "content", "data", "file", "intent", "jar", "javascript", "vbscript", "view-source",
    ]

    /// Extensions that make a line without a scheme an address.
    static let mediaExtensions: Set<String> = [
        "3gp", "aac", "ac3", "asf", "avi", "divx", "f4v", "flac", "flv", "iso", "m2ts", "m3u", "m3u8", "m4a", "m4v",
        "mk3d",
        "mka", "mkv", "mov", "mp3", "mp4", "mpd", "mpeg", "mpg", "mts", "oga", "ogg", "ogv", "opus", "pls", "rm",
        "rmvb",
        "strm", "ts", "vob", "wav", "webm", "wma", "wmv",
    ]

    /// Parses a line, or returns why it is no address.
    package static func parts(of line: Span<UInt8>, followsInfo: Bool) -> Result<Parts, Refusal> {
        if line.hasControls(0..<line.count) { return .failure(.notAnAddress) }
        let (address, suffix) = split(line)
        guard !address.isEmpty else { return .failure(.notAnAddress) }
        if let colon = endOfScheme(line) {
            let isHierarchical = line.matches("://", at: colon)
            let isUsual = line.matches("http:") || line.matches("https:")
            if !isUsual, unsafeSchemes.contains(line.text(0..<colon).lowercased()) { return .failure(.unsafeScheme) }
            if isHierarchical {
                guard address.upperBound > colon + 3 else { return .failure(.notAnAddress) }
                return .success(Parts(address: address, suffix: suffix))
            }
            // VLC's form: "udp:@239.1.1.2:1234".
            if colon + 2 < address.upperBound, isMulticast(line.text(0..<(colon + 2))) {
                return .success(Parts(address: address, suffix: suffix))
            }
            return .failure(.notAnAddress)
        }
        guard isRelative(line, address, followsInfo: followsInfo) else { return .failure(.notAnAddress) }
        return .success(Parts(address: address, suffix: suffix))
    }

    /// Whether an address starts with VLC's form of multicast groups, without slashes.
    private static func isMulticast(_ address: String) -> Bool {
        ["udp:@", "rtp:@"].contains(address.prefix("udp:@".count).lowercased())
    }

    /// An address in the form that players accept: "udp:@239.1.1.2:1234" with slashes.
    package static func whole(_ address: String) -> String {
        guard isMulticast(address), let colon = address.firstIndex(of: ":") else { return address }
        return "\(address[...colon])//\(address[address.index(after: colon)...])"
    }

    /// Why a line is no address.
    package enum Refusal: Error {
        case notAnAddress, unsafeScheme

        package var reason: RefusedLine.Reason { self == .unsafeScheme ? .unsafeScheme : .notAnAddress }
    }

    /// The scheme of an address, in lower case; nil for a relative one.
    package static func scheme(of address: String) -> String? {
        let utf8 = address.utf8
        let bytes = utf8.span
        return endOfHierarchicalScheme(bytes).map { bytes.text(0..<$0).lowercased() }
    }

    /// Whether an address has a scheme, and is absolute.
    package static func hasScheme(_ address: String) -> Bool {
        let utf8 = address.utf8
        return endOfHierarchicalScheme(utf8.span) != nil
    }

    private static func endOfHierarchicalScheme(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count > 0, bytes[0].isLetter else { return nil }
        var end = 1
        while end < bytes.count, isSchemeByte(bytes[end]) { end += 1 }
        return bytes.matches("://", at: end) ? end : nil
    }

    /// The index of the colon behind a scheme of two letters or more; a drive letter is none.
    private static func endOfScheme(_ line: Span<UInt8>) -> Int? {
        guard line.count > 2, line[0].isLetter else { return nil }
        var index = 1
        while index < line.count, isSchemeByte(line[index]) { index += 1 }
        return index > 1 && index < line.count && line[index] == UInt8(ascii: ":") ? index : nil
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// Whether a line without a scheme is an address: it looks like a path, and without an `#EXTINF` has a media
    /// extension.
    private static func isRelative(_ line: Span<UInt8>, _ range: Range<Int>, followsInfo: Bool) -> Bool {
        var (hasSpace, looksLikePath) = (false, false)
        for index in range {
            switch line[index] {
            case UInt8(ascii: " "): hasSpace = true
            case UInt8(ascii: "."), UInt8(ascii: "/"): looksLikePath = true
            case UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"): return false
            default: break
            }
        }
        if followsInfo, looksLikePath, !hasSpace { return true }
        return looksLikePath && mediaExtensions.contains(ending(of: line.text(range)))
    }

    /// The extension of the path, in lower case and without the dot; empty when there is none.
    package static func ending(of address: String) -> String {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        let ending = path[path.index(after: dot)...]
        guard !ending.isEmpty, ending.count <= 5, ending.allSatisfy({ $0.isLetter || $0.isDigit }) else { return "" }
        return String(Substring(ending)).lowercased()
    }

    /// Splits the address at the first `|` before a header; a `|` at the very end is dropped.
    private static func split(_ line: Span<UInt8>) -> (address: Range<Int>, suffix: Range<Int>?) {
        var from = 0
        while let bar = line.firstIndex(of: UInt8(ascii: "|"), in: from..<line.count) {
            if M3UHeaderSuffix.beginsField(line, at: bar + 1, end: line.count) {
                return (line.trimmed(0..<bar), (bar + 1)..<line.count)
            }
            if bar == line.count - 1 { return (line.trimmed(0..<bar), nil) }
            from = bar + 1
        }
        return (0..<line.count, nil)
    }
}
