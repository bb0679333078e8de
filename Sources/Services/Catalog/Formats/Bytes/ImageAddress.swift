internal import Household

/// What can be a picture's address: a poster that is missing is empty, and never a broken address.
enum ImageAddress {
    /// An address that a picture may be at, as clients can open it: spaces are written as `%20`.
    ///
    /// - Parameter limit: the most bytes that it may have.
    /// - Returns: nil for what is none: another scheme than http and https, no server, no path to a picture.
    static func checked(_ text: String, limit: Int = standardLimit) -> String? {
        guard !text.isEmpty, text.utf8.count <= limit else { return nil }
        let trimmed = text.trimmingSpaces()
        let utf8 = trimmed.utf8
        let bytes = utf8.span
        guard isPicture(bytes) else { return nil }
        return bytes.firstIndex(of: space, in: 0..<bytes.count) == nil ? trimmed : trimmed.replacing(" ", with: "%20")
    }

    /// Whether there may be a picture. On bytes, as every entry and every title is asked.
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

    /// Longer ones are no pictures' addresses, in bytes.
    static let standardLimit = 2_048

    private static let schemes: [StaticString] = ["http://", "https://"]
    private static var slash: UInt8 { UInt8(ascii: "/") }
    private static var question: UInt8 { UInt8(ascii: "?") }
    private static var hash: UInt8 { UInt8(ascii: "#") }
    private static var space: UInt8 { UInt8(ascii: " ") }

    /// A name or number with nothing in it that no server has.
    private static func isServer(_ server: Span<UInt8>) -> Bool {
        let all = 0..<server.count
        let host = server.lastIndex(of: UInt8(ascii: "@"), in: all).map { ($0 + 1)..<server.count } ?? all
        guard !host.isEmpty, server[host.lowerBound] != UInt8(ascii: ":") else { return false }
        return host.contains { server[$0].isLetter || server[$0].isDigit || server[$0] >= 0x80 }
            && server.firstIndex(of: space, in: all) == nil
    }

    /// Whether a path names something: not the server itself, nor what programs write for nothing, nor TMDB's sizes without a
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

    /// Whether it is this word and no more, whatever the case.
    private static func isWord(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        word.utf8CodeUnitCount == bytes.count && bytes.matches(word)
    }

    /// What stands for a picture that there is none of.
    private static let nothing: [StaticString] = ["null", "none", "undefined", "nan", "false"]
    /// "/t/p/w500/name.jpg".
    private static let tmdbParts = 4
}
