internal import Household

/// What can be a picture's address: a poster that is missing is empty, and never a broken address.
enum PictureAddress {
    /// An address that a picture may be at, as clients can open it: spaces are written as `%20`.
    ///
    /// - Parameter limit: the most bytes that it may have.
    /// - Returns: nil for what is none: another scheme than http and https, no server, no path to a picture.
    static func checked(_ text: String, limit: Int = standardLimit) -> String? {
        guard !text.isEmpty, text.utf8.count <= limit else { return nil }
        let trimmed = text.trimmingSpaces()
        guard let scheme = M3UAddress.scheme(of: trimmed), scheme == "http" || scheme == "https",
            trimmed.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        let rest = trimmed.utf8.dropFirst(scheme.utf8.count + "://".utf8.count)
        let server = rest.prefix { $0 != slash && $0 != question && $0 != hash }
        let path = rest.dropFirst(server.count).prefix { $0 != question && $0 != hash }
        guard isServer(server) else { return nil }
        let hasQuery = rest.dropFirst(server.count + path.count).first == question
        guard hasQuery || isPicture(path, of: Substring(server)) else { return nil }
        return trimmed.utf8.contains(0x20) ? trimmed.replacing(" ", with: "%20") : trimmed
    }

    /// Longer ones are no pictures' addresses, in bytes.
    static let standardLimit = 2_048

    private static let (slash, question, hash) = (UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"))

    /// A name or number with nothing in it that no server has.
    private static func isServer(_ server: Substring.UTF8View) -> Bool {
        let host = server.lastIndex(of: UInt8(ascii: "@")).map { server[server.index(after: $0)...] } ?? server
        return host.contains { $0.isLetter || $0.isDigit || $0 >= 0x80 } && !server.contains(0x20)
            && host.first != UInt8(ascii: ":")
    }

    /// Whether a path names something: not the server itself, nor what programs write for nothing, nor TMDB's sizes without a
    /// picture.
    private static func isPicture(_ path: Substring.UTF8View, of server: Substring) -> Bool {
        let parts = path.split(separator: slash)
        guard let last = parts.last, !nothing.contains(Substring(last).lowercased()) else { return false }
        return server.lowercased() != "image.tmdb.org" || parts.count >= tmdbParts
    }

    /// What stands for a picture that there is none of.
    private static let nothing: Set<String> = ["null", "none", "undefined", "nan", "false"]
    /// "/t/p/w500/name.jpg".
    private static let tmdbParts = 4
}
