internal import TextFolding

/// Validates pictures' addresses: a missing poster is empty, and never a broken address.
package enum ImageAddress {
    /// A valid picture address that clients can open: spaces are written as `%20`.
    ///
    /// - Parameter limit: the maximum length in bytes.
    /// - Returns: nil for anything else: another scheme than HTTP, no server, no path to a picture.
    package static func checked(_ text: String, limit: Int = standardLimit) -> String? {
        guard !text.isEmpty, text.utf8.count <= limit else { return nil }
        let trimmed = text.trimmingSpaces()
        let utf8 = trimmed.utf8
        let bytes = utf8.span
        guard isPicture(bytes) else { return nil }
        return bytes.firstIndex(of: space, in: 0..<bytes.count) == nil ? trimmed : trimmed.replacing(" ", with: "%20")
    }

    /// Whether the address may be a picture's. On bytes, as it runs for every entry and every title.
    private static func isPicture(_ bytes: Span<UInt8>) -> Bool {
        guard let start = schemes.first(where: { bytes.matches($0) })?.utf8CodeUnitCount,
            !bytes.hasControls(0..<bytes.count)
        else { return false }
        var (index, endOfServer) = (start, bytes.count)
        while index < bytes.count, bytes[index] != question, bytes[index] != hash {
            if bytes[index] == slash, index < endOfServer { endOfServer = index }
            index += 1
        }
        endOfServer = min(endOfServer, index)
        guard isServer(bytes.extracting(start..<endOfServer)) else { return false }
        if index < bytes.count, bytes[index] == question { return true }
        return isPicture(bytes.extracting(endOfServer..<index), of: bytes.extracting(start..<endOfServer))
    }

    /// The maximum length in bytes.
    static let standardLimit = 2_048

    private static let schemes: [StaticString] = ["http://", "https://"]
    private static var slash: UInt8 { UInt8(ascii: "/") }
    private static var question: UInt8 { UInt8(ascii: "?") }
    private static var hash: UInt8 { UInt8(ascii: "#") }
    private static var space: UInt8 { UInt8(ascii: " ") }

    /// Whether it is a valid host name or address.
    private static func isServer(_ server: Span<UInt8>) -> Bool {
        let all = 0..<server.count
        let host = server.lastIndex(of: UInt8(ascii: "@"), in: all).map { ($0 + 1)..<server.count } ?? all
        guard !host.isEmpty, server[host.lowerBound] != UInt8(ascii: ":") else { return false }
        return host.contains { server[$0].isLetter || server[$0].isDigit || server[$0] >= 0x80 }
            && server.firstIndex(of: space, in: all) == nil
    }

    /// Whether a path names a picture: not the root, nor a placeholder that programs write, nor TMDB's sizes without a
    /// picture.
    private static func isPicture(_ path: Span<UInt8>, of server: Span<UInt8>) -> Bool {
        var (parts, last, start) = (0, 0..<0, 0)
        for index in 0...path.count where index == path.count || path[index] == slash {
            if index > start { (parts, last) = (parts + 1, start..<index) }
            start = index + 1
        }
        let name = path.extracting(last)
        guard parts > 0, !nothing.contains(where: { isWord($0, name) }) else { return false }
        return parts >= tmdbParts || !isWord("image.tmdb.org", server)
    }

    /// Whether it is exactly this word, ignoring case.
    private static func isWord(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        word.utf8CodeUnitCount == bytes.count && bytes.matches(word)
    }

    /// Placeholders for a missing picture.
    private static let nothing: [StaticString] = ["null", "none", "undefined", "nan", "false"]
    /// "/t/p/w500/name.jpg".
    private static let tmdbParts = 4
}
